import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { PASSWORD } from '../../support/world.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();

describe('the profile', () => {
  test('D39 a second name is reviewed: paid, shown as waiting, withdrawn and paid back', async () => {
    const member = await site.member({ exp: 10 });
    await member.put('/api/settings/profile', { username: '旧名字' });
    await energy(member.uid, 20);
    await site.review(true);
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/settings');
    await page.getByLabel('用户名').fill('123');
    await page.getByRole('button', { name: '保存' }).click();
    // The browser's own validation blocks an invalid name.
    expect(await page.locator('#username:invalid').count()).toBe(1);
    await page.locator('[data-rule="digits"][data-met="false"]').waitFor();

    await page.getByLabel('用户名').fill('新名字');
    await page.getByText(/保存后消耗 6 能量/).waitFor();
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('审核中').waitFor();
    const paid = await balanceOf(member);
    expect(await page.getByLabel('用户名').isDisabled()).toBe(true);
    await page.getByRole('button', { name: '撤回修改' }).click();
    await page.getByText('审核中').waitFor({ state: 'detached' });
    expect((await balanceOf(member)) - paid).toBe(6);
    await site.review(false);
    expect(problems).toEqual([]);
  });

  test('D39 a taken name shows an error at the field; the input stays', async () => {
    const other = await site.member();
    await other.put('/api/settings/profile', { username: '先来的人' });
    const { page, problems } = await openTab(site, { as: await site.member() });
    await page.goto('/settings');
    await page.getByLabel('用户名').fill('先来的人');
    await page.getByLabel('签名', { exact: true }).fill('一灯如豆');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('#username-error').getByText('已被使用').waitFor();
    expect(await page.getByLabel('签名', { exact: true }).inputValue()).toBe('一灯如豆');
    expect(problems).toEqual([]);
  });

  test('§8 a picture is cropped by keyboard, sent and shown at once', async () => {
    const member = await site.member({ exp: 300 });
    const { page, problems } = await openTab(site, { as: member });
    await page.goto('/settings');
    const buffer = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#0b6b63' },
    })
      .png()
      .toBuffer();
    const file = { name: 'lamp.png', mimeType: 'image/png', buffer };
    await page.locator('[data-avatar-file]').setInputFiles(file);
    const frame = page.getByRole('application');
    await frame.press('+');
    await frame.press('ArrowLeft');
    await page.getByRole('button', { name: '使用这张' }).click();
    await page.getByText('头像已更新。').waitFor();
    await page.locator('.avatar-button img.avatar').waitFor();
    const { body } = await member.get('/api/settings/profile');
    expect(await page.locator('[data-avatar] img').getAttribute('src')).toBe(body.avatar_url);
    expect(problems).toEqual([]);
  });

  test('without scripts the form saves, and shows the error at the field when it cannot', async () => {
    const member = await site.member();
    const { page, problems } = await openTab(site, { as: member, scripts: false });
    await page.goto('/settings');
    await page.getByLabel('用户名').fill('有 空格');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('#username-error').waitFor();
    await page.getByLabel('用户名').fill('不用脚本');
    await page.getByLabel('签名', { exact: true }).fill('一样写字');
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/settings?tab=profile');
    expect(await page.getByLabel('用户名').inputValue()).toBe('不用脚本');
    expect(problems).toEqual([]);
  });
});

test('§4 a new password signs out everywhere else and keeps this device', async () => {
  const member = await site.member({ exp: 10 });
  const elsewhere = site.visitor();
  await elsewhere.logIn(member.email, PASSWORD);
  const { page, problems } = await openTab(site, { as: member });
  await page.goto('/settings?tab=security');
  await page.getByLabel('当前密码').fill('not it');
  await page.getByLabel('新密码').fill('another good one 7');
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.locator('#current_password-error').getByText('密码不正确。').waitFor();
  expect(await page.getByLabel('新密码').inputValue()).toBe('another good one 7');
  await page.getByLabel('当前密码').fill(PASSWORD);
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.getByText('密码已修改，其他设备已退出。').waitFor();
  expect((await elsewhere.get('/api/settings/sessions')).status).toBe(401);
  expect(problems).toEqual([]);
});

test('§2 devices: a remark, one ended, the others ended', async () => {
  const member = await site.member({ exp: 10 });
  const others = [site.visitor(), site.visitor(), site.visitor()];
  for (const one of others) await one.logIn(member.email, PASSWORD);
  const { page, problems } = await openTab(site, { as: member });
  await page.goto('/settings?tab=sessions');
  expect(await page.getByRole('listitem').filter({ hasText: '首次登录' }).count()).toBe(4);
  await page.getByText('添加备注').first().click();
  await page.getByPlaceholder('例如：书房的电脑').first().fill('书房');
  await page.getByRole('button', { name: '保存' }).first().click();
  await page.getByRole('heading', { name: '书房' }).waitFor();

  await page.getByRole('button', { name: /^让 / }).first().click();
  await page.getByRole('button', { name: '退出其他 2 台设备' }).first().click();
  await page.locator('#end-others').getByRole('button').click();
  await page.getByText('你的账号只在这台设备上登录。').waitFor();
  for (const one of others) expect((await one.get('/api/settings/sessions')).status).toBe(401);
  expect(problems).toEqual([]);
});

test('§2 a switch saves at once, and turns back when the service refuses', async () => {
  const member = await site.member({ exp: 10 });
  const { page, problems } = await openTab(site, { as: member });
  await page.goto('/settings?tab=notifications');
  const likes = page.getByRole('switch', { name: '点赞' });
  await likes.click();
  await page.getByText('已保存。').waitFor();
  expect(await likes.getAttribute('aria-checked')).toBe('false');
  expect((await member.get('/api/settings/notify-prefs')).body.like).toBe(false);

  await site.sql("update users set status = 'banned' where uid = $1", [member.uid]);
  await member.logIn(member.email, PASSWORD);
  const cookies = [...member.cookies].map(([name, value]) => ({ name, value, url: site.url }));
  await page.context().addCookies(cookies);
  await likes.click();
  await page.locator('#alerts').getByText('账号已被封禁').waitFor();
  expect(await likes.getAttribute('aria-checked')).toBe('false');
  expect(problems).toEqual([]);
});

async function energy(uid: number, amount: number): Promise<void> {
  const owner = await site.member({ role: 'owner', exp: 10 });
  await owner.post(
    '/api/admin/energy/adjust',
    { uids: [uid], amount, reason: '礼物', dry_run: false },
    { headers: { 'idempotency-key': `gift-${uid}` } },
  );
}

async function balanceOf(member: Client): Promise<number> {
  return (await member.get('/api/energy/info')).body.balance;
}
