import { expect, test } from 'vitest';
import { createOpenIdSite } from '../../support/openid-site.ts';
import { openTab, type Site } from '../site.ts';

const { world, site: url, openid } = await createOpenIdSite();
const site: Site = { ...world, url };
openid.accounts.set('reader', { email: 'reader@campus.example', email_verified: true });

/** What is not at the provider. */
const ours = (problems: string[]) => problems.filter((one) => !one.includes(openid.issuer));

test.each([
  ['with scripts', true],
  ['without scripts', false],
])(
  'D65 log in through a provider %s: create an account, log out, log in again',
  async (name, scripts) => {
    const account = `reader-${scripts}`;
    openid.accounts.set(account, { email: `${account}@campus.example`, email_verified: true });
    const { page, problems } = await openTab(site, { scripts });
    await page.goto('/login?next=/docs');
    await page.getByRole('button', { name: '用 Campus 登录' }).click();
    await page.getByRole('heading', { name: 'Campus' }).waitFor();
    await page.getByLabel('Account').fill(account);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: '还差一步' }).waitFor();
    expect(await page.getByLabel('邮箱').inputValue()).toBe(`${account}@campus.example`);
    await page.getByRole('button', { name: '创建账号' }).click();
    await page.waitForURL('**/docs');

    await page.goto('/settings?tab=security');
    await page.getByText(`${account}@campus.example ·`).waitFor();
    if (scripts) {
      await page.getByRole('button', { name: /的菜单/ }).click();
      await page.getByRole('button', { name: '退出登录' }).click();
      await page.getByRole('heading', { name: '已退出登录' }).waitFor();
      await page.getByRole('link', { name: '退出 Campus' }).waitFor();
      await page.goto('/login?next=/docs');
      await page.getByRole('button', { name: '用 Campus 登录' }).click();
      // The provider still knows the person.
      await page.waitForURL('**/docs');
      await page.getByRole('button', { name: /的菜单/ }).waitFor();
    }
    expect([name, ours(problems)]).toEqual([name, []]);
  },
);

test('D65 the person cancels at the provider', async () => {
  const { page, problems } = await openTab(site);
  await page.goto('/login');
  await page.getByRole('button', { name: '用 Campus 登录' }).click();
  await page.getByLabel('Account').fill('deny');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: '没有通过 Campus 登录' }).waitFor();
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('heading', { name: '登录' }).waitFor();
  expect(ours(problems).filter((one) => !one.includes('403'))).toEqual([]);
});

test('D65 the provider is down: the log-in page works, its button explains', async () => {
  const down = await createOpenIdSite();
  await down.openid.stop();
  const { page } = await openTab({ ...down.world, url: down.site });
  await page.goto('/login');
  await page.getByRole('button', { name: '用 Campus 登录' }).click();
  await page.getByRole('heading', { name: 'Campus 暂时没有响应' }).waitFor();
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('heading', { name: '登录' }).waitFor();
});
