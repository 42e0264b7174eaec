import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { PASSWORD } from '../../support/world.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

/** SPEC §5.1, §5.6: after a 401 the page refreshes the session once; if that fails, it leads to the log-in and back. */
const site = await openSite();
const author = await site.member({ exp: 600 });
const { id: post } = await requireOk(
  author.post('/api/studio/posts', { title: '夜航', body: '<p>灯火可亲。</p>' }),
);

/** A page of a member whose session was ended elsewhere while it was open. */
async function openEnded(path: string, member: Client, island?: string) {
  const tab = await openTab(site, { as: member });
  await tab.page.goto(path);
  if (island) await tab.page.locator(`[data-island=${island}][data-alive]`).first().waitFor();
  await tab.page.waitForLoadState('networkidle');
  await site.sql('delete from session where uid = $1', [member.uid]);
  const refreshes: string[] = [];
  tab.page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.url());
  });
  return { ...tab, refreshes };
}

async function logInAndReturn(page: Page, member: Client, to: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('next')).toBe(to);
  await page.locator('#email').fill(member.email);
  await page.getByRole('button', { name: '继续' }).click();
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#password').press('Enter');
  await page.waitForURL(`${site.url}${to}`);
}

async function logInByDialog(page: Page, member: Client): Promise<void> {
  const dialog = page.locator('#login-dialog[open]');
  await dialog.waitFor();
  await page.locator('#login-email').fill(member.email);
  await page.locator('#login-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

describe('§5.6 a final 401 leads to the log-in page and back to the same page', () => {
  test.each<[string, string, (page: Page) => Promise<void>]>([
    ['like', `/posts/${post}`, (page) => page.getByRole('button', { name: /^赞/ }).click()],
    [
      'follow',
      `/posts/${post}`,
      (page) => page.getByRole('button', { name: /^关注/ }).first().click(),
    ],
    ['favorite', `/posts/${post}`, (page) => page.getByRole('button', { name: /^收藏/ }).click()],
    [
      'a switch of the settings',
      '/settings?tab=notifications',
      (page) => page.getByRole('switch', { name: '点赞' }).click(),
    ],
  ])('%s', async (_name, path, act) => {
    const member = await site.member({ exp: 600 });
    const { page, refreshes } = await openEnded(path, member);
    await act(page);
    await logInAndReturn(page, member, path);
    // Once, and never in a loop (SPEC §5.1).
    expect(refreshes.length).toBe(1);
  });

  test('marking a message read', async () => {
    const member = await site.member({ exp: 600 });
    await requireOk(author.post(`/api/users/${member.uid}/follow`));
    const { page } = await openEnded('/messages', member);
    await page
      .getByRole('button', { name: /^标为已读/ })
      .first()
      .click();
    await logInAndReturn(page, member, '/messages');
  });

  test('a decision of the staff', async () => {
    const admin = await site.member({ role: 'admin' });
    await site.review(true);
    const waiting = (
      await requireOk(author.post('/api/studio/posts', { title: '待审', body: '<p>好</p>' }))
    ).id;
    await requireOk(author.post(`/api/studio/posts/${waiting}/submit`));
    await site.review(false);
    const { text } = await admin.get('/admin/posts', { headers: { accept: 'text/html' } });
    const link = new RegExp(`href="(/admin/posts\\?[^"]*\\b${waiting}\\b[^"]*)"`).exec(text)?.[1];
    const path = (link ?? '').replaceAll('&amp;', '&').replace(/#.*/, '');
    const { page } = await openEnded(path, admin);
    await page.keyboard.press('a');
    await logInAndReturn(page, admin, path);
  });
});

describe('§5.6 with unsent text, a dialog logs in and the text stays', () => {
  test('a comment', async () => {
    const member = await site.member({ exp: 600 });
    const { page, problems } = await openEnded(`/posts/${post}`, member, 'discussion');
    const box = page.getByRole('textbox', { name: '写评论' });
    await box.fill('写了很久的一条评论');
    await page
      .getByRole('button', { name: '发布' })
      .or(page.getByRole('button', { name: '发送' }))
      .first()
      .click();
    await logInByDialog(page, member);
    expect(await box.inputValue()).toBe('写了很久的一条评论');
    await page.keyboard.press('Control+Enter');
    await box.press('Control+Enter');
    await page.getByRole('article').filter({ hasText: '写了很久的一条评论' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });

  test('also after a click on another button next to an unsent comment', async () => {
    const member = await site.member({ exp: 600 });
    const { page } = await openEnded(`/posts/${post}`, member, 'discussion');
    const box = page.getByRole('textbox', { name: '写评论' });
    await box.fill('还没写完');
    await page.getByRole('button', { name: /^赞/ }).first().click();
    await logInByDialog(page, member);
    expect(await box.inputValue()).toBe('还没写完');
    expect(new URL(page.url()).pathname).toBe(`/posts/${post}`);
  });

  test('the form of a setting', async () => {
    const member = await site.member({ exp: 600 });
    const { page } = await openEnded('/settings?tab=profile', member);
    const signature = page.getByLabel('签名').first();
    await signature.fill('夜里读书');
    await page.getByRole('button', { name: '保存' }).first().click();
    await logInByDialog(page, member);
    expect(await signature.inputValue()).toBe('夜里读书');
    await page.getByRole('button', { name: '保存' }).first().click();
    await expect
      .poll(async () => (await site.visitor().get(`/api/users/${member.uid}`)).body.signature)
      .toBe('夜里读书');
  });
});
