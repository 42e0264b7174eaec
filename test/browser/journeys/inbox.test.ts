import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { until } from '../../support/until.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
const reader = await site.member({ exp: 600 });
await requireOk(reader.put('/api/settings/profile', { username: '阿哲' }));

/** A member with a comment on their post and a new follower. */
async function author(): Promise<{ member: Client; post: number; comment: number }> {
  const member = await site.member({ exp: 600 });
  const post = (
    await requireOk(member.post('/api/studio/posts', { title: '夜航', body: '<p>好</p>' }))
  ).id;
  const comment = await requireOk(
    reader.post(`/api/posts/${post}/comments`, { body: '写得真细。' }),
  );
  await requireOk(reader.post(`/api/users/${member.uid}/follow`));
  return { member, post, comment: comment.id };
}

const unread = async (member: Client): Promise<number> =>
  (await member.get('/api/messages/unread')).body.total;
const message = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const isInView = (page: Page, id: string) =>
  page.evaluate((name) => {
    const box = document.getElementById(name)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
  }, id);
const marks = (page: Page) => page.getByRole('button', { name: /^标为已读/ });

describe('a message', () => {
  test('§6 leads to its comment and is marked read', async () => {
    const { member, post, comment } = await author();
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/messages');
    await page.getByRole('link', { name: '阿哲评论了《夜航》' }).click();
    await page.waitForURL(`**/posts/${post}?comment=${comment}#comments`);
    await until(async () => (await unread(member)) === 1);
    expect(problems).toEqual([]);
  });

  test('§6 NotifyComment: the comment of the address is marked and scrolled to, with scripts and without', async () => {
    const { member, post, comment } = await author();
    for (let index = 0; index < 12; index++)
      await requireOk(
        reader.post(`/api/comments/${comment}/reply`, { body: `第 ${index} 条回复` }),
      );
    const { items } = (await reader.get(`/api/posts/${post}/comments/${comment}/replies`)).body;
    const last = items.at(-1).id;
    for (const scripts of [true, false]) {
      const { page, problems } = await openTab(site, { as: member, scripts });
      await page.goto(`/posts/${post}?comment=${last}#comments`);
      const marked = page.locator('.comment-marked');
      expect(await marked.getAttribute('id')).toBe(`c-${last}`);
      expect(await marked.getAttribute('aria-current')).toBe('true');
      if (scripts) await until(() => isInView(page, `c-${last}`));
      else expect(await isInView(page, 'comments-title')).toBe(true);
      expect(problems).toEqual([]);
    }
  });

  test('is marked read in the list, and every count follows', async () => {
    const { member } = await author();
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/messages');
    expect(await page.title()).toMatch(/^\(2\) /);
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await message(page, '关注了你').getByRole('button').click();
    await page.getByRole('link', { name: '消息，1 条未读' }).waitFor();
    expect(await page.title()).toMatch(/^\(1\) /);
    const tabs = page.getByRole('navigation', { name: '消息分类' });
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      '全部\n1',
      '评论\n1',
      '@我的',
      '赞和能量',
      '关注',
      '系统',
    ]);
    expect(await marks(page).count()).toBe(1);
    // The page was not reloaded.
    expect(await page.locator('body[data-same]').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('is marked read without scripts', async () => {
    const { member } = await author();
    const { page, problems } = await openTab(site, { as: member, scripts: false });
    await page.goto('/messages');
    await message(page, '关注了你').getByRole('button').click();
    await page.getByRole('link', { name: '消息，1 条未读' }).waitFor();
    await page.getByRole('button', { name: '全部已读' }).click();
    await page.getByRole('link', { name: '消息', exact: true }).first().waitFor();
    expect(await unread(member)).toBe(0);
    expect(problems).toEqual([]);
  });
});

describe('UX 3.6 all read', () => {
  test('can be undone, and then nothing is sent', async () => {
    const { member } = await author();
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/messages');
    await page.getByRole('button', { name: '全部已读' }).click();
    await page.getByText('已全部标为已读。').waitFor();
    expect(await marks(page).count()).toBe(0);
    await page.getByRole('button', { name: '撤销' }).click();
    expect(await marks(page).count()).toBe(2);
    await page.reload();
    expect(await marks(page).count()).toBe(2);
    expect(problems).toEqual([]);
  });

  test('applies to the shown category, and is sent when the page is left', async () => {
    const { member } = await author();
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/messages?category=follow');
    await page.getByRole('button', { name: '本类全部已读' }).click();
    await page.getByRole('link', { name: '首页' }).click();
    await until(async () => (await unread(member)) === 1);
    expect((await member.get('/api/messages/unread')).body.comment).toBe(1);
    expect(problems).toEqual([]);
  });

  test('is sent after a delay', async () => {
    const { member } = await author();
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/messages');
    await page.getByRole('button', { name: '全部已读' }).click();
    await page.getByRole('link', { name: '消息', exact: true }).first().waitFor();
    expect(await unread(member)).toBe(0);
    expect(await page.title()).not.toMatch(/^\(/);
    expect(problems).toEqual([]);
  });
});

test('D2 the next page continues the day group that is already there', async () => {
  const { member, post } = await author();
  for (let index = 0; index < 22; index++)
    await requireOk(reader.post(`/api/posts/${post}/comments`, { body: `第 ${index} 次` }));
  const { page, problems } = await openTab(site, { as: member });
  await page.goto('/messages');
  await page.getByRole('link', { name: '加载更多' }).click();
  await page.getByText('到底了').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['今天']);
  expect(await page.locator('.message').count()).toBe(24);
  expect(problems).toEqual([]);
});
