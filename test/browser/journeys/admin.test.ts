import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { pictureOf } from '../../support/picture.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
const owner = await site.member({ email: 'owner@example.org', role: 'owner', exp: 300 });
const admin = await site.member({ email: 'admin@example.org', role: 'admin', exp: 300 });
const author = await site.member({ email: 'author@example.org', exp: 300 });
await requireOk(admin.put('/api/settings/profile', { username: '巡夜人' }));

async function submitPost(title: string): Promise<number> {
  await site.review(true);
  const { id } = await requireOk(
    author.post('/api/studio/posts', { title, body: `<p>${title}</p>` }),
  );
  await requireOk(author.post(`/api/studio/posts/${id}/submit`));
  site.wait(1);
  return id;
}

async function statusOf(who: Client, id: number): Promise<string> {
  return (await who.get(`/api/admin/posts/${id}`)).body.status;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name }).waitFor();

test('§3.4, D22 a moderator empties the queue by keyboard alone', async () => {
  const [first, second, third] = [
    await submitPost('第一篇'),
    await submitPost('第二篇'),
    await submitPost('第三篇'),
  ];
  const { page, problems } = await openTab(site, { as: admin });
  await page.goto('/admin/posts');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await heading(page, '第一篇');

  await page.keyboard.press('a');
  await heading(page, '第二篇');
  expect(await statusOf(admin, first)).toBe('approved');

  await page.keyboard.press('r');
  const box = page.locator('#reject-reason');
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('rather short');
  // Enter inserts a new line and sends nothing.
  await page.keyboard.press('Enter');
  expect(await statusOf(admin, second)).toBe('pending');
  await page.keyboard.press('Control+Enter');
  await heading(page, '第三篇');
  expect(await statusOf(admin, second)).toBe('rejected');

  await page.keyboard.press('a');
  await page.getByText('全部处理完毕').waitFor();
  expect(await statusOf(admin, third)).toBe('approved');
  expect(problems).toEqual([]);
});

test('D22 the second moderator sees who decided first', async () => {
  const id = await submitPost('两人同时打开');
  const { page, problems } = await openTab(site, { as: owner });
  await page.goto(`/admin/posts?post=${id}`);
  await requireOk(admin.post(`/api/admin/posts/${id}/reject`, { version: 1, reason: '太短。' }));
  await page.getByRole('button', { name: /^通过/ }).click();
  await page.getByText('已被 @巡夜人 处理').waitFor();
  await page.locator('.review-head').getByText('未通过').waitFor();
  await page.locator('.review-history').getByText('太短。').waitFor();
  expect(problems).toEqual([]);
});

test('D39 a new name is approved by keyboard once its row has the focus', async () => {
  await site.review(false);
  const member = await site.member({ exp: 300 });
  await requireOk(member.put('/api/settings/profile', { username: '旧名字' }));
  await requireOk(
    owner.post('/api/admin/energy/adjust', { uids: [member.uid], amount: 9, reason: 'x' }),
  );
  await site.review(true);
  await requireOk(member.put('/api/settings/profile', { username: '新名字' }));
  const { page, problems } = await openTab(site, { as: admin });
  await page.goto('/admin/profile-changes');
  // Without a focused row the key does nothing.
  await page.keyboard.press('a');
  await page.getByText('新名字').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByText('全部处理完毕').waitFor();
  expect((await member.get('/api/settings/profile')).body.username).toBe('新名字');
  expect(problems).toEqual([]);
});

test('§3, D16 a ban requires a reason, shows what it ends, and ends it', async () => {
  const troublemaker = await site.member({ email: 'loud@example.org', exp: 300 });
  const { page, problems } = await openTab(site, { as: admin });
  await page.goto(`/admin/users?q=${troublemaker.uid}`);
  // By keyboard: the row shows only its menu.
  expect(await page.getByRole('button', { name: '封禁' }).count()).toBe(0);
  await page.getByRole('button', { name: /^更多/ }).press('Enter');
  await page.getByRole('button', { name: '封禁' }).first().press('Enter');
  await page.getByText('将立即退出 1 台已登录的设备。').waitFor();
  await page.getByRole('button', { name: '多次刷屏。' }).click();
  await page.locator(`#ban-${troublemaker.uid} button[type=submit]`).click();
  await page.getByRole('cell', { name: '已封禁' }).waitFor();
  expect((await troublemaker.get('/api/settings/sessions')).status).toBe(401);
  expect(problems).toEqual([]);
});

test.each([
  [390, 'grid'],
  [950, 'grid'],
  [1280, 'table-row'],
] as const)(
  'at %i px the rows of staff tables are a %s, never squeezed',
  async (width, display) => {
    const { page, problems } = await openTab(site, { as: owner, width });
    for (const path of ['/admin/users', '/admin/audit-log', '/admin/energy-logs']) {
      await page.goto(path);
      const row = page.locator('.staff-table tbody tr').first();
      expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe(display);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    }
    expect(problems).toEqual([]);
  },
);

test('D42 energy is previewed, then given once', async () => {
  const [one, two] = [await site.member(), await site.member()];
  const { page, problems } = await openTab(site, { as: owner });
  await page.goto('/admin/energy');
  await page.getByLabel('成员 UID').fill(`${one.uid}\n${two.uid}`);
  await page.getByLabel('每人数量').fill('12');
  await page.getByRole('button', { name: '活动奖励。' }).click();
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('给 2 人每人 +12，共 +24').waitFor();
  expect((await one.get('/api/energy/info')).body.balance).toBe(0);
  await page.getByRole('button', { name: '确认调整，共 +24' }).click();
  await page.getByRole('cell', { name: '+24' }).waitFor();
  expect((await one.get('/api/energy/info')).body.balance).toBe(12);
  expect(problems).toEqual([]);
});

test('§4 the owner turns the review switch, without scripts too', async () => {
  await site.review(false);
  for (const [scripts, button, then] of [
    [true, '开启审核', '关闭审核'],
    [false, '关闭审核', '开启审核'],
  ] as const) {
    const { page, problems } = await openTab(site, { as: owner, scripts });
    await page.goto('/admin/site-settings');
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('button', { name: then }).waitFor();
    expect(problems).toEqual([]);
  }
  const { body } = await owner.get('/api/settings/audit-status');
  expect(body.audit_enabled).toBe(false);
});

test('§4 a comment is found, marked and deleted without scripts', async () => {
  await site.review(false);
  const post = await requireOk(
    author.post('/api/studio/posts', { title: '闲聊', body: '<p>x</p>' }),
  );
  await requireOk(author.post(`/api/posts/${post.id}/comments`, { body: '代购请加微信' }));
  const { page, problems } = await openTab(site, { as: admin, scripts: false });
  await page.goto('/admin/comments');
  await page.getByLabel('关键词').fill('微信');
  await page.getByRole('button', { name: '筛选' }).click();
  await page.locator('mark', { hasText: '微信' }).waitFor();
  await page.getByRole('button', { name: '删除' }).first().click();
  await page.locator('.popover:popover-open textarea').fill('广告。');
  await page.locator('.popover:popover-open button[type=submit]').click();
  await page.getByText('没有符合条件的内容').waitFor();
  expect(problems).toEqual([]);
});

test('§5.5 members are refused, and anonymous visitors log in first', async () => {
  const { page } = await openTab(site, { as: author });
  const response = await page.goto('/admin/posts');
  expect(response?.status()).toBe(403);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const visitor = await openTab(site);
  await visitor.page.goto('/admin/users');
  expect(new URL(visitor.page.url()).pathname).toBe('/login');
});

test('D55 a moderator removes one picture; the post keeps its layout, with a placeholder image', async () => {
  await site.review(false);
  const file = await pictureOf('png', 600, 400);
  const { url } = await requireOk(author.upload('/api/posts/upload-image', file));
  const body = `<p>一</p><figure><img src="${url}" alt="海" width="600" height="400"></figure><p>二</p>`;
  const { id } = await requireOk(author.post('/api/studio/posts', { title: '一张图', body }));
  const { page } = await openTab(site, { as: admin });
  await page.goto(`/admin/posts?status=approved&post=${id}`);
  await page.locator('[popovertarget^=picture-]').click();
  await page.locator('[popover]:popover-open textarea').fill('泄露隐私。');
  await page.locator('[popover]:popover-open button[type=submit]').click();
  await page.locator('.review-pictures').waitFor({ state: 'detached' });

  const reader = await openTab(site, {});
  await reader.page.goto(`/posts/${id}`);
  const picture = reader.page.locator('article img[alt="海"]');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete)).toBe(true);
  const shape = await picture.evaluate((one: HTMLImageElement) => ({
    drawn: one.naturalWidth > 0,
    ratio: Math.round((one.clientWidth / one.clientHeight) * 10) / 10,
  }));
  if (process.env['SCREENSHOT_DIR'])
    await reader.page.screenshot({ path: `${process.env['SCREENSHOT_DIR']}/removed-picture.png` });
  expect(shape).toEqual({ drawn: true, ratio: 1.5 });
});
