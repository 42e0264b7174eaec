import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Screenshot } from './screenshot.ts';

const SEARCHES = ['盖碗', '等高线', '深色模式', 'author:林小灯 面'];

/** What this device has stored. */
const store = (page: Page, key: string, value: unknown) =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify(value),
  ] as const);

/** Where there is room, the field of the header; on a phone that of the search page. */
const focusField = (page: Page) => page.locator('input[type=search]:visible').first().focus();

export const searchScreenshots: Screenshot[] = [
  { name: 'search-start', path: () => '/search', as: ({ reader }) => reader },
  { name: 'search', path: () => '/search?q=写', as: ({ reader }) => reader },
  { name: 'search-visitor', path: () => '/search?q=PostgreSQL' },
  {
    name: 'search-filtered',
    path: ({ author }) => `/search?q=写&author=${author.uid}&since=year&lang=zh&sort=newest`,
  },
  {
    name: 'search-filter-menu',
    path: () => '/search?q=写',
    prepare: (page) => page.locator('[popovertarget=search-since]').click(),
  },
  { name: 'search-people', path: () => '/search?q=灯&type=people', as: ({ reader }) => reader },
  { name: 'search-topics', path: () => '/search?q=数&type=tags' },
  { name: 'search-misspelt', path: () => '/search?q=postgersql' },
  { name: 'search-empty', path: () => '/search?q=榫卯做的播客通知', as: ({ reader }) => reader },
  { name: 'search-empty-filtered', path: () => '/search?q=榫卯&since=day&lang=ja' },
  { name: 'search-empty-people', path: () => '/search?q=榫卯键盘&type=people' },
  { name: 'search-empty-topics', path: () => '/search?q=榫卯键盘&type=tags' },
  {
    name: 'search-help',
    path: () => '/search?q=写',
    prepare: (page) => page.locator('.search-help summary').click(),
  },
  {
    name: 'search-recent',
    path: () => '/search',
    prepare: async (page) => {
      await store(page, 'searches', SEARCHES);
      await page.reload();
      await focusField(page);
      await page.getByRole('option', { name: '盖碗' }).waitFor();
    },
  },
  {
    name: 'search-suggestions',
    path: () => '/search',
    prepare: async (page) => {
      await focusField(page);
      await page.keyboard.type('一');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'history',
    path: () => '/history',
    as: ({ reader }) => reader,
    prepare: async (page, { posts }) => {
      const now = Math.floor(Date.now() / 1000);
      await store(
        page,
        'history',
        posts.map((id, index) => [id, now - index * 9000]),
      );
      await page.reload();
      await page.locator('.history-row').first().waitFor();
    },
  },
  { name: 'offline-empty', path: () => '/offline' },
  {
    name: 'offline',
    path: ({ post }) => `/posts/${post}`,
    prepare: async (page, { post }) => {
      const isCached = () =>
        page.evaluate(async (path) => Boolean(await caches.match(path)), `/posts/${post}`);
      await expect.poll(isCached, { timeout: 30_000 }).toBe(true);
      await page.goto('/offline');
      await page.locator('.history-row').first().waitFor();
    },
  },
  {
    name: 'history-empty',
    path: () => '/history',
    prepare: (page) => page.locator('[data-part=empty]').waitFor(),
  },
  {
    name: 'history-off',
    path: () => '/history',
    prepare: async (page) => {
      await page.locator('[data-part=stop]').click();
      await page.locator('[data-part=off]').waitFor();
    },
  },
];
