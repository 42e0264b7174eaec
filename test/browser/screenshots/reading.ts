import type { Screenshot } from './screenshot.ts';

export const readingScreenshots: Screenshot[] = [
  { name: 'home', path: () => '/', as: ({ reader }) => reader },
  { name: 'home-visitor', path: () => '/' },
  { name: 'home-newcomer', path: () => '/', as: ({ newcomer }) => newcomer },
  { name: 'posts', path: () => '/posts', as: ({ reader }) => reader },
  { name: 'posts-hot', path: () => '/posts?order=hot', as: ({ reader }) => reader },
  { name: 'posts-following-visitor', path: () => '/posts?order=following' },
  {
    name: 'posts-following-empty',
    path: () => '/posts?order=following',
    as: ({ newcomer }) => newcomer,
  },
  { name: 'tags', path: () => '/tags', as: ({ reader }) => reader },
  { name: 'tag', path: () => `/tags/${encodeURIComponent('数据库')}`, as: ({ reader }) => reader },
  { name: 'tag-visitor', path: () => `/tags/${encodeURIComponent('数据库')}?order=hot` },
  { name: 'post', path: ({ post }) => `/posts/${post}`, as: ({ reader }) => reader },
  { name: 'post-visitor', path: ({ post }) => `/posts/${post}` },
  { name: 'post-own', path: ({ post }) => `/posts/${post}`, as: ({ author }) => author },
  { name: 'post-banned', path: ({ posts }) => `/posts/${posts[1]}`, as: ({ banned }) => banned },
  { name: 'post-unlit', path: ({ posts }) => `/posts/${posts[2]}#lit`, as: ({ reader }) => reader },
  {
    name: 'post-energize-indebted',
    path: ({ post }) => `/posts/${post}#lit`,
    as: ({ indebted }) => indebted,
  },
  {
    name: 'post-outline',
    path: ({ post }) => `/posts/${post}`,
    prepare: async (page) => {
      const outline = page.locator('.post-outline-collapsed summary');
      if (await outline.isVisible()) await outline.click();
    },
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
  {
    name: 'post-share',
    path: ({ post }) => `/posts/${post}`,
    prepare: async (page) => {
      // A phone would open its own share sheet.
      await page.locator('[popovertarget=share]').evaluate((button: HTMLElement) => {
        document.getElementById('share')?.showPopover({ source: button });
      });
      const code = page.locator('.share-qr img');
      await code.waitFor();
      await code.evaluate((image: HTMLImageElement) => image.decode());
    },
  },
  { name: 'post-edited', path: ({ revised }) => `/posts/${revised}` },
  { name: 'post-changes', path: ({ revised }) => `/posts/${revised}/changes` },
  {
    name: 'post-changes-own',
    path: ({ revised }) => `/posts/${revised}/changes?view=side`,
    as: ({ author }) => author,
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
