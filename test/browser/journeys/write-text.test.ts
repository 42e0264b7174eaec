import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openSite, openTab } from '../site.ts';
import { idOf, openEditor, ready, saved, storedPost, textOf } from './editor-page.ts';

const site = await openSite();
const member = () => site.member({ exp: 300 });

test('P1, P3 during a composition nothing is saved, and Enter only confirms', async () => {
  const author = await member();
  const { page, context, body, problems } = await openEditor(site, author);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/studio/posts')) sent.push(request.method());
  });
  const keyboard = await context.newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await body.click();
  for (const text of ['n', 'ni', 'nih', 'niha', 'nihao']) await compose(text);
  // Longer than the delay of a save.
  await page.waitForTimeout(2600);
  expect(sent).toEqual([]);
  // An input method reports its keys with this code.
  await keyboard.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await keyboard.send('Input.insertText', { text: '你好' });
  await saved(page);
  const id = await idOf(page);
  expect((await storedPost(author, id)).body).toBe('<p>你好</p>');
  expect(problems).toEqual([]);
});

test('P1 Enter in the title moves to the text, but not during a composition', async () => {
  const { page, context, title, body } = await openEditor(site, await member());
  await title.click();
  const keyboard = await context.newCDPSession(page);
  const composed = { text: 'biaoti', selectionStart: 6, selectionEnd: 6 };
  await keyboard.send('Input.imeSetComposition', composed);
  await title.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.send('Input.insertText', { text: '标题' });
  await page.keyboard.press('Enter');
  expect(await body.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await title.inputValue()).toBe('标题');

  await title.focus();
  const isThereAtOnce = await body.evaluate((field) => {
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', enter));
    return field === document.activeElement;
  });
  // Before the next frame: on a slow machine, letters arrive earlier.
  expect(isThereAtOnce).toBe(true);
});

test('P7 a pasted image is uploaded with a progress bar, and stored by its URL', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('look: ');
  const file = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#0b6b63' },
  })
    .png()
    .toBuffer();
  await body.evaluate(
    (field, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'shot.png', { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    [...file],
  );
  await page.locator('.image-view[data-state="shown"]').waitFor();
  await page.locator('.image-button.is-missing').click();
  await page.locator('#alt-text').fill('一块绿色');
  await page.locator('#alt-dialog button[value="apply"]').click();
  await saved(page);
  const post = await storedPost(author, await idOf(page));
  expect(post.body).toMatch(
    /^<p>look: <\/p><figure><img src="\/uploads\/[^"]+" alt="一块绿色" width="40" height="30"><\/figure>$/,
  );
  expect(problems).toEqual([]);
});

test('a failed upload shows an error, and can be retried', async () => {
  const author = await member();
  const { page, body } = await openEditor(site, author);
  await body.click();
  await page.route('**/upload-image', (route) => route.abort());
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await page
    .locator('#write-image')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer });
  await page.locator('.image-view[data-state="failed"]').waitFor();
  await page.unroute('**/upload-image');
  await page.getByRole('button', { name: '重新上传' }).click();
  await page.locator('.image-view[data-state="shown"]').waitFor();
  await page
    .locator('#write-image')
    .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer });
  await page.locator('.toast', { hasText: 'notes.pdf' }).waitFor();
});

test('P7 images of other sites in pasted HTML that cannot be fetched become placeholders; the text stays', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await page.route('**/api/uploads/fetch', (route) =>
    route.fulfill({ status: 422, json: { code: 'picture_unreachable', detail: 'gone' } }),
  );
  await body.click();
  await body.evaluate((field) => {
    const data = new DataTransfer();
    const html =
      '<p style="color:red">some <b>bold</b></p><img src="https://example.org/a.png"><img src="cid:1">';
    data.setData('text/html', html);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await page.locator('.toast', { hasText: '有 1 张图片没有取到' }).waitFor();
  await saved(page);
  const { body: html } = await storedPost(author, await idOf(page));
  expect(html).toBe(
    '<p>some <strong>bold</strong></p><figure class="missing-picture"><a href="https://example.org/a.png" rel="ugc nofollow noopener">a.png</a></figure>',
  );
  expect(problems).toEqual([]);
});

test('keyboard only: title, text, slash menu, code block with a language, toolbar, publish', async () => {
  const author = await member();
  const { page, title, problems } = await openEditor(site, author);
  await title.focus();
  await page.keyboard.type('键盘');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/dm');
  await page.locator('#slash-menu [aria-selected="true"]').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('let a = 1;');
  // Back to the toolbar's only tab stop; its last button is the language while the caret is in code.
  await page.locator('#write-toolbar [tabindex="0"]').focus();
  await page.keyboard.press('End');
  expect(
    await page.locator('#write-language').evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Enter');
  await page.locator('#language-search').waitFor();
  await page.keyboard.type('rs');
  await page.keyboard.press('Enter');
  expect(await page.locator('.code-language').textContent()).toBe('Rust');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('read this');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+k');
  await page.locator('#link-address').waitFor();
  await page.keyboard.type('example.org');
  await page.keyboard.press('Enter');
  await page.locator('#write-body a').waitFor();
  await page.keyboard.press('Control+s');
  await saved(page);
  const id = await idOf(page);
  expect((await storedPost(author, id)).body).toBe(
    '<pre><code class="language-rust">let a = 1;</code></pre><p><a href="https://example.org/" rel="ugc nofollow noopener">read this</a></p>',
  );
  await page.keyboard.press('Control+Enter');
  await page.locator('#submit-dialog[open] #submit-now button').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**/posts/${id}`);
  expect(await storedPost(author, id)).toMatchObject({ title: '键盘', status: 'approved' });
  expect(problems.filter((one) => !one.includes(`/posts/${id}`))).toEqual([]);
});

/** Everything D26 allows, as the editor itself would write it. */
const EVERYTHING = [
  '<h2>一节</h2><h3>一小段</h3><h4>更小</h4>',
  '<p>字 <strong>重</strong> <em>强</em> <s>去</s> <u>线</u> H<sub>2</sub>O x<sup>2</sup> <code>a &lt; b</code> &amp; 两  个空格<br>换行</p>',
  '<p><a href="https://example.org/?a=1&amp;b=2" rel="ugc nofollow noopener">链接</a></p>',
  '<blockquote><p>引用</p><p>两段</p></blockquote>',
  '<ul><li>一</li><li>二<ul><li>里面</li></ul></li></ul><ol><li>甲</li><li>乙</li></ol>',
  '<pre><code class="language-typescript">const a = 1;\n\n  if (a &lt; 2) {}\n</code></pre><pre><code>plain</code></pre>',
  '<ul class="task-list"><li data-checked="true">做完</li><li data-checked="false">没做<ul><li>里面</li></ul></li></ul>',
  '<p>有注<span class="footnote">一条 &lt;注> https://example.org/</span>释，行内 <code class="language-math">a^2 &lt; b</code> 式</p>',
  '<pre><code class="language-math">\\begin{aligned}\n  a &amp;= b\n\\end{aligned}</code></pre>',
  '<hr>',
  '<table><thead><tr><th>名</th><th>数</th></tr></thead><tbody><tr><td>一</td><td>1</td></tr><tr><td colspan="2">合</td></tr></tbody></table>',
  '<p>末尾</p>',
].join('');

test('D26 every allowed element survives opening, editing and saving', async () => {
  const author = await member();
  const made = await author.post('/api/studio/posts', {
    title: '全部',
    body: EVERYTHING,
    draft: true,
  });
  const { id, body: before } = made.body as { id: number; body: string };
  const { page, problems } = await openEditor(site, author, `/studio/write?id=${id}`);
  // Opening alone changes nothing.
  expect(await page.locator('#write-save-status[data-kind]').count()).toBe(0);
  await page.locator('#write-body > p').last().click();
  await page.keyboard.press('End');
  await page.keyboard.type('。');
  await saved(page);
  expect((await storedPost(author, id)).body).toBe(before.replace('末尾', '末尾。'));
  expect(problems).toEqual([]);
});

test('typed Markdown becomes formatting', async () => {
  const author = await member();
  const { page, body, problems } = await openEditor(site, author);
  await body.click();
  await page.keyboard.type('# one\n## two\n### three\n- a\nb\n\n1. c\n\n> d\n\n**e** `f`');
  await saved(page);
  expect((await storedPost(author, await idOf(page))).body).toBe(
    '<h2>one</h2><h2>two</h2><h3>three</h3><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol><blockquote><p>d</p></blockquote><p><strong>e</strong> <code>f</code></p>',
  );
  expect(problems).toEqual([]);
});

test('without scripts the same page is a form that saves and submits', async () => {
  const author = await member();
  const { page, problems } = await openTab(site, { as: author, scripts: false });
  await page.goto('/studio/write');
  await page.locator('#write-title').fill('没有脚本');
  await page.locator('#write-source').fill('<p>也能写</p>');
  await page.getByRole('button', { name: '保存草稿' }).click();
  const id = await idOf(page);
  expect(await storedPost(author, id)).toMatchObject({ title: '没有脚本', status: 'draft' });
  await page.locator('#write-source').fill('<p>也能改</p>');
  await page.getByRole('button', { name: '保存草稿' }).click();
  await page.waitForURL(`**/studio/write?id=${id}`);
  expect(textOf((await storedPost(author, id)).body)).toBe('也能改');
  await page.getByRole('link', { name: '发布' }).click();
  await page.waitForURL(`**/studio/submit?id=${id}`);
  await page.locator('#submit-now button').click();
  await page.waitForURL(`**/posts/${id}`);
  expect((await storedPost(author, id)).status).toBe('approved');
  expect(problems.filter((one) => !one.includes(`/posts/${id}`))).toEqual([]);
});

test('P6 leaving the page shows a warning only while text is unsaved', async () => {
  const author = await member();
  const { page, body } = await openEditor(site, author);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await body.click();
  await page.keyboard.type('x');
  await idOf(page);
  await saved(page);
  await page.reload();
  await ready(page);
  expect(dialogs).toEqual([]);
  await page.route('**/api/**', (route) => route.abort());
  await body.click();
  await page.keyboard.type('y');
  await page.reload();
  expect(dialogs).toEqual(['beforeunload']);
});
