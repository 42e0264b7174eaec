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
      await page.getByRole('button', { name: /^(删除|Delete)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
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
