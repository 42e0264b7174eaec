import type { Page } from 'playwright-core';
import type { Screenshot } from './screenshot.ts';

export const seriesScreenshots: Screenshot[] = [
  { name: 'series', path: ({ series }) => `/series/${series}` },
  { name: 'series-own', path: ({ series }) => `/series/${series}`, as: ({ author }) => author },
  {
    name: 'series-clear',
    path: ({ series }) => `/series/${series}`,
    as: ({ admin }) => admin,
    prepare: (page) => page.locator('[popovertarget="clear-series"]').first().click(),
  },
  { name: 'series-space', path: ({ author }) => `/space/${author.uid}?tab=series` },
  {
    name: 'series-space-own',
    path: ({ author }) => `/space/${author.uid}?tab=series`,
    as: ({ author }) => author,
  },
  {
    name: 'series-space-empty',
    path: ({ newcomer }) => `/space/${newcomer.uid}?tab=series`,
    as: ({ newcomer }) => newcomer,
  },
  { name: 'series-studio', path: () => '/studio/series', as: ({ author }) => author },
  {
    name: 'series-studio-new',
    path: () => '/studio/series',
    as: ({ author }) => author,
    prepare: (page) => page.locator('[popovertarget="new-series"]').first().click(),
  },
  { name: 'series-studio-empty', path: () => '/studio/series', as: ({ newcomer }) => newcomer },
  { name: 'series-studio-banned', path: () => '/studio/series', as: ({ banned }) => banned },
  {
    name: 'series-arrange',
    path: ({ series }) => `/studio/series/${series}`,
    as: ({ author }) => author,
    prepare: (page) => page.locator('[data-series][data-ready]').waitFor(),
  },
  {
    name: 'series-arrange-delete',
    path: ({ series }) => `/studio/series/${series}`,
    as: ({ author }) => author,
    prepare: (page) => page.locator('[popovertarget="delete-series"]').first().click(),
  },
  {
    name: 'series-post',
    path: ({ posts }) => `/posts/${posts[1]}`,
    prepare: (page) => page.locator('.series-block').scrollIntoViewIfNeeded(),
  },
  {
    name: 'series-field',
    path: ({ draft }) => `/studio/write?id=${draft}`,
    as: ({ author }) => author,
    prepare: openField,
  },
];

/** The panel of the editor with the field for a new series. */
async function openField(page: Page): Promise<void> {
  await page.locator('#write[data-ready]').waitFor();
  await page.locator('#write-series').selectOption('new');
}
