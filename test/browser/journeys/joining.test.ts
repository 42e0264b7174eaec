import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/world.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();

describe('with scripts', () => {
  test('D35 sign up → the bar of Lv0 → a name → Lv1 → checked in', async () => {
    const { page, problems } = await openTab(site);
    await page.goto('/login?next=/docs');
    await giveEmail(page, 'newcomer@example.org');
    // An unknown e-mail address leads from the log-in to the registration.
    await page.getByRole('heading', { name: '加入灯火' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/register');
    await page.getByText('这个邮箱还没有账号').waitFor();
    await page.getByLabel('密码', { exact: true }).fill('tulip river lamp');
    await page.getByText('密码强度：').waitFor();
    await page.getByRole('button', { name: '注册' }).click();
    await page.waitForURL('**/docs');

    await page.getByRole('link', { name: '取个名字' }).click();
    await page.getByLabel('用户名').fill('灯下客');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('#toasts').getByText('今日已签到').waitFor();
    expect(await page.getByText('完成任意一项就能升到 Lv1').count()).toBe(0);
    expect(await page.getByLabel('用户名').inputValue()).toBe('灯下客');
    expect(problems).toEqual([]);
  });

  test('§5.4 a wrong password stays on the page with everything typed, then the right one goes on; and out again', async () => {
    const { email } = await site.member({ exp: 10 });
    const { page, problems } = await openTab(site);
    await page.goto('/login?next=/docs/errors');
    await giveEmail(page, email);
    const password = page.locator('#password');
    await password.fill('not my password');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('alert').getByText('邮箱或密码不正确。').waitFor();
    expect(await page.locator('#email').inputValue()).toBe(email);
    expect(await password.inputValue()).toBe('not my password');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('password');

    await page.getByRole('button', { name: '显示密码' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await password.fill(PASSWORD);
    await password.press('Enter');
    await page.waitForURL('**/docs/errors');

    await page.getByRole('button', { name: /的菜单/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('banner').getByRole('link', { name: '登录' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('§4 a registered e-mail address leads from the registration to the log-in, and back', async () => {
    const { email } = await site.member();
    const { page, problems } = await openTab(site);
    await page.goto('/register');
    await page.locator('#email').fill(email);
    await page.locator('#email').press('Enter');
    await page.getByText('这个邮箱已有账号').waitFor();
    expect(await page.locator('#email').inputValue()).toBe(email);
    await page.getByRole('button', { name: '换一个邮箱' }).click();
    await giveEmail(page, 'somebody-else@example.org');
    await page.getByText('这个邮箱还没有账号').waitFor();
    expect(problems).toEqual([]);
  });

  test('D10 an error of a new password shows at its field', async () => {
    const { page, problems } = await openTab(site);
    await page.goto('/register');
    await giveEmail(page, 'common@example.org');
    await page.locator('#password').fill('password1');
    await page.locator('#password').press('Enter');
    await page.locator('#password-error').getByText('该密码过于常见').waitFor();
    expect(await page.locator('#password').inputValue()).toBe('password1');
    expect(problems).toEqual([]);
  });

  test('D15 delete the account, log in again, confirm, restore', async () => {
    const member = await site.member({ exp: 10 });
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/settings?tab=security');
    await page.getByText('我要删除账号').click();
    await page.locator('#password').fill(PASSWORD);
    await page.getByLabel(/输入你的 UID/).fill('0');
    await page.getByRole('button', { name: '删除账号' }).click();
    // The browser's own validation blocks the form until the number is right.
    expect(await page.locator('#confirm-uid:invalid').count()).toBe(1);
    await page.getByLabel(/输入你的 UID/).fill(String(member.uid));
    await page.getByRole('button', { name: '删除账号' }).click();
    await page.getByRole('heading', { name: '恢复已删除的账号' }).waitFor();

    await page.getByRole('main').getByRole('link', { name: '登录' }).click();
    await giveEmail(page, member.email);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#password').press('Enter');
    await page.getByText(/账号将于 .*日永久删除。/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/restore');
    await page.getByRole('button', { name: '恢复账号' }).click();
    await page.getByRole('button', { name: /的菜单/ }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('without scripts', () => {
  test('register, log out, log in', async () => {
    const { page, problems } = await openTab(site, { scripts: false });
    await page.goto('/register?next=/docs');
    await page.locator('#email').fill('plain@example.org');
    await page.locator('#password').fill(PASSWORD);
    await page.getByRole('button', { name: '注册' }).click();
    await page.waitForURL('**/docs');

    await page.getByRole('button', { name: /的菜单/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('banner').getByRole('link', { name: '登录' }).click();
    await page.locator('#email').fill('plain@example.org');
    await page.locator('#password').fill('wrong');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('邮箱或密码不正确。').waitFor();
    expect(await page.locator('#email').inputValue()).toBe('plain@example.org');
    await page.locator('#password').fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('button', { name: /的菜单/ }).waitFor();
    expect(problems).toEqual([]);
  });
});

async function giveEmail(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: '继续' }).click();
  await page.locator('#password').waitFor();
}
