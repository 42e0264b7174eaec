import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { until } from '../../support/until.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

/** ADR 0062 in a real browser. */
const site = await openSite();
const author = await site.member({ exp: 2000 });
const publish = (title: string) =>
  requireOk(author.post('/api/studio/posts', { title, body: '<p>灯火可亲。</p>' }));
const comment = (who: Client, post: number, body = '好') =>
  requireOk(who.post(`/api/posts/${post}/comments`, { body }));
const streams = () => site.app.eventStreams.tally().open;
const isFollowing = () => until(() => streams() === 1);
const bell = (page: Page) => page.locator('.bell .badge');
const pill = (page: Page) => page.locator('.live a');

test('tabs of a browser share one stream, all receive, and another tab takes over', async () => {
  const reader = await site.member({ exp: 600 });
  const own = (
    await requireOk(reader.post('/api/studio/posts', { title: '我的', body: '<p>一</p>' }))
  ).id;
  const { id } = await publish('夜航');
  const { page: first, context, problems } = await openTab(site, { as: reader });
  await first.goto('/');
  await isFollowing();
  const others: Page[] = [];
  for (const path of [
    '/',
    '/posts?order=following',
    `/posts/${id}`,
    `/posts/${own}`,
    '/studio',
    '/messages',
    '/tags',
  ]) {
    const page = await context.newPage();
    await page.goto(path);
    others.push(page);
  }
  // More tabs than a browser has connections to a site: with a stream each, the last would not have loaded.
  await isFollowing();
  await comment(author, own);
  for (const page of [first, ...others])
    await until(async () => (await bell(page).first().textContent({ timeout: 20_000 })) === '1');
  expect(streams()).toBe(1);

  await first.close();
  await until(() => streams() === 1);
  await comment(author, own, '再来');
  for (const page of others)
    await until(async () => (await bell(page).first().textContent()) === '2');
  expect(streams()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
  await until(() => streams() === 0);
});

test('new comments are offered, nothing moves, and a click shows them', async () => {
  const reader = await site.member({ exp: 600 });
  const { id } = await publish('灯下');
  const { page, context, problems } = await openTab(site, { as: reader });
  await page.goto(`/posts/${id}`);
  await isFollowing();
  await page.evaluate(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
      document.body.dataset['shift'] = String(shift);
    }).observe({ type: 'layout-shift' });
  });
  await comment(author, id, '第一条');
  await pill(page).getByText('1 条新评论').waitFor();
  await comment(author, id, '第二条');
  await pill(page).getByText('2 条新评论').waitFor();
  expect(await page.locator('.live').getAttribute('role')).toBe('status');
  expect(Number((await page.evaluate(() => document.body.dataset['shift'])) ?? 0)).toBe(0);
  expect(await page.getByText('第二条').count()).toBe(0);
  await pill(page).click();
  await page.getByText('第二条').waitFor();
  expect(await pill(page).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
  await until(() => streams() === 0);
});

test('new posts are offered on the list, in the language of the page, and not the own ones', async () => {
  const reader = await site.member({ exp: 600 });
  const { page, context, problems } = await openTab(site, { as: reader, locale: 'en' });
  await page.goto('/');
  await isFollowing();
  await requireOk(reader.post('/api/studio/posts', { title: '自己的', body: '<p>二</p>' }));
  await publish('新的一篇');
  await pill(page).getByText('1 new post', { exact: true }).waitFor();
  await publish('又一篇');
  await pill(page).getByText('2 new posts').waitFor();
  await pill(page).click();
  await page.getByRole('link', { name: '又一篇' }).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
  await until(() => streams() === 0);
});

test('the own post and the queue of the staff follow a decision', async () => {
  await site.review(true);
  const writer = await site.member({ exp: 600 });
  const admin = await site.member({ exp: 600, role: 'admin' });
  const { id } = await requireOk(
    writer.post('/api/studio/posts', { title: '待审', body: '<p>三</p>', draft: true }),
  );
  const staff = await openTab(site, { as: admin });
  await staff.page.goto('/admin/users');
  await isFollowing();
  expect(await staff.page.locator('[data-waiting="posts"]').isVisible()).toBe(false);
  await requireOk(writer.post(`/api/studio/posts/${id}/submit`));
  await until(
    async () =>
      (await staff.page.locator('[data-waiting="posts"]').textContent())?.startsWith('1') === true,
  );
  const mine = await openTab(site, { as: writer });
  await mine.page.goto('/studio/content');
  const row = mine.page.locator(`[data-live-row="${id}"]`);
  await row.waitFor();
  await until(() => streams() === 2);
  const before = await row.textContent();
  await requireOk(admin.post(`/api/admin/posts/${id}/approve`, { version: 1 }));
  await until(async () => (await row.textContent()) !== before);
  await until(async () => !(await staff.page.locator('[data-waiting="posts"]').isVisible()));
  expect([...staff.problems, ...mine.problems]).toEqual([]);
  await site.review(false);
  await staff.context.close();
  await mine.context.close();
});

test('without scripts the page shows its counts as before, and visitors have no stream', async () => {
  const reader = await site.member({ exp: 600 });
  const { page, context } = await openTab(site, { as: reader, scripts: false });
  const own = (
    await requireOk(reader.post('/api/studio/posts', { title: '无脚本', body: '<p>一</p>' }))
  ).id;
  await comment(author, own);
  await page.goto('/');
  expect(await bell(page).first().textContent()).toBe('1');
  const visitor = await openTab(site);
  await visitor.page.goto('/');
  await visitor.page.waitForLoadState('networkidle');
  expect(visitor.problems).toEqual([]);
  await context.close();
  await visitor.context.close();
  await until(() => streams() === 0);
});
