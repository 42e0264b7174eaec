import { expect, test } from 'vitest';
import { openSite, openTab } from '../site.ts';

const PHONE = 390;
const site = await openSite();
const owner = await site.member({ email: 'owner@example.org', role: 'owner', exp: 300 });

test('0059 the owner asks for invitations, makes a link, one visitor joins by it on a phone, the next sees why not', async () => {
  const { page, problems } = await openTab(site, { as: owner });
  await page.goto('/admin/site-settings');
  await page.getByRole('radio', { name: '凭邀请' }).check();
  await Promise.all([
    page.waitForEvent('load'),
    page.locator('#people').getByRole('button', { name: '保存' }).click(),
  ]);
  await expect
    .poll(async () => (await site.visitor().get('/register')).text.includes('本站凭邀请注册'))
    .toBe(true);

  await page.goto('/admin/invitations');
  await page.getByRole('link', { name: '新建邀请' }).click();
  await page.getByLabel('备注').fill('三年二班');
  await page.getByRole('button', { name: '生成链接' }).click();
  const field = page.locator('main input[readonly]');
  await field.waitFor();
  const link = new URL(await field.inputValue());
  await page.reload();
  expect(await field.count()).toBe(0);
  await page.getByText('已加入 0 / 1 人').waitFor();

  const guest = await openTab(site, { width: PHONE });
  await guest.page.goto(link.pathname);
  await guest.page.waitForURL('**/register');
  await guest.page.getByText('邀请你加入').waitFor();
  await guest.page.locator('#email').fill('pupil@example.org');
  await guest.page.getByRole('button', { name: '继续' }).click();
  await guest.page.locator('#password').fill('tulip river lamp');
  await guest.page.getByRole('button', { name: '注册' }).click();
  await guest.page.waitForURL((url) => url.pathname === '/');

  const late = await openTab(site, { width: PHONE });
  await late.page.goto(link.pathname);
  await late.page.getByRole('alert').getByText('这个邀请的名额已经用完').waitFor();

  await page.goto('/admin/invitations');
  await page.getByText('已加入 1 / 1 人').waitFor();
  await page.getByText('名额已满').waitFor();
  expect([...problems, ...guest.problems, ...late.problems]).toEqual([]);
});
