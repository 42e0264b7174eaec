import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDay } from '../../../src/platform/clock.ts';
import type { Client } from '../../support/client.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();

async function write(author: Client, fields: object): Promise<number> {
  const post = { body: '<p>灯火可亲。</p>', ...fields };
  return (await requireOk(author.post('/api/studio/posts', post))).id;
}

const row = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

describe('deleting a post', () => {
  test('needs a confirmation with the focus on cancel, shows the cost, and updates the list in place', async () => {
    const author = await site.member({ exp: 300 });
    await write(author, { title: '留下的' });
    await write(author, { title: '要删的' });
    const { page, problems } = await openTab(site, { as: author });
    await page.goto('/studio/content');
    await row(page, '要删的').getByRole('button', { name: '删除' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: '删除《要删的》？' });
    await dialog.getByText('将消耗 2 能量（余额 1 → −1）').waitFor();
    expect(await page.locator(':focus').textContent()).toBe('取消');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await row(page, '要删的').count()).toBe(1);

    await row(page, '要删的').getByRole('button', { name: '删除' }).click();
    await dialog.getByRole('button', { name: '删除文章' }).click();
    await page.getByText('文章已删除。').waitFor();
    expect(await row(page, '要删的').count()).toBe(0);
    expect(await row(page, '留下的').count()).toBe(1);
    expect((await author.get('/api/energy/info')).body.balance).toBe(-1);
    expect(problems).toEqual([]);
  });

  test('works without scripts', async () => {
    const author = await site.member({ exp: 300 });
    await write(author, { title: '要删的' });
    const { page, problems } = await openTab(site, { as: author, scripts: false });
    await page.goto('/studio/content');
    await row(page, '要删的').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除文章' }).click();
    await page.getByText('还没有写过文章。').waitFor();
    expect(problems).toEqual([]);
  });
});

test('a draft is published from the list', async () => {
  const author = await site.member({ exp: 300 });
  const id = await write(author, { title: '写好了', draft: true });
  const { page, problems } = await openTab(site, { as: author });
  await page.goto('/studio/content?status=draft');
  await row(page, '写好了').getByRole('link', { name: '发布' }).click();
  await page.waitForURL(`**/studio/submit?id=${id}`);
  expect(await page.locator('.submit-card .post-card-title').textContent()).toContain('写好了');
  await page.locator('#submit-now button').click();
  await page.waitForURL(`**/posts/${id}`);
  expect((await site.visitor().get(`/api/posts/${id}`)).status).toBe(200);
  expect(problems).toEqual([]);
});

test('UX 3.5 the list of drafts shows unsynced drafts of this device', async () => {
  const author = await site.member({ exp: 300 });
  const id = await write(author, { title: '写了一半', draft: true });
  await write(author, { title: '已经存好', draft: true });
  const { page, problems } = await openTab(site, { as: author });
  await page.goto('/studio/drafts');
  await page.evaluate(
    ([uid, post]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('lamplight', 1);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('drafts', { keyPath: 'slot' });
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('drafts', 'readwrite');
          const copy = (slot: string, of: number | null, text: string) =>
            writing.objectStore('drafts').put({
              slot,
              uid,
              id: of,
              version: 1,
              content: { title: text, summary: '', body: '', cover_url: null },
              at: Date.now(),
            });
          copy('one', post as number, '改过');
          copy('two', null, '新的');
          copy('three', null, '');
          writing.oncomplete = () => resolve();
        };
      }),
    [author.uid, id],
  );
  await page.reload();
  await row(page, '写了一半').getByText('仅本机').waitFor();
  expect(await row(page, '已经存好').getByText('仅本机').count()).toBe(0);
  await page.getByText('这台设备上还有 1 篇没有保存过的新草稿。').waitFor();
  expect(problems).toEqual([]);
});

describe('UX 3.5 the chart', () => {
  /** Liked 4 times the day before yesterday and energized with 2 yesterday. */
  async function authorWithTrends(): Promise<Client> {
    const author = await site.member({ exp: 300 });
    const id = await write(author, { title: '一篇' });
    for (const [ago, likes, energy] of [
      [2, 4, 0],
      [1, 0, 2],
    ] as const) {
      await site.sql(
        'insert into post_day (post_id, day, author_uid, likes, energy) values ($1, $2, $3, $4, $5)',
        [id, calendarDay(addDays(site.ctx.now(), -ago)), author.uid, likes, energy],
      );
    }
    return author;
  }

  test('moves between days by arrow keys and shows the values of each', async () => {
    const { page, problems } = await openTab(site, { as: await authorWithTrends() });
    await page.goto('/studio/analytics?range=7d');
    const readout = page.locator('.chart-readout');
    await page.getByRole('application').focus();
    await page.keyboard.press('End');
    await readout.getByText('今天（截至目前）').waitFor();
    await page.keyboard.press('ArrowLeft');
    await readout.getByText('能量 2').waitFor();
    await page.keyboard.press('ArrowLeft');
    await readout.getByText('点赞 4').waitFor();
    expect(await readout.getAttribute('aria-live')).toBe('polite');
    await page.keyboard.press('Escape');
    await readout.getByText('逐日查看').waitFor();
    expect(problems).toEqual([]);
  });

  test('hides a line and rescales the others', async () => {
    const { page, problems } = await openTab(site, { as: await authorWithTrends() });
    await page.goto('/studio/analytics?range=7d');
    const likes = page.getByRole('button', { name: /点赞/ });
    expect(await likes.getAttribute('aria-pressed')).toBe('true');
    await likes.click();
    await page.locator('.chart-lines .tone-likes').waitFor({ state: 'detached' });
    expect(await likes.getAttribute('aria-pressed')).toBe('false');
    const field = page.getByRole('application');
    await field.hover({ position: { x: 1, y: 40 } });
    expect(await page.locator('.chart-readout').textContent()).not.toContain('点赞');
    expect(await page.locator('.chart-cursor circle').count()).toBe(4);
    expect(problems).toEqual([]);
  });

  test('is complete without scripts', async () => {
    const { page, problems } = await openTab(site, {
      as: await authorWithTrends(),
      scripts: false,
    });
    await page.goto('/studio/analytics?range=7d');
    expect(await page.locator('.chart-lines path').count()).toBe(5);
    expect(await page.getByRole('img', { name: /能量、评论/ }).count()).toBe(1);
    await page.getByText('以表格查看').click();
    expect(await page.getByRole('rowheader').count()).toBe(7);
    expect(problems).toEqual([]);
  });
});

test('on a phone the studio has one bar, at the bottom', async () => {
  const { page, problems } = await openTab(site, { as: await site.member(), width: 390 });
  await page.goto('/studio/drafts');
  expect(await page.locator('.bottom-bar').isVisible()).toBe(false);
  const bar = page.getByRole('navigation', { name: '创作中心' });
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  await bar.getByRole('link', { name: '数据' }).click();
  await page.getByRole('heading', { level: 1, name: '数据' }).waitFor();
  expect(problems).toEqual([]);
});
