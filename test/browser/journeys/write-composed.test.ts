import { expect, test } from 'vitest';
import { openSite } from '../site.ts';
import { inputMethod, openEditor, paste, storedBody } from './editor-page.ts';

/** Typing and pasting (issue) with a Chinese input method: blocks, notes, formulas and pasted text. */
const site = await openSite();

async function open() {
  const author = await site.member({ exp: 300 });
  const tab = await openEditor(site, author);
  await tab.body.click();
  return { ...tab, ...(await inputMethod(tab)), stored: () => storedBody(tab.page, author) };
}

test('Typing: headings, quotes, lists, tasks and a divider around composed text', async () => {
  const { page, commit, stored, problems } = await open();
  await page.keyboard.type('# ');
  await commit('一节');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> ');
  await commit('引用');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1、 ');
  await commit('先');
  await page.keyboard.press('Enter');
  await commit('后');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  // The brackets of a Chinese keyboard.
  await commit('【');
  await commit('】');
  await page.keyboard.type(' ');
  await commit('买灯油');
  await page.keyboard.press('Enter');
  await commit('写信');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('---');
  await commit('尾声');
  expect(await stored()).toBe(
    [
      '<h2>一节</h2>',
      '<blockquote><p>引用</p></blockquote>',
      '<ol><li>先</li><li>后</li></ol>',
      '<ul class="task-list"><li data-checked="false">买灯油</li><li data-checked="false">写信</li></ul>',
      '<hr><p>尾声</p>',
    ].join(''),
  );
  expect(problems).toEqual([]);
});

test('Typing: notes and formulas around composed text, and nothing changes during a composition', async () => {
  const { page, body, commit, compose, stored, problems } = await open();
  await commit('光速');
  await commit('【^约三十万千米每秒】');
  await commit('很快');
  await page.keyboard.type('[^');
  await commit('另一条');
  await page.keyboard.type(']');
  await commit('，质能');
  await page.keyboard.type('$E=mc^2$');
  await commit('很美');
  await page.keyboard.press('Enter');
  await page.keyboard.type('**');
  await commit('粗');
  await page.keyboard.type('*');
  await compose('xing');
  expect(await body.locator('p').last().textContent()).toBe('**粗*xing');
  await commit('*');
  await commit('细');
  expect(await stored()).toBe(
    [
      '<p>光速<span class="footnote">约三十万千米每秒</span>很快<span class="footnote">另一条</span>',
      '，质能<code class="language-math">E=mc^2</code>很美</p>',
      '<p><strong>粗</strong>细</p>',
    ].join(''),
  );
  expect(problems).toEqual([]);
});

test('Pasting: between two compositions the pasted structure and the composed text both stay', async () => {
  const { page, body, commit, stored, problems } = await open();
  await commit('前文');
  await paste(body, { 'text/plain': '**粗**和\n\n- 一\n- 二\n\n末段' });
  await page.locator('#write-body ul').waitFor();
  await commit('，后文');
  await page.keyboard.press('Enter');
  await paste(body, { 'text/html': '<h2>网页<b>标题</b></h2><p>正文</p>', 'text/plain': 'x' });
  await commit('完');
  expect(await stored()).toBe(
    '<p>前文<strong>粗</strong>和</p><ul><li>一</li><li>二</li></ul><p>末段，后文</p><h2>网页标题</h2><p>正文完</p>',
  );
  expect(problems).toEqual([]);
});
