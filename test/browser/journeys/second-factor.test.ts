import { describe, expect, test } from 'vitest';
import { stepAt, totpCode } from '../../../src/second-factors/rules.ts';
import { fromBase32, turnOnTotp } from '../../support/factors.ts';
import { PASSWORD } from '../../support/world.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite({ LIMIT_PASSWORD: 'off', LIMIT_LOGIN_IP: 'off' });
const owner = await site.member({ role: 'owner' });
await turnOnTotp(site, owner);
await owner.put('/api/admin/site-settings/staff.second_factor_required', { value: true });

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, scripts) => {
  test('D64 an admin is led to the security settings, sets up an app, and goes on; the next log-in asks for a code', async () => {
    const admin = await site.member({ role: 'admin' });
    const { page, problems } = await openTab(site, { as: admin, scripts });
    await page.goto('/admin');
    await page.getByText('本站要求管理人员开启两步验证').waitFor();
    await page.getByRole('link', { name: '设置验证器应用' }).click();
    const secret = fromBase32(
      (await page.locator('main code').textContent())?.replaceAll('-', '').trim() ?? '',
    );
    const code = (later = 0) => totpCode(secret, stepAt(site.ctx.now()) + later);
    await page.getByLabel('应用里显示的验证码').fill('000000');
    await page.getByRole('button', { name: '开启两步验证' }).click();
    await page.getByText('验证码不正确或已过期').waitFor();
    await page.getByLabel('应用里显示的验证码').fill(code());
    await page.getByRole('button', { name: '开启两步验证' }).click();
    await page.waitForURL('**/settings/recovery-codes');
    expect(await page.locator('pre').textContent()).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}\n/);
    await page.getByRole('link', { name: '我已保存好' }).click();
    await page.goto('/admin');
    expect(new URL(page.url()).pathname).toMatch(/^\/admin/);

    const other = await openTab(site, { scripts });
    await other.page.goto('/login?next=/docs');
    await other.page.locator('#email').fill(admin.email);
    if (scripts) await other.page.locator('[data-continue]').click();
    await other.page.locator('#password').fill(PASSWORD);
    await other.page.locator('.join-rest button[type="submit"]').click();
    await other.page.getByLabel('验证码').fill(code(1));
    await other.page.getByLabel('信任这台设备').check();
    await other.page.getByRole('button', { name: '登录', exact: true }).click();
    await other.page.waitForURL('**/docs');
    expect([...problems, ...other.problems]).toEqual([]);
  });
});
