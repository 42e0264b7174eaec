import { expect, test } from 'vitest';
import { openSite } from '../site.ts';
import { dropFiles, openEditor, paste, ready, storedBody } from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });
const EVERYTHING = [
  '- [x] 读完',
  '- [ ] 写信',
  '',
  '光速[^1]是 $c$，见下式：',
  '',
  '$$',
  'E=mc^2',
  '$$',
  '',
  '![窗](https://pictures.invalid/window.png)',
  '',
  '| 甲 | 乙 |',
  '| --- | --- |',
  '| 1 | 2 |',
  '',
  '[^1]: 约 30 万千米每秒',
].join('\n');
const STORED = [
  '<ul class="task-list"><li data-checked="true">读完</li><li data-checked="false">写信</li></ul>',
  '<p>光速<span class="footnote">约 30 万千米每秒</span>是 <code class="language-math">c</code>，见下式：</p>',
  '<pre><code class="language-math">E=mc^2</code></pre>',
  '<figure class="missing-picture"><a href="https://pictures.invalid/window.png" rel="ugc nofollow noopener">窗</a></figure>',
  '<table><thead><tr><th>甲</th><th>乙</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
].join('');

test.each(['pasted', 'dropped'])(
  'tasks, notes, formulas, tables and pictures, %s, come back from the server',
  async (way) => {
    const author = await member();
    const { page, body, title } = await openEditor(site, author);
    if (way === 'pasted') await paste(body, { 'text/plain': EVERYTHING });
    // Not on the text: the browser would open the file.
    else await dropFiles(title, { '信.md': EVERYTHING });
    await page.locator('.missing-view[data-state="failed"]').waitFor();
    await page.locator('#write-body .formula-view-block math').waitFor();
    expect(await storedBody(page, author)).toBe(STORED);
    await page.reload();
    await ready(page);
    await page.locator('#write-body .formula-view-block math').waitFor();
    await body.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('完');
    await page
      .locator('#write-save-status[data-kind="saving"], #write-save-status[data-kind="saved"]')
      .waitFor();
    await expect
      .poll(() => storedBody(page, author), { timeout: 20_000 })
      .toBe(`${STORED}<p>完</p>`);
  },
);

test('Markdown pasted into a paragraph loses no heading and no list', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('前后');
  await page.keyboard.press('ArrowLeft');
  await paste(body, { 'text/plain': '## 一节\n\n\\*\\*不是粗体\\*\\*\n\n- 一\n- 二' });
  await page.locator('#write-body ul').waitFor();
  expect(await storedBody(page, author)).toBe(
    '<p>前</p><h2>一节</h2><p>**不是粗体**</p><ul><li>一</li><li>二</li></ul><p>后</p>',
  );
  // Paragraphs at the ends continue the line.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('前后');
  await page.keyboard.press('ArrowLeft');
  await paste(body, { 'text/plain': '甲\n\n## 节\n\n乙' });
  await page.locator('#write-body h2').waitFor();
  await expect
    .poll(() => storedBody(page, author), { timeout: 20_000 })
    .toBe('<p>前甲</p><h2>节</h2><p>乙后</p>');
  expect(problems).toEqual([]);
});

test('players in pasted HTML become links, with a message', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await paste(body, {
    'text/html':
      '<p>看</p><iframe src="//player.example/v/1" onload="x()"></iframe><video controls><source src="https://media.example/a.mp4"></video><embed src="javascript:x()"><p>完</p>',
    'text/plain': 'x',
  });
  await page.locator('.toast', { hasText: '链接' }).waitFor();
  const link = (href: string) => `<a href="${href}" rel="ugc nofollow noopener">${href}</a>`;
  const stored = await storedBody(page, author);
  expect(stored).toContain(link('https://player.example/v/1'));
  expect(stored).toContain(link('https://media.example/a.mp4'));
  expect(stored).not.toMatch(/iframe|video|embed|javascript/);
  expect(problems).toEqual([]);
});
