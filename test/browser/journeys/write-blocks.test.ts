import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { openSite, openTab } from '../site.ts';
import { idOf, inputMethod, openEditor, partsOf, ready, saved, storedPost } from './editor-page.ts';

/** Typing (issue): tables, tasks, notes and formulas in the editor and for readers. */
const site = await openSite();

async function open(width = 1280) {
  const author = await site.member({ exp: 300 });
  const tab = await openTab(site, { as: author, width });
  await tab.page.goto('/studio/write');
  await ready(tab.page);
  const parts = partsOf(tab.page);
  await parts.body.click();
  return { ...tab, ...parts, author };
}

async function stored({
  page,
  author,
}: {
  page: Awaited<ReturnType<typeof open>>['page'];
  author: Client;
}) {
  await saved(page);
  return (await storedPost(author, await idOf(page))).body;
}

test('Typing: a table is inserted, filled by keyboard and input method, and left by the arrow keys', async () => {
  const tab = await open();
  const { page } = tab;
  const { commit } = await inputMethod(tab);
  await page.keyboard.type('/bg');
  await page.locator('#slash-menu [aria-selected="true"]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#table-tools').waitFor();
  await page.keyboard.type('名');
  await page.keyboard.press('Tab');
  await commit('数量');
  await page.keyboard.press('Tab');
  await page.keyboard.type('**重**');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('个');
  // From the last row into the line below.
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.type('后');
  expect(await page.locator('#table-tools').isHidden()).toBe(true);
  const empty = '<tr><td></td><td></td><td></td></tr>';
  expect(await stored(tab)).toBe(
    `<table><thead><tr><th>名</th><th>数量个</th><th><strong>重</strong></th></tr></thead><tbody>${empty}${empty}</tbody></table><p>后</p>`,
  );
  expect(tab.problems).toEqual([]);
});

test.each([1280, 390])('Typing: rows, columns and the header row, at %i px', async (width) => {
  const tab = await open(width);
  const { page } = tab;
  await page.locator('[data-tool="table"]').click();
  await page.keyboard.type('甲');
  const use = (name: string) => page.locator(`[data-table="${name}"]`).click();
  await use('row_below');
  await use('column_after');
  await page.keyboard.press('ArrowDown');
  await use('row_above');
  const rows = () => page.locator('#write-body tr').count();
  const cells = () => page.locator('#write-body tr').first().locator('th, td').count();
  expect([await rows(), await cells()]).toEqual([5, 4]);
  await use('row_remove');
  await use('row_remove');
  await use('column_remove');
  await use('column_before');
  await use('column_remove');
  expect([await rows(), await cells()]).toEqual([3, 3]);
  await page.locator('#write-body tr').first().locator('th').first().click();
  expect(await page.locator('[data-table="header"]').getAttribute('aria-pressed')).toBe('true');
  await use('header');
  expect(await page.locator('#write-body th').count()).toBe(0);
  await use('header');
  expect(await page.locator('#write-body th').count()).toBe(3);
  // The bar is on the screen, and does not lie on the toolbar.
  const bar = await page.locator('#table-tools').boundingBox();
  const toolbar = await page.locator('#write-toolbar').boundingBox();
  if (!bar || !toolbar) throw new Error('not shown');
  expect(bar.x).toBeGreaterThanOrEqual(0);
  expect(bar.x + bar.width).toBeLessThanOrEqual(width);
  expect(bar.y + bar.height <= toolbar.y || bar.y >= toolbar.y + toolbar.height).toBe(true);
  // By keyboard.
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await rows()).toBe(5);
  await page.keyboard.press('Escape');
  await page.keyboard.type('乙');
  await use('remove');
  expect(await page.locator('#write-body table').count()).toBe(0);
  expect(tab.problems).toEqual([]);
});

test('Typing: tasks by typing, keyboard and mouse', async () => {
  const tab = await open();
  const { page } = tab;
  await page.keyboard.type('[ ] 一\n二\n');
  await page.keyboard.press('Enter');
  await page.keyboard.type('[x] 三\n\n【】 四\n\n- [ ] 五');
  await page.keyboard.press('Control+Alt+x');
  const boxes = page.locator('#write-body .task-box');
  expect(await boxes.count()).toBe(5);
  await boxes.nth(0).click();
  await boxes.nth(1).focus();
  await page.keyboard.press('Space');
  await boxes.nth(1).focus();
  await page.keyboard.press('Space');
  const task = (text: string, checked: boolean) => `<li data-checked="${checked}">${text}</li>`;
  const body = await stored(tab);
  expect(body.replaceAll('</ul><ul class="task-list">', '')).toBe(
    `<ul class="task-list">${task('一', true)}${task('二', false)}${task('三', true)}${task('四', false)}${task('五', true)}</ul>`,
  );
  expect(tab.problems).toEqual([]);
});

test('Typing: notes and formulas, from the dialogs to the reader without scripts', async () => {
  const tab = await open();
  const { page, title, author } = tab;
  await page.keyboard.type('光速很快');
  await page.keyboard.press('Control+Alt+f');
  await page.locator('#note-text').fill('约 30 万千米每秒，见 https://example.org/c。');
  await page.locator('#note-dialog [value="apply"]').click();
  await page.keyboard.type('，$E=mc^2$ 与 $5 和 $6。');
  await page.keyboard.press('Enter');
  await page.keyboard.type('另一条[^写在 行里]');
  await page.keyboard.press('Enter');
  await page.keyboard.type('$$');
  await page.keyboard.press('Enter');
  await page.locator('#formula-tex').fill('\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}');
  await page.locator('#formula-preview math').waitFor();
  expect(await page.locator('#formula-block').isChecked()).toBe(true);
  await page.locator('#formula-tex').fill('\\frac{1');
  await page.locator('#formula-problem', { hasText: '错误' }).waitFor();
  await page.locator('#formula-tex').fill('\\frac{n(n+1)}{2}');
  await page.locator('#formula-dialog [value="apply"]').click();
  await page.locator('.formula-view-block math').waitFor();
  await page.locator('#write-body .note-view').first().click();
  expect(await page.locator('#note-text').inputValue()).toContain('30 万');
  await page.locator('#note-dialog [value="cancel"]').click();
  expect(await stored(tab)).toBe(
    [
      '<p>光速很快<span class="footnote">约 30 万千米每秒，见 https://example.org/c。</span>，',
      '<code class="language-math">E=mc^2</code> 与 $5 和 $6。</p>',
      '<p>另一条<span class="footnote">写在 行里</span></p>',
      '<pre><code class="language-math">\\frac{n(n+1)}{2}</code></pre>',
    ].join(''),
  );
  await title.fill('光速');
  const id = await idOf(page);
  await page.locator('#write-publish').click();
  await page.locator('#submit-dialog[open] #submit-now button').click();
  await page.waitForURL(`**/posts/${id}`);
  expect((await storedPost(author, id)).status).toBe('approved');

  const reader = await openTab(site, { scripts: false });
  await reader.page.goto(`/posts/${id}`);
  const article = reader.page.locator('.article .prose');
  expect(await article.locator('math').count()).toBe(2);
  const height = await article
    .locator('math mfrac')
    .evaluate((one) => one.clientHeight || one.getBoundingClientRect().height);
  expect(height).toBeGreaterThan(20);
  await article.locator('[role="doc-noteref"]').first().click();
  expect(new URL(reader.page.url()).hash).toMatch(/^#note-[0-9a-f]{8}-1$/);
  const note = article.locator('.footnotes li').first();
  expect(await note.locator('a').first().getAttribute('href')).toBe('https://example.org/c');
  await note.getByLabel('回到正文').click();
  expect(new URL(reader.page.url()).hash).toMatch(/-1-ref$/);
  expect(reader.problems).toEqual([]);
  expect(tab.problems.filter((one) => !one.includes(`/posts/${id}`))).toEqual([]);
});

test('Typing: a footnote needs a paragraph, and never is in a link', async () => {
  const tab = await open();
  const { page } = tab;
  await page.keyboard.type('# 标题');
  await page.keyboard.press('Control+Alt+f');
  await page.locator('.toast', { hasText: '正文段落' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('甲[^一条 注释]乙');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+k');
  await page.locator('#link-address').fill('example.org');
  await page.keyboard.press('Enter');
  const link = (text: string) =>
    `<a href="https://example.org/" rel="ugc nofollow noopener">${text}</a>`;
  expect(await stored(tab)).toBe(
    `<h2>标题</h2><p>${link('甲')}<span class="footnote">一条 注释</span>${link('乙')}</p>`,
  );
});

test('Typing: a character typed right after a dialog closes is at the caret', async () => {
  const tab = await open();
  const { page } = tab;
  /** In one task, faster than any hand. */
  const chooseAndType = (field: string, value: string, text: string) =>
    page.evaluate(
      ([id, written, typed]) => {
        const input = document.getElementById(id) as HTMLInputElement;
        input.value = written;
        input.closest('dialog')?.querySelector<HTMLElement>('[value="apply"]')?.click();
        document.execCommand('insertText', false, typed);
      },
      [field, value, text] as const,
    );
  await page.keyboard.type('光速');
  await page.keyboard.press('Control+Alt+f');
  await chooseAndType('note-text', '约 30 万千米每秒', '很');
  await page.keyboard.press('Control+Alt+m');
  await chooseAndType('formula-tex', 'c', '快');
  await page.keyboard.press('Control+k');
  await chooseAndType('link-address', 'example.org', '。');
  const link =
    '<a href="https://example.org/" rel="ugc nofollow noopener">https://example.org/</a>';
  expect(await stored(tab)).toBe(
    `<p>光速<span class="footnote">约 30 万千米每秒</span>很<code class="language-math">c</code>快${link}。</p>`,
  );
  expect(tab.problems).toEqual([]);
});

test('Typing: KaTeX is loaded only for formulas', async () => {
  const author = await site.member({ exp: 300 });
  const { page, context } = await openEditor(site, author);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.locator('#write-body').click();
  await page.keyboard.type('x');
  await page.waitForTimeout(300);
  expect(scripts).toEqual([]);
  await page.keyboard.type(' $y$');
  await page.locator('.formula-view math').waitFor();
  expect(scripts.length).toBeGreaterThan(0);
  await context.close();
});
