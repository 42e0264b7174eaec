import { expect, test } from 'vitest';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
const owner = await site.member({ role: 'owner' });

test('0052, 0070 the owner looks after the site and publishes how it is moderated; a visitor finds it', async () => {
  const { page, problems } = await openTab(site, { as: owner });
  await page.goto('/admin');
  await page
    .getByRole('navigation', { name: '管理导航' })
    .getByRole('link', { name: '运行状况' })
    .click();
  await page.getByRole('heading', { level: 1, name: '运行状况' }).waitFor();
  // A test has no backup.
  const backups = page.getByRole('listitem').filter({ hasText: '备份' }).last();
  expect(await backups.textContent()).toContain('lamplight backup');
  await page.getByRole('link', { name: '再查一次' }).click();
  expect(await page.locator('.health-summary').textContent()).toContain('备份');

  const visitor = await openTab(site);
  const link = visitor.page.getByRole('link', { name: '透明度报告' });
  await visitor.page.goto('/');
  expect(await link.count()).toBe(0);
  await page.getByRole('link', { name: '站点设置', exact: true }).click();
  const setting = page.locator('section', { has: page.locator('#transparency') });
  await setting.getByRole('button', { name: '公开' }).click();
  await setting.getByRole('link', { name: '查看页面' }).waitFor();

  await visitor.page.goto('/');
  await link.click();
  await visitor.page.getByRole('heading', { level: 1, name: '透明度报告' }).waitFor();
  expect(await visitor.page.locator('main').textContent()).toContain('没有移除任何内容');
  expect([...problems, ...visitor.problems]).toEqual([]);
});
