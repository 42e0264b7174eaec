import { describe, expect, test } from 'vitest';
import { openSite, openTab } from '../site.ts';

/** Decision 0060: the owner writes the terms; a member is asked, reads what changed, and accepts. */
const site = await openSite();
const owner = await site.member({ role: 'owner', exp: 30 });
const publish = '发布新版本';

describe('0060 terms', () => {
  test('the owner writes them in Chinese, in the editor of posts, and they are in the footer', async () => {
    const { page, problems } = await openTab(site, { as: owner });
    await page.goto('/admin/pages');
    await page.getByRole('link', { name: '用户协议' }).click();
    await page.locator('#write[data-ready]').waitFor();
    await page.getByLabel('标题 · 简体中文').fill('用户协议');
    await page.locator('#write-body').click();
    await page.keyboard.type('## 约定\n请友善。');
    // The other language has its own text on the same surface.
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('标题 · English').fill('Terms');
    await page.locator('#write-body').click();
    await page.keyboard.type('Be kind.');
    await page.getByRole('button', { name: '简体中文' }).click();
    expect(await page.locator('#write-body').textContent()).toContain('请友善');
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByText('已发布。').waitFor();
    await page.locator('.footer').getByRole('link', { name: '用户协议' }).click();
    await page.getByRole('heading', { name: '用户协议' }).waitFor();
    await page.locator('.prose').getByRole('heading', { name: '约定' }).waitFor();
    expect(problems).toEqual([]);
    const english = await openTab(site, { locale: 'en' });
    await english.page.goto('/terms');
    expect(await english.page.locator('.prose').textContent()).toBe('Be kind.');
  });

  test('a page about the site takes no pictures', async () => {
    const { page } = await openTab(site, { as: owner });
    await page.goto('/admin/pages/terms');
    await page.locator('#write[data-ready]').waitFor();
    expect(await page.locator('[data-tool="image"]').count()).toBe(0);
    await page.locator('#write-image').setInputFiles({
      name: 'x.png',
      mimeType: 'image/png',
      buffer: Buffer.from('x'),
    });
    await page.getByText('这一页不能放图片。').waitFor();
  });

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s a member is asked, reads what changed, and accepts', async (_, scripts) => {
    const member = await site.member({ exp: 600 });
    const { page } = await openTab(site, { as: owner, scripts });
    await page.goto('/admin/pages/terms');
    const sentence = scripts ? '也请认真。' : '谢谢。';
    if (scripts) {
      await page.locator('#write[data-ready]').waitFor();
      await page.locator('#write-body').press('Control+End');
      await page.keyboard.type(sentence);
    } else {
      const source = page.locator('#body-zh-CN');
      await source.fill(`${await source.inputValue()}<p>${sentence}</p>`);
    }
    await page.getByLabel('请已有的成员同意这一版').check();
    await page.getByRole('button', { name: publish }).click();
    await page.getByText('已发布。').waitFor();

    const tab = await openTab(site, { as: member, scripts });
    await tab.page.goto('/posts');
    const asked = tab.page.locator('aside').filter({ hasText: '这些内容有更新' });
    await asked.getByRole('link', { name: '改了什么' }).click();
    await tab.page.locator('ins').filter({ hasText: sentence }).first().waitFor();
    await tab.page.getByRole('button', { name: '我已阅读并同意' }).click();
    await tab.page.getByText('已同意，可以继续了。').waitFor();
    expect(await asked.count()).toBe(0);
    expect((await member.post('/api/folders', { name: '夜读' })).status).toBe(201);
    expect(tab.problems).toEqual([]);
  });
});
