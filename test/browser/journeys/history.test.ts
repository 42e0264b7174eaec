import { expect, test } from 'vitest';
import { seedHistory } from '../seed-history.ts';
import { openSite, openTab } from '../site.ts';
import { openEditor, ready, saved, storedPost } from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });
const visible = (selector: string) => `${selector} >> visible=true`;

test.each([true, false])(
  'History: an author compares versions and restores one; scripts %s',
  async (scripts) => {
    const author = await member();
    const id = await seedHistory(site, author);
    const { page, problems } = await openTab(site, { as: author, scripts });
    await page.goto(`/studio/posts/${id}/versions`);
    const rows = page.locator('.version-row');
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(1).textContent()).toContain('公开中');
    expect(await rows.nth(1).locator('.words-added').textContent()).toMatch(/\+\d/);

    await rows.nth(1).getByRole('link', { name: '版本 2 和它之前的版本对比' }).click();
    await page.waitForURL('**/comparison?from=1&to=2');
    const changed = page.locator('.comparison-changed').first();
    expect(await changed.locator('del').textContent()).toBe('删去：三（删去到此）');
    expect(await changed.locator('ins').textContent()).toBe('加上：两（加上到此）');

    await page.getByRole('link', { name: '左右对照' }).click();
    const row = page.locator('.comparison-row-changed').first();
    expect(await row.locator('.comparison-cell-before').textContent()).toContain('只采删去：三');
    expect(await row.locator('.comparison-cell-after').textContent()).not.toContain('三');

    await page.getByLabel('新版本').selectOption('3');
    await page.getByRole('button', { name: '对比', exact: true }).click();
    await page.waitForURL(/view=side&from=1&to=3/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('版本 1 → 版本 3');

    await page.getByRole('button', { name: '恢复到版本 1' }).click();
    await page.waitForURL(`**/studio/write?id=${id}`);
    if (scripts) {
      await ready(page);
      expect(await page.locator('#write-title').inputValue()).toBe('雨季的菌子');
    }
    expect(await storedPost(author, id)).toMatchObject({ version: 4, live_version: 2 });
    const { body } = await site.visitor().get(`/api/posts/${id}`);
    expect(body.title).toBe('雨季的菌子和一锅汤');
    await page.goto(`/studio/posts/${id}/versions`);
    expect(await rows.first().textContent()).toContain('从版本 1 恢复');
    expect(problems).toEqual([]);
  },
);

test('History: a comparison takes the unchanged lines apart only when asked, on a phone too', async () => {
  const author = await member();
  const id = await seedHistory(site, author);
  const { page, problems } = await openTab(site, { as: author, width: 390, scripts: false });
  await page.goto(`/studio/posts/${id}/comparison?from=2&to=3`);
  const collapsed = page.locator('.comparison-skipped').first();
  expect(await collapsed.locator('.comparison-unchanged').isVisible()).toBe(false);
  await collapsed.locator('summary').click();
  expect(await collapsed.locator('.comparison-unchanged').isVisible()).toBe(true);
  expect(problems).toEqual([]);
});

test('Changes: the author allows them in the editor; staff and then readers see what an edit changed', async () => {
  const author = await member();
  const staff = await site.member({ role: 'admin', exp: 300 });
  const text = { title: '雨后', body: '<p>山里下了三天的雨。</p>' };
  const { id } = (await author.post('/api/studio/posts', text)).body;
  const editor = await openEditor(site, author, `/studio/write?id=${id}`);
  expect(await editor.page.locator('.panel-link a').first().getAttribute('href')).toBe(
    `/studio/posts/${id}/versions`,
  );
  await editor.page.locator(visible('#write-changes')).selectOption('true');
  await saved(editor.page);
  await expect
    .poll(async () => (await author.get(`/api/studio/posts/${id}`)).body.show_changes)
    .toBe(true);
  await editor.context.close();

  site.wait(90);
  const { version } = await storedPost(author, id);
  await site.review(true);
  const edit = { ...text, body: '<p>山里下了两天的雨。</p>', version };
  expect((await author.put(`/api/studio/posts/${id}`, edit)).status).toBe(200);
  const reader = await openTab(site, { scripts: false });
  await reader.page.goto(`/posts/${id}`);
  expect(await reader.page.getByRole('link', { name: '改了什么' }).count()).toBe(0);

  const review = await openTab(site, { as: staff });
  await review.page.goto(`/admin/posts?post=${id}`);
  expect(await review.page.locator('.comparison del').first().textContent()).toContain('三');
  await review.page.getByRole('link', { name: '左右对照' }).click();
  await review.page.locator('.comparison-cell-after ins').waitFor();
  await review.page.getByRole('button', { name: /通过修改/ }).click();
  await expect
    .poll(async () => (await site.visitor().get(`/api/posts/${id}`)).body.body)
    .toContain('两');
  await site.review(false);

  await reader.page.goto(`/posts/${id}`);
  await reader.page.getByRole('link', { name: '改了什么' }).click();
  await reader.page.waitForURL(`**/posts/${id}/changes`);
  expect(await reader.page.locator('.comparison ins').first().textContent()).toContain('两');
  await reader.page.getByRole('link', { name: '左右对照' }).click();
  expect(await reader.page.locator('.comparison-cell-before del').textContent()).toContain('三');
  expect(await reader.page.getByRole('button', { name: '不再公开这次改动' }).count()).toBe(0);
  expect([...review.problems, ...reader.problems, ...editor.problems]).toEqual([]);
});
