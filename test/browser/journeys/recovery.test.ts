import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_MAIL_LIMITS, runResetJobs } from '../../support/account-mail.ts';
import { startSmtp } from '../../support/smtp.ts';
import { PASSWORD } from '../../support/world.ts';
import { openSite, openTab } from '../site.ts';

const smtp = await startSmtp();
const site = await openSite({ ...NO_MAIL_LIMITS, ...smtp.settings });
const NEW = 'a lamp in the harbour';

/** The next mail to the address, as its reader sees it. */
async function readMail(email: string) {
  await runResetJobs(site);
  const mail = await smtp.nextMailTo(site, email);
  const text = mail.text ?? '';
  return {
    subject: mail.subject ?? '',
    text,
    link: /https?:\/\/\S+\/v2\.\S+/.exec(text)?.[0] ?? '',
    code: /: (\d{6})$/m.exec(text)?.[1] ?? '',
  };
}

async function forgetPassword(page: Page, email: string, scripts: boolean): Promise<void> {
  await page.goto('/login');
  if (scripts) {
    await page.locator('#email').fill(email);
    await page.locator('#email').press('Enter');
  }
  await page.getByRole('link', { name: '忘记密码？' }).click();
  await page.waitForURL('**/forgot');
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: '发送链接' }).click();
  await page.getByRole('heading', { name: '请查收邮件' }).waitFor();
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, scripts) => {
  test('D63 forgot the password → mail → new password → back in', async () => {
    const { email } = await site.member();
    await readMail(email);
    const { page, problems } = await openTab(site, { scripts });
    await forgetPassword(page, email, scripts);
    const { subject, link } = await readMail(email);
    expect(subject).toContain('重设你的密码');
    await page.goto(link);
    expect(new URL(page.url()).pathname).toBe('/reset');
    await page.locator('#new_password').fill('password123');
    await page.getByRole('button', { name: '保存新密码' }).click();
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await page.locator('#new_password').fill(NEW);
    await page.getByRole('button', { name: '保存新密码' }).click();
    await page.waitForURL('**/login');
    await page.getByText('新密码已保存，请登录。').first().waitFor();
    expect(await page.locator('#email').inputValue()).toBe(email);
    await page.locator('#password').fill(NEW);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect((await readMail(email)).subject).toContain('你的密码已更改');
    await page.goto(link);
    await page.getByRole('heading', { name: '这个链接不能用了' }).waitFor();
    // Chromium reports the refused form, whose status is 4xx.
    expect(problems.filter((problem) => !/422/.test(problem))).toEqual([]);
  });

  test('D63 the code of a mail verifies the address, and the link of one changes and undoes it', async () => {
    const member = await site.member();
    const { email } = member;
    const { code } = await readMail(email);
    const { page } = await openTab(site, { as: member, scripts });
    await page.goto('/settings?tab=security');
    await page.locator('#verify-code').fill(code);
    await page.getByRole('button', { name: '验证', exact: true }).click();
    await page.getByText('邮箱已验证。').first().waitFor();

    const next = `next.${member.uid}@example.net`;
    await page.getByText('更换邮箱', { exact: true }).click();
    await page.locator('#new-email').fill(next);
    await page.locator('#email-password').fill(PASSWORD);
    await page.getByRole('button', { name: '发送确认邮件' }).click();
    await page.getByText(`等待确认：${next}`).waitFor();
    const phone = (await openTab(site, { scripts, width: 390 })).page;
    await phone.goto((await readMail(next)).link);
    await phone.getByRole('button', { name: '改用这个邮箱' }).click();
    await phone.waitForURL('**/login');

    const { link, text } = await readMail(email);
    expect(text).toContain(next);
    await phone.goto(link);
    await phone.getByRole('button', { name: '撤销更换' }).click();
    await phone.waitForURL('**/reset');
    await phone.locator('#new_password').fill(NEW);
    await phone.getByRole('button', { name: '保存新密码' }).click();
    await phone.waitForURL('**/login');
    expect(await phone.locator('#email').inputValue()).toBe(email);
    await page.goto('/settings?tab=security');
    await page.waitForURL('**/login**');
  });

  test('D64, ASVS 7.5.3 a member without a password confirms by a mailed code and deletes the account', async () => {
    const member = await site.member();
    const { email, uid } = member;
    await readMail(email);
    await site.sql(
      `with setting as materialized (select set_config('lamplight.keep_session', '*', true))
       update users set password_hash = null from setting where uid = $1`,
      [uid],
    );
    await site.sql(
      "update session set confirmed_at = confirmed_at - interval '16 minutes' where uid = $1",
      [uid],
    );
    const { page } = await openTab(site, { as: member, scripts });
    const deleteAccount = async () => {
      await page.getByText('我要删除账号').click();
      await page.locator('#confirm-uid').fill(String(uid));
      await page.getByRole('button', { name: '删除账号' }).click();
    };
    await page.goto('/settings?tab=security');
    await deleteAccount();
    await page.getByRole('button', { name: '把验证码发到我的邮箱' }).click();
    await page.locator('#code').waitFor();
    const { code } = await readMail(email);
    await page.locator('#code').fill(code);
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await page.waitForURL('**/settings?tab=security**');
    await deleteAccount();
    await page.waitForURL('**/restore');
    const [row] = await site.sql('select deleted_at from users where uid = $1', [uid]);
    expect(row?.['deleted_at']).toBeInstanceOf(Date);
  });

  test('ASVS 6.3.5 a log-in on a new device sends a mail', async () => {
    const { email } = await site.member();
    await readMail(email);
    const { page } = await openTab(site, { scripts });
    await page.goto('/login');
    await page.locator('#email').fill(email);
    if (scripts) await page.locator('#email').press('Enter');
    await page.locator('#password').fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const { subject, text } = await readMail(email);
    expect(subject).toContain('新设备');
    expect(text).toMatch(/北京时间.*UTC/s);
    expect(text).toContain('/settings?tab=sessions');
    expect(text).toContain('/forgot');
  });
});
