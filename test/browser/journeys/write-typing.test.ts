import { expect, test } from 'vitest';
import { openSite } from '../site.ts';
import { idOf, inputMethod, openEditor, paste, saved, storedPost } from './editor-page.ts';

/** Typing (issue): marks and links beside Han, as the keys and as a Chinese input method send them. */
const site = await openSite();
const REL = 'rel="ugc nofollow noopener"';

async function open() {
  const author = await site.member({ exp: 300 });
  const tab = await openEditor(site, author);
  await tab.body.click();
  return { ...tab, author, ...(await inputMethod(tab)) };
}

async function stored({ page, author }: Awaited<ReturnType<typeof open>>): Promise<string> {
  await saved(page);
  return (await storedPost(author, await idOf(page))).body;
}

const BESIDE: [string, string][] = [
  ['中文**粗体**中文', '中文<strong>粗体</strong>中文'],
  ['，**粗体**。', '，<strong>粗体</strong>。'],
  ['中文__粗体__中文', '中文<strong>粗体</strong>中文'],
  ['中文*斜*中文', '中文<em>斜</em>中文'],
  ['（*斜*）', '（<em>斜</em>）'],
  ['中文`代码`中文', '中文<code>代码</code>中文'],
  ['中文~~删~~中文', '中文<s>删</s>中文'],
  ['***全***部', '<strong><em>全</em></strong>部'],
  ['中[字](https://example.org/a)文', `中<a href="https://example.org/a" ${REL}>字</a>文`],
  ['中【字】（example.org/a）文', `中<a href="https://example.org/a" ${REL}>字</a>文`],
];
const PLAIN = [
  '2*3*4',
  'snake_case_name',
  '\\*斜*',
  '** 空 **',
  '![图](https://example.org/a.png)',
];

test('Typing: Markdown marks work next to Han characters and full-width punctuation', async () => {
  const tab = await open();
  const { page } = tab;
  for (const [typed] of BESIDE) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  }
  for (const typed of PLAIN) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('完');
  const body = await stored(tab);
  const lines = body.split('</p>').map((line) => line.replace('<p>', ''));
  expect(lines.slice(0, BESIDE.length)).toEqual(BESIDE.map(([, html]) => html));
  expect(lines.slice(BESIDE.length, -2)).toEqual(PLAIN);
  expect(tab.problems).toEqual([]);
});

test('Typing: the same in composition, with the marks typed between or committed with the text', async () => {
  const tab = await open();
  const { page, commit } = tab;
  await commit('中文');
  await page.keyboard.type('**');
  await commit('粗体');
  await page.keyboard.type('**');
  await commit('后文');
  await page.keyboard.press('Enter');
  await commit('前文*斜*');
  await commit('后文');
  await page.keyboard.press('Enter');
  await commit('看`代码`');
  await commit('，');
  await commit('~~删~~');
  await commit('了');
  await page.keyboard.press('Enter');
  await commit('见[字](https://example.org/)');
  await commit('吧');
  expect(await stored(tab)).toBe(
    [
      '<p>中文<strong>粗体</strong>后文</p>',
      '<p>前文<em>斜</em>后文</p>',
      '<p>看<code>代码</code>，<s>删</s>了</p>',
      `<p>见<a href="https://example.org/" ${REL}>字</a>吧</p>`,
    ].join(''),
  );
  expect(tab.problems).toEqual([]);
});

test('Typing: Backspace directly after a rule restores the typed marks', async () => {
  const tab = await open();
  const { page, commit } = tab;
  await page.keyboard.type('中**粗**');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await commit('中*斜*');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('$x^2$');
  await page.keyboard.press('Backspace');
  expect(await stored(tab)).toBe('<p>中**粗**</p><p>中*斜*</p><p>$x^2$</p>');
});

test('Typing: a link ends at full-width punctuation, and what is typed after it is not linked', async () => {
  const tab = await open();
  const { page, commit } = tab;
  const address = 'https://example.org/a';
  const link = `<a href="${address}" ${REL}>${address}</a>`;
  const ends = ['，', '。', '；', '：', '！', '？', '、', '）', '》', '」', '】', '〉', '”', '’'];
  for (const end of ends) {
    await page.keyboard.type(`见${address}${end}后`);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type(`${address} 后`);
  await page.keyboard.press('Enter');
  await page.keyboard.type(`“${address}`);
  await commit('”');
  await commit('后文');
  await page.keyboard.press('Enter');
  // At the end of a line, and then beside the link.
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await commit('后文');
  expect(await stored(tab)).toBe(
    [
      ...ends.map((end) => `<p>见${link}${end}后</p>`),
      `<p>${link} 后</p>`,
      `<p>“${link}”后文</p>`,
      `<p>${link}x后文</p>`,
    ].join(''),
  );
  expect(tab.problems).toEqual([]);
});

test('Typing: an address pasted on selected words links them', async () => {
  const tab = await open();
  const { page, body } = tab;
  await page.keyboard.type('读这里');
  await page.keyboard.press('Shift+Home');
  await paste(body, { 'text/plain': 'https://example.org/b' });
  await page.keyboard.press('End');
  await page.keyboard.type('，好');
  expect(await stored(tab)).toBe(`<p><a href="https://example.org/b" ${REL}>读这里</a>，好</p>`);
});

test('Typing: players of other sites become links, with a message', async () => {
  const tab = await open();
  const { page, body } = tab;
  await paste(body, { 'text/plain': 'https://www.bilibili.com/video/BV1xx411c7mD' });
  await page.locator('.toast', { hasText: '不加载其他网站的播放器' }).waitFor();
  await page.keyboard.press('Enter');
  await paste(body, {
    'text/plain': '<iframe src="//player.bilibili.com/player.html?bvid=1" width=100></iframe>',
  });
  await page.keyboard.press('Enter');
  await paste(body, {
    'text/plain': 'x',
    'text/html': '<p>看</p><iframe src="https://www.youtube.com/embed/a"></iframe>',
  });
  expect(await page.locator('.toast', { hasText: '普通链接' }).count()).toBeGreaterThan(1);
  const link = (href: string) => `<a href="${href}" ${REL}>${href}</a>`;
  expect(await stored(tab)).toBe(
    [
      `<p>${link('https://www.bilibili.com/video/BV1xx411c7mD')}</p>`,
      `<p>${link('https://player.bilibili.com/player.html?bvid=1')}</p>`,
      `<p>看</p><p>${link('https://www.youtube.com/embed/a')}</p>`,
    ].join(''),
  );
  expect(tab.problems).toEqual([]);
});

test('Typing: 2 000 characters with all of it on, and no dropped key', {
  timeout: 180_000,
}, async () => {
  const tab = await open();
  const { page } = tab;
  await page.keyboard.type('[ ] 任务\n\n$x$ 和[^一条 注释]。\n');
  const line = '写字不停，**粗** `码` 和 (括号) a*b 5 美元。';
  const text = Array.from({ length: 72 }, (_, at) => `${at}${line}`).join('');
  expect([...text].length).toBeGreaterThan(2000);
  await page.keyboard.type(text);
  const body = await stored(tab);
  const last = body.slice(body.lastIndexOf('<p>') + 3, -4);
  expect(last).toBe(
    text.replaceAll('**粗**', '<strong>粗</strong>').replaceAll('`码`', '<code>码</code>'),
  );
  expect(tab.problems).toEqual([]);
});
