import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type Community, requireOk } from '../seed.ts';
import type { Screenshot } from './screenshot.ts';

const comments = ({ post }: Community) => `/posts/${post}#comments`;
const box = (page: Page) => page.getByRole('textbox', { name: /写评论|Write a comment/ });

/** The states of a post's comments; screenshots/reading.ts has the post itself. */
export const commentScreenshots: Screenshot[] = [
  { name: 'comments-visitor', path: comments },
  {
    name: 'comments-marked',
    path: comments,
    as: ({ reader }) => reader,
    prepare: async (page) => {
      const address = await page.locator('.comment-time').nth(2).getAttribute('href');
      await page.goto((address ?? '').replace(/#.*/, '#comments'));
      await page.locator('.comment-marked').waitFor();
    },
  },
  {
    name: 'comments-writing',
    path: comments,
    as: ({ reader }) => reader,
    prepare: async (page) => {
      await box(page).fill(`灯下读完，想说三件事。\n${'字'.repeat(930)}`);
    },
  },
  {
    name: 'comments-editing',
    path: comments,
    as: ({ reader }) => reader,
    prepare: async (page) => {
      await page.locator('.comment-action[aria-pressed]').first().click();
      await box(page).fill('先写下来，再慢慢改。');
      await box(page).press('Control+Enter');
      // The new comment shows: the list does not change any more.
      await expect.poll(() => box(page).inputValue()).toBe('');
      await page
        .getByRole('link', { name: /^(编辑|Edit)$/ })
        .first()
        .click();
      await page.getByRole('textbox', { name: /修改评论|Edit your comment/ }).waitFor();
    },
  },
  {
    name: 'comments-mention',
    path: comments,
    as: ({ reader }) => reader,
    prepare: async (page) => {
      await box(page).pressSequentially('同意 @');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'comments-mention-later',
    path: comments,
    as: ({ newcomer }) => newcomer,
    prepare: async (page) => {
      await box(page).pressSequentially('@');
      await page.getByText(/Lv3/).first().waitFor();
    },
  },
  {
    name: 'comments-image',
    path: comments,
    as: ({ author }) => author,
    prepare: async (page) => {
      const dusk = { width: 480, height: 320, channels: 3, background: '#8a5a00' } as const;
      const buffer = await sharp({ create: dusk }).png().toBuffer();
      const file = { name: 'dusk.png', mimeType: 'image/png', buffer };
      await page.getByLabel(/添加图片|Add an image/).setInputFiles(file);
      await page.locator('.composer-picture progress').waitFor({ state: 'detached' });
      await box(page).fill('傍晚的灯。');
    },
  },
  {
    name: 'comments-replying',
    path: comments,
    as: ({ author }) => author,
    prepare: async (page) => {
      await page.getByRole('link', { name: /展开 2 条回复|Show 2 more replies/ }).click();
      await page.getByText('学到了。').waitFor();
      await page
        .locator('.reply')
        .last()
        .getByRole('link', { name: /回复|Reply/ })
        .click();
    },
  },
  {
    name: 'comments-removing',
    path: ({ post }) => `/posts/${post}?order=newest#comments`,
    as: ({ reader }) => reader,
    prepare: async (page, { reader, post }) => {
      // A comment of its own, because leaving the page deletes it.
      const body = '这一条马上就删。';
      await requireOk(reader.post(`/api/posts/${post}/comments`, { body }));
      await page.reload();
      const one = page.getByRole('article').filter({ hasText: body });
      await one.getByRole('button', { name: /删除|Delete/ }).click();
      await page.getByRole('button', { name: /撤销|Undo/ }).waitFor();
    },
  },
  { name: 'comments-banned', path: comments, as: ({ banned }) => banned },
  {
    name: 'comments-empty',
    path: ({ posts }) => `/posts/${posts[5]}#comments`,
    as: ({ reader }) => reader,
  },
  {
    name: 'comments-not-public',
    path: ({ draft }) => `/posts/${draft}#comments`,
    as: ({ author }) => author,
  },
];
