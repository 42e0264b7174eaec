import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSite, openTab } from '../site.ts';
import {
  dropFiles,
  idOf,
  openEditor,
  paste,
  saved,
  storedBody,
  storedPost,
} from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });
const fixture = (path: string) =>
  readFileSync(new URL(`../../fixtures/paste/${path}`, import.meta.url), 'utf8');
const MARKDOWN = '## 一节\n\n中文**粗体。**中文\n\n- 一\n- 二\n\n```ts\nlet a = 1;\n```';
const RICH =
  '<h2>一节</h2><p>中文<strong>粗体。</strong>中文</p><ul><li>一</li><li>二</li></ul><pre><code class="language-ts">let a = 1;</code></pre>';
const FILE = '---\ntitle: 夜读\ntags: [书, 灯]\nsummary: 一句话\n---\n\n# 夜读\n\n正文 **粗**。\n';

test('pasted Markdown becomes rich text in one undo step, or stays plain text', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('前\n');
  await paste(body, { 'text/plain': MARKDOWN });
  await page.locator('#write-body h2').waitFor();
  await page.keyboard.press('Control+z');
  expect(await body.textContent()).toMatch(/^前\s*$/);
  await paste(body, { 'text/plain': MARKDOWN });
  await page.getByRole('button', { name: '保留纯文本' }).click();
  expect(await page.locator('#write-body h2').count()).toBe(0);
  expect(await body.textContent()).toContain('## 一节');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await paste(body, { 'text/plain': MARKDOWN, 'text/html': `<pre><span>${MARKDOWN}</span></pre>` });
  await page.locator('#write-body h2').waitFor();
  expect(await storedBody(page, author)).toBe(RICH);
  expect(problems).toEqual([]);
});

test('Mod-Shift-V and code blocks take the text as it is; prose is not Markdown', async () => {
  const { page, body, problems } = await openEditor(site, await member());
  await body.click();
  await page.keyboard.press('Control+Shift+KeyV');
  await paste(body, { 'text/plain': '## 不是标题' });
  expect(await body.textContent()).toContain('## 不是标题');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('```js ');
  await paste(body, { 'text/plain': '## 代码里' });
  expect(await page.locator('#write-body pre').textContent()).toContain('## 代码里');
  expect(await page.locator('#write-body h2').count()).toBe(0);
  expect(problems).toEqual([]);
});

test.each([
  'word/04-numbered-nested',
  'wechat/05-headings-by-size',
  'feishu/02-flat-lists',
  'google-docs/03-nested-lists',
])('HTML of other programs keeps its structure: %s', async (path) => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await paste(body, { 'text/html': fixture(`${path}.html`), 'text/plain': 'x' });
  expect(await storedBody(page, author)).toBe(fixture(`${path}.expected.html`).trim());
  expect(problems).toEqual([]);
});

test('copy as Markdown: the whole text or the selection; download with front matter', async () => {
  const author = await member();
  const { page, context, title, body, problems } = await openEditor(site, author);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await title.fill('题');
  await paste(body, { 'text/plain': MARKDOWN });
  await page.locator('#write-body h2').waitFor();
  const choose = async (name: string) => {
    await page.locator('[popovertarget="markdown-menu"]').click();
    await page.locator(`[data-markdown="${name}"]`).click();
  };
  await choose('copy');
  await page.locator('.toast', { hasText: '已复制全文' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(MARKDOWN);
  await page.locator('#write-body h2').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await choose('copy');
  await page.locator('.toast', { hasText: '已复制选中' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('## 一节');
  const [file] = await Promise.all([page.waitForEvent('download'), choose('download')]);
  expect(file.suggestedFilename()).toBe('题.md');
  expect(readFileSync(await file.path(), 'utf8')).toBe(`---\ntitle: "题"\n---\n\n${MARKDOWN}\n`);
  expect(problems).toEqual([]);
});

test('a dropped file fills an empty draft; on a text it becomes a draft of its own', async () => {
  const author = await member();
  const { page, title, body, problems } = await openEditor(site, author);
  await dropFiles(body, { 'a.md': FILE });
  await page.locator('#write-body strong').waitFor();
  expect(await title.inputValue()).toBe('夜读');
  await saved(page);
  const first = await idOf(page);
  expect(await storedPost(author, first)).toMatchObject({
    title: '夜读',
    summary: '一句话',
    body: '<p>正文 <strong>粗</strong>。</p>',
    status: 'draft',
  });
  await dropFiles(body, { 'b.md': '# 第二篇\n\n文字', 'c.txt': '第三篇的文字' });
  await page.locator('.write-banner', { hasText: '《第二篇》' }).waitFor();
  await page.locator('.write-banner', { hasText: '《c》' }).waitFor();
  expect((await storedPost(author, first)).title).toBe('夜读');
  expect(await title.inputValue()).toBe('夜读');
  expect(problems).toEqual([]);
});

test('picked files become drafts', async () => {
  const author = await member();
  const { page, problems } = await openTab(site, { as: author });
  await page.goto('/studio/drafts');
  const files = ['甲', '乙'].map((name) => ({
    name: `${name}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# ${name}\n\n文字`),
  }));
  await page.locator('#markdown-import input').setInputFiles(files);
  await page.locator('.studio-post-title', { hasText: '甲' }).waitFor();
  await page.locator('.studio-post-title', { hasText: '乙' }).waitFor();
  await page.locator('#markdown-import input').setInputFiles({
    name: 'x.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(FILE),
  });
  await page.waitForURL(/\/studio\/write\?id=\d+/);
  expect(problems).toEqual([]);
});
