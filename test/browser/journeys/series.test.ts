import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab, type Tab } from '../site.ts';
import { idOf, partsOf, ready, saved } from './editor-page.ts';

const site = await openSite();
const TITLES = ['春', '夏', '秋'] as const;

async function authorWithPosts(): Promise<{ author: Client; ids: number[] }> {
  const author = await site.member({ exp: 300 });
  const ids: number[] = [];
  for (const title of TITLES) {
    const post = { title, body: `<p>${title}天的灯火。</p>` };
    ids.push((await requireOk(author.post('/api/studio/posts', post))).id);
  }
  return { author, ids };
}

/** The only series of the author, with the titles in the order of the database. */
async function stored(author: Client): Promise<{ id: number; titles: string[] }> {
  const { items } = await requireOk(author.get('/api/series'));
  expect(items).toHaveLength(1);
  const { id } = items[0];
  const { posts } = await requireOk(author.get(`/api/series/${id}`));
  return { id, titles: posts.map(({ post }: { post: { title: string } }) => post.title) };
}

/** A series with all posts, and its page in the studio. */
async function arrange(look: Partial<Parameters<typeof openTab>[1]> = {}) {
  const { author, ids } = await authorWithPosts();
  const { id } = await requireOk(author.post('/api/series', { title: '四季' }));
  for (const post_id of ids) await requireOk(author.post(`/api/series/${id}/posts`, { post_id }));
  const tab = await openTab(site, { as: author, ...look });
  await tab.page.goto(`/studio/series/${id}`);
  if (look.scripts !== false) await tab.page.locator('[data-series][data-ready]').waitFor();
  return { ...tab, author, ids, id };
}

const shown = (page: Page) => page.locator('.arrange-text a').allTextContents();
const handle = (page: Page, title: string) =>
  page.getByRole('button', { name: `调整《${title}》的位置` });
const status = (page: Page, text: string) =>
  page.locator('[data-order-status]').getByText(text).waitFor();

/** From the page of the series through every post, by "next". */
async function readThrough({ page }: Tab, id: number, titles: string[]): Promise<void> {
  await page.goto(`/series/${id}`);
  await page.getByRole('link', { name: '从第一篇开始读' }).click();
  for (const [index, title] of titles.entries()) {
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    const block = page.getByRole('navigation', { name: '四季' });
    await block.getByText(`第 ${index + 1} 篇 / 共 ${titles.length} 篇`).waitFor();
    const next = block.getByRole('link', { name: /^下一篇/ });
    expect(await next.count()).toBe(index + 1 < titles.length ? 1 : 0);
    expect(await block.getByRole('link', { name: /^上一篇/ }).count()).toBe(index > 0 ? 1 : 0);
    if (await next.count()) await next.click();
  }
}

describe('series', () => {
  test('are created in the editor, filled, put in order by keys and read through', async () => {
    const { author, ids } = await authorWithPosts();
    const tab = await openTab(site, { as: author });
    const { page, problems } = tab;
    const field = page.locator('#write-series');
    await page.goto(`/studio/write?id=${ids[0]}`);
    await ready(page);
    await field.selectOption({ label: '新建合集…' });
    const title = page.getByLabel('新合集的标题');
    expect(await title.evaluate((input) => input === document.activeElement)).toBe(true);
    await title.fill('四季');
    // Twice: the second click must not create another series.
    await page.getByRole('button', { name: '新建并加入' }).dblclick();
    await page.locator('#write-series-status').getByText('已保存').waitFor();
    expect(await field.locator('option:checked').textContent()).toBe('四季');
    expect(await title.isVisible()).toBe(false);
    for (const id of ids.slice(1)) {
      await page.goto(`/studio/write?id=${id}`);
      await ready(page);
      await field.selectOption({ label: '四季' });
      await page.locator('#write-series-status').getByText('已保存').waitFor();
    }
    const { id, titles } = await stored(author);
    expect(titles).toEqual(['春', '夏', '秋']);

    await page.getByRole('link', { name: '管理合集' }).click();
    await page.getByRole('link', { name: '四季' }).click();
    await page.locator('[data-series][data-ready]').waitFor();
    await handle(page, '秋').focus();
    await page.keyboard.press('ArrowUp');
    await status(page, '《秋》已移到第 2 位，共 3 篇');
    await page.keyboard.press('ArrowUp');
    // Still focused, with its new position in its name.
    expect(await page.locator(':focus').getAttribute('aria-label')).toContain('第 1 位');
    await status(page, '顺序已保存');
    expect(await shown(page)).toEqual(['秋', '春', '夏']);
    expect((await stored(author)).titles).toEqual(['秋', '春', '夏']);
    await readThrough(tab, id, ['秋', '春', '夏']);
    expect(problems).toEqual([]);
  });

  test('get a post that is not saved yet with its first save', async () => {
    const author = await site.member({ exp: 300 });
    const { id } = await requireOk(author.post('/api/series', { title: '四季' }));
    const { page, problems } = await openTab(site, { as: author });
    await page.goto('/studio/write');
    await ready(page);
    await page.locator('#write-series').selectOption({ label: '四季' });
    await page.getByText('文章第一次保存后加入').waitFor();
    const { title, body } = partsOf(page);
    await title.fill('冬');
    await body.pressSequentially('雪。');
    await saved(page);
    await page.locator('#write-series-status').getByText('已保存').waitFor();
    const post = await idOf(page);
    expect((await author.get(`/api/posts/${post}/series`)).body).toEqual({ series_id: id });
    await page.reload();
    await ready(page);
    expect(await page.locator('#write-series').inputValue()).toBe(String(id));
    expect(problems).toEqual([]);
  });

  test('are put in order by dragging and by buttons', async () => {
    const { page, problems, author } = await arrange();
    const from = await handle(page, '春').boundingBox();
    const to = await handle(page, '秋').boundingBox();
    if (!from || !to) throw new Error('no handle');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 8 });
    expect(await shown(page)).toEqual(['夏', '秋', '春']);
    await page.mouse.up();
    await status(page, '顺序已保存');
    expect((await stored(author)).titles).toEqual(['夏', '秋', '春']);

    await page.getByRole('button', { name: '上移 秋' }).click();
    await status(page, '顺序已保存');
    expect(await page.getByRole('button', { name: '上移 秋' }).isDisabled()).toBe(true);
    expect((await stored(author)).titles).toEqual(['秋', '夏', '春']);
    expect(problems).toEqual([]);
  });

  test('are put in order by a finger on a phone', async () => {
    const { page, context, author, problems } = await arrange({ width: 390 });
    const from = await handle(page, '秋').boundingBox();
    const to = await handle(page, '春').boundingBox();
    if (!from || !to) throw new Error('no handle');
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x + from.width / 2, y }],
      });
    const start = from.y + from.height / 2;
    await send('touchStart', start);
    for (let part = 1; part <= 6; part += 1)
      await send('touchMove', start + ((to.y - start) * part) / 6);
    await send('touchEnd');
    await status(page, '顺序已保存');
    expect((await stored(author)).titles).toEqual(['秋', '春', '夏']);
    expect(problems).toEqual([]);
  });

  test('show the order of another window that was first', async () => {
    const { page, author, ids, id } = await arrange();
    const post_ids = ids.toReversed();
    const { version } = await requireOk(author.get(`/api/series/${id}`));
    await requireOk(author.put(`/api/series/${id}/order`, { version, post_ids }));
    await handle(page, '春').press('ArrowDown');
    await status(page, '合集已在另一个窗口改动，下面是最新的顺序。');
    expect(await shown(page)).toEqual(['秋', '夏', '春']);
    // And goes on from there.
    await handle(page, '春').press('ArrowUp');
    await status(page, '顺序已保存');
    expect((await stored(author)).titles).toEqual(['秋', '春', '夏']);
  });

  test('are created, filled, put in order and read without scripts', async () => {
    const { author, ids } = await authorWithPosts();
    const tab = await openTab(site, { as: author, scripts: false });
    const { page, problems } = tab;
    await page.goto('/studio/series');
    await page.getByRole('button', { name: '新建合集' }).first().click();
    await page.getByLabel('标题').fill('四季');
    await page.locator('#new-series').getByRole('button', { name: '新建合集' }).click();
    await page.getByText('合集还是空的，从下面选择文章加入。').waitFor();
    for (const title of ['春', '夏']) {
      await page.getByLabel('从没有加入合集的文章中选择').selectOption({ label: title });
      await page.getByRole('button', { name: '加入', exact: true }).click();
      await page.locator('.arrange-text').getByText(title).waitFor();
    }
    await page.goto(`/studio/write?id=${ids[2]}`);
    await page.locator('#plain-series').selectOption({ label: '四季' });
    await page.getByRole('button', { name: '设置合集' }).click();
    await page.getByText('合集已设置。').waitFor();
    const { id, titles } = await stored(author);
    expect(titles).toEqual(['春', '夏', '秋']);

    await page.goto(`/studio/series/${id}`);
    await page.getByRole('button', { name: '下移 春' }).click();
    await page.locator('.arrange-text').first().getByText('夏').waitFor();
    expect(await shown(page)).toEqual(['夏', '春', '秋']);
    await readThrough(tab, id, ['夏', '春', '秋']);

    await page.goto(`/studio/series/${id}`);
    await page.getByRole('button', { name: '移出 春' }).click();
    await page.getByText('已移出合集。').waitFor();
    expect((await stored(author)).titles).toEqual(['夏', '秋']);
    await page.getByRole('button', { name: '删除合集' }).click();
    await page.locator('#delete-series').getByRole('button', { name: '删除', exact: true }).click();
    await page.getByText('合集已删除，文章都还在。').waitFor();
    expect((await site.visitor().get(`/series/${id}`)).status).toBe(404);
    expect((await site.visitor().get(`/posts/${ids[0]}`)).status).toBe(200);
    expect(problems).toEqual([]);
  });
});
