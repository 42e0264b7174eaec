import type { Screenshot } from './screenshot.ts';

export const studioScreenshots: Screenshot[] = [
  { name: 'studio-overview', path: () => '/studio', as: ({ author }) => author },
  { name: 'studio-overview-newcomer', path: () => '/studio', as: ({ newcomer }) => newcomer },
  { name: 'studio-content', path: () => '/studio/content', as: ({ author }) => author },
  {
    name: 'studio-content-banned',
    path: () => '/studio/content',
    as: ({ banned }) => banned,
  },
  {
    name: 'studio-content-delete',
    path: () => '/studio/content?status=draft',
    as: ({ author }) => author,
    prepare: async (page) => {
      const buttons = page.getByRole('button', { name: /^(删除|Delete)$/ });
      await buttons.first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'studio-content-pending',
    path: () => '/studio/content?status=pending',
    as: ({ author }) => author,
  },
  {
    name: 'studio-content-scheduled',
    path: () => '/studio/content?status=draft',
    as: ({ author }) => author,
  },
  { name: 'studio-bin', path: () => '/studio/bin', as: ({ author }) => author },
  { name: 'studio-bin-empty', path: () => '/studio/bin', as: ({ reader }) => reader },
  {
    name: 'studio-submit',
    path: ({ draft }) => `/studio/submit?id=${draft}`,
    as: ({ author }) => author,
  },
  {
    name: 'studio-submit-scheduled',
    path: ({ scheduled }) => `/studio/submit?id=${scheduled}`,
    as: ({ author }) => author,
  },
  {
    name: 'studio-versions',
    path: ({ revised }) => `/studio/posts/${revised}/versions`,
    as: ({ author }) => author,
  },
  {
    name: 'studio-version',
    path: ({ revised }) => `/studio/posts/${revised}/versions/1`,
    as: ({ author }) => author,
  },
  {
    name: 'studio-versions-inline',
    path: ({ revised }) => `/studio/posts/${revised}/comparison?from=1&to=3`,
    as: ({ author }) => author,
  },
  {
    name: 'studio-versions-side',
    path: ({ revised }) => `/studio/posts/${revised}/comparison?from=1&to=3&view=side`,
    as: ({ author }) => author,
  },
  { name: 'studio-drafts', path: () => '/studio/drafts', as: ({ author }) => author },
  { name: 'studio-drafts-empty', path: () => '/studio/drafts', as: ({ reader }) => reader },
  {
    name: 'studio-analytics',
    path: () => '/studio/analytics?range=7d',
    as: ({ author }) => author,
    prepare: async (page) => {
      await page.getByRole('application').focus();
      await page.keyboard.press('End');
    },
  },
  {
    name: 'studio-analytics-month',
    path: () => '/studio/analytics',
    as: ({ author }) => author,
  },
  {
    name: 'studio-post',
    path: ({ post }) => `/studio/analytics/${post}`,
    as: ({ author }) => author,
  },
  {
    name: 'studio-compare',
    path: () => '/studio/analytics/compare?sort=reads',
    as: ({ author }) => author,
  },
  {
    name: 'studio-analytics-table',
    path: () => '/studio/analytics?range=7d',
    as: ({ author }) => author,
    prepare: (page) => page.locator('summary').click(),
  },
  {
    name: 'studio-analytics-empty',
    path: () => '/studio/analytics',
    as: ({ newcomer }) => newcomer,
  },
];
