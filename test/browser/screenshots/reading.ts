import type { Screenshot } from './screenshot.ts';

export const readingScreenshots: Screenshot[] = [
  { name: 'posts', path: () => '/posts', as: ({ reader }) => reader },
  { name: 'posts-front-visitor', path: () => '/' },
  { name: 'posts-hot', path: () => '/posts?order=hot', as: ({ reader }) => reader },
  { name: 'posts-following-visitor', path: () => '/posts?order=following' },
  {
    name: 'posts-following-empty',
    path: () => '/posts?order=following',
    as: ({ newcomer }) => newcomer,
  },
  { name: 'post', path: ({ post }) => `/posts/${post}`, as: ({ reader }) => reader },
  { name: 'post-visitor', path: ({ post }) => `/posts/${post}` },
  { name: 'post-own', path: ({ post }) => `/posts/${post}`, as: ({ author }) => author },
  { name: 'post-banned', path: ({ posts }) => `/posts/${posts[1]}`, as: ({ banned }) => banned },
  {
    name: 'post-energize',
    path: ({ posts }) => `/posts/${posts[2]}`,
    as: ({ reader }) => reader,
    prepare: (page) => page.locator('.action-energy').click(),
  },
  {
    name: 'post-energize-indebted',
    path: ({ posts }) => `/posts/${posts[2]}`,
    as: ({ indebted }) => indebted,
    prepare: (page) => page.locator('.action-energy').click(),
  },
  {
    name: 'post-energize-visitor',
    path: ({ posts }) => `/posts/${posts[2]}`,
    prepare: (page) => page.locator('.action-energy').click(),
  },
  {
    name: 'post-folders',
    path: ({ posts }) => `/posts/${posts[2]}`,
    as: ({ reader }) => reader,
    prepare: async (page) => {
      await page.locator('.action-caret').click();
      await page.getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'post-picture',
    path: ({ post }) => `/posts/${post}`,
    prepare: async (page) => {
      await page.locator('.prose .zoom').click();
      await page.locator('dialog.lightbox[open]').waitFor();
    },
  },
  { name: 'post-draft', path: ({ draft }) => `/posts/${draft}`, as: ({ author }) => author },
  { name: 'post-pending', path: ({ pending }) => `/posts/${pending}`, as: ({ admin }) => admin },
  {
    name: 'post-rejected',
    path: ({ rejected }) => `/posts/${rejected}`,
    as: ({ author }) => author,
  },
  { name: 'post-locked', path: ({ locked }) => `/posts/${locked}`, as: ({ author }) => author },
];
