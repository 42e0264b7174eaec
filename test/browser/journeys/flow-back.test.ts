import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';
import {
  idOf,
  openEditor,
  partsOf,
  ready,
  saved,
  storedBody,
  storedPost,
  textOf,
} from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });
const TEXT = { title: '雨后', body: '<p>山里下了三天的雨。</p>' };

async function write(author: Client, fields: object = {}): Promise<number> {
  return (await requireOk(author.post('/api/studio/posts', { ...TEXT, ...fields }))).id;
}

/** The editor with the text of the post; without scripts its plain form. */
async function expectInEditor(page: Page, id: number, scripts: boolean): Promise<void> {
  await page.waitForURL(`**/studio/write?id=${id}`);
  if (scripts) await ready(page);
  expect(await partsOf(page).title.inputValue()).toBe(TEXT.title);
}

test.each([true, false])(
  'D58: an author withdraws a post from review and continues to write; scripts %s',
  async (scripts) => {
    await site.review(true);
    const author = await member();
    const id = await write(author, { draft: true });
    await requireOk(author.post(`/api/studio/posts/${id}/submit`));
    const { page, problems } = await openTab(site, { as: author, scripts });
    await page.goto(`/studio/write?id=${id}`);
    await page.getByRole('button', { name: '撤回并继续写' }).click();
    await expectInEditor(page, id, scripts);
    expect(await storedPost(author, id)).toMatchObject({ status: 'draft' });

    await requireOk(author.post(`/api/studio/posts/${id}/submit`));
    await page.goto('/studio/content?status=pending');
    await page.getByRole('button', { name: '撤回', exact: true }).click();
    await page.getByText('没有等待审核的文章。').waitFor();
    expect(await storedPost(author, id)).toMatchObject({ status: 'draft' });
    await site.review(false);
    expect(problems).toEqual([]);
  },
);

test.each([true, false])(
  'D59: a deleted post is in the bin, and comes back once, as a draft; scripts %s',
  async (scripts) => {
    const author = await member();
    const id = await write(author);
    const { page, problems } = await openTab(site, { as: author, scripts });
    const remove = async () => {
      await page.goto('/studio/content');
      await page.getByRole('button', { name: '删除', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除文章' }).click();
      await page.getByText('还没有写过文章。').waitFor();
    };
    await remove();
    await page.getByRole('link', { name: '回收站' }).click();
    const row = page.getByRole('article').filter({ hasText: TEXT.title });
    await row.getByText('还剩 30 天').waitFor();
    await row.getByRole('button', { name: /^恢复为草稿/ }).click();
    await expectInEditor(page, id, scripts);
    expect(await storedPost(author, id)).toMatchObject({ status: 'draft' });

    await remove();
    await page.goto('/studio/bin');
    await page.getByText('已恢复过一次，不能再恢复。').waitFor();
    expect(await row.getByRole('button', { name: /^恢复为草稿/ }).isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  },
);

test('D23: a member of Lv0 writes on one device, continues on another, and reads what publishing needs', async () => {
  const newcomer = await site.member({ exp: 0 });
  const first = await openEditor(site, newcomer);
  await first.title.fill('第一篇');
  await first.body.click();
  await first.page.keyboard.type('hello');
  await saved(first.page);
  const id = await idOf(first.page);
  await first.context.close();

  const other = await openTab(site, { as: newcomer, width: 390 });
  await other.page.goto('/studio/drafts');
  await other.page
    .getByRole('link', { name: /第一篇|继续写/ })
    .first()
    .click();
  await other.page.waitForURL(`**/studio/write?id=${id}`);
  await ready(other.page);
  const { body } = partsOf(other.page);
  expect(textOf(await body.innerHTML())).toContain('hello');
  await body.click();
  await other.page.keyboard.press('Control+End');
  await other.page.keyboard.type(' again');
  expect(textOf(await storedBody(other.page, newcomer))).toBe('hello again');
  await other.page.goto(`/studio/submit?id=${id}`);
  await other.page.getByText('升到 Lv1 才能发布').waitFor();
  expect(await other.page.locator('#submit-now button').isDisabled()).toBe(true);
  expect([...first.problems, ...other.problems]).toEqual([]);
});

test('one click on an own post opens it in the editor; for others there is no such button', async () => {
  const author = await member();
  const id = await write(author);
  const edit = (page: Page) => page.getByRole('link', { name: '编辑', exact: true });
  const own = await openTab(site, { as: author });
  await own.page.goto(`/posts/${id}`);
  await edit(own.page).click();
  await expectInEditor(own.page, id, true);
  for (const as of [undefined, await member()]) {
    const { page } = await openTab(site, { as });
    await page.goto(`/posts/${id}`);
    expect(await edit(page).count()).toBe(0);
  }
  expect(own.problems).toEqual([]);
});
