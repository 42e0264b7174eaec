import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
let author: Client;
let reader: Client;
let post: number;

async function named(username: string, exp: number): Promise<Client> {
  const client = await site.member({ exp });
  await requireOk(client.put('/api/settings/profile', { username }));
  return client;
}

beforeAll(async () => {
  author = await named('林小灯', 1600);
  reader = await named('阿哲', 1600);
});

/** Every test has a post of its own. */
async function newPost(): Promise<number> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  return (await requireOk(author.post('/api/studio/posts', text))).id;
}
const postComment = async (client: Client, body: string): Promise<number> =>
  (await requireOk(client.post(`/api/posts/${post}/comments`, { body }))).id;
const reply = async (client: Client, id: number, body: string): Promise<number> =>
  (await requireOk(client.post(`/api/comments/${id}/reply`, { body }))).id;
const storedComments = async (): Promise<
  { id: number; body: string; image: unknown; mentions: unknown[] }[]
> => (await site.visitor().get(`/api/posts/${post}/comments`)).body.items;

const box = (page: Page) => page.getByRole('textbox', { name: '写评论' });
/** Every number of comments: in the action bar and above the comments. */
const numbers = (page: Page) => page.locator('[data-comments]').allTextContents();
const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** The page of a new post, with its islands running. */
async function open(as: Client | undefined, options: { scripts?: boolean; path?: string } = {}) {
  const tab = await openTab(site, { as, scripts: options.scripts ?? true });
  await tab.page.goto(options.path ?? `/posts/${post}`);
  if (options.scripts !== false)
    await tab.page.locator('[data-island=discussion][data-alive]').waitFor();
  return tab;
}

describe('writing', () => {
  test('a comment appears at once under the box, and Enter alone never sends', async () => {
    post = await newPost();
    const { page, problems } = await open(reader);
    await page.keyboard.press('c');
    await page.keyboard.type('第一行');
    await page.keyboard.press('Enter');
    await page.keyboard.type('第二行');
    expect(await storedComments()).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await comment(page, '第二行').waitFor();
    expect(await page.getByRole('status').filter({ hasText: '评论已发布。' }).count()).toBe(1);
    expect(await box(page).inputValue()).toBe('');
    expect((await storedComments()).map((one) => one.body)).toEqual(['第一行\n第二行']);
    expect(await numbers(page)).toEqual(['1', '1']);
    await page.reload();
    expect(await comment(page, '第一行').count()).toBe(1);
    expect(await box(page).inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  test('P1 Enter that confirms a candidate neither sends nor picks, with Ctrl or without', async () => {
    post = await newPost();
    const { page, context, problems } = await open(reader);
    await box(page).focus();
    const keyboard = await context.newCDPSession(page);
    const composed = { text: 'nihao', selectionStart: 5, selectionEnd: 5 };
    await keyboard.send('Input.imeSetComposition', composed);
    for (const modifiers of [0, 2]) {
      const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, modifiers };
      await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
    }
    await keyboard.send('Input.insertText', { text: '你好' });
    expect(await box(page).inputValue()).toBe('你好');
    await page.keyboard.press('Control+Enter');
    await comment(page, '你好').waitFor();
    expect((await storedComments()).map((one) => one.body)).toEqual(['你好']);
    expect(problems).toEqual([]);
  });

  test('D27 from 900 characters on the count shows; 1001 are refused on the page', async () => {
    post = await newPost();
    const { page, problems } = await open(reader);
    await box(page).fill('字'.repeat(899));
    expect(await page.getByText('/ 1000').count()).toBe(0);
    await box(page).fill('字'.repeat(900));
    await page.getByText('900 / 1000').waitFor();
    await box(page).fill('字'.repeat(1001));
    await page.getByRole('button', { name: '发布评论' }).click();
    await page.getByRole('alert').filter({ hasText: '超出 1 字' }).waitFor();
    expect(await storedComments()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a draft survives a reload, in this tab and for this post', async () => {
    post = await newPost();
    const { page } = await open(reader);
    await box(page).fill('写了一半');
    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe('写了一半');
    await page.goto(`/posts/${await newPost()}`);
    await page.locator('[data-alive]').first().waitFor();
    expect(await box(page).inputValue()).toBe('');
  });

  test('SPEC §5.1 after a log-out while writing, the text stays through the log-in', async () => {
    post = await newPost();
    const visitor = await named(`夜猫${post}`, 10);
    const { page, context } = await open(visitor);
    await box(page).fill('写了很久的一段话');
    await requireOk(visitor.post('/api/auth/logout'));
    await page.getByRole('button', { name: '发布评论' }).click();
    await page.locator('#login-dialog[open]').waitFor();
    expect(await box(page).inputValue()).toBe('写了很久的一段话');
    await visitor.logIn(visitor.email, 'correct horse battery');
    await context.addCookies(
      [...visitor.cookies].map(([name, value]) => ({ name, value, url: site.url })),
    );
    await page.goto(`/posts/${post}`);
    await expect.poll(() => box(page).inputValue()).toBe('写了很久的一段话');
    await page.getByRole('button', { name: '发布评论' }).click();
    await comment(page, '写了很久的一段话').waitFor();
  });
});

describe('conversations', () => {
  test('a reply to a reply opens its box below it, names the recipient, and is listed last', async () => {
    post = await newPost();
    const root = await postComment(author, '谁先来');
    for (const text of ['一', '二', '三', '四']) await reply(author, root, `回复${text}`);
    const { page, problems } = await open(reader);
    await page.getByRole('link', { name: '展开 1 条回复' }).click();
    await comment(page, '回复四').waitFor();
    await comment(page, '回复四').getByRole('link', { name: '回复 林小灯' }).click();
    const replyBox = page.getByRole('textbox', { name: '回复 @林小灯' });
    expect(await replyBox.evaluate((element) => element === document.activeElement)).toBe(true);
    await replyBox.fill('我来');
    await page.keyboard.press('Control+Enter');
    await comment(page, '我来').waitFor();
    expect(await page.locator('.reply').last().textContent()).toContain('回复 @林小灯：我来');
    expect(await replyBox.count()).toBe(0);
    await page.getByRole('link', { name: '收起回复' }).click();
    await expect.poll(() => page.locator('.reply').count()).toBe(3);
    expect(problems).toEqual([]);
  });

  test('D28 a member is mentioned by keyboard alone, and the mention links to their space', async () => {
    post = await newPost();
    const { page, problems } = await open(reader);
    await box(page).pressSequentially('同意@林');
    await page.getByRole('option', { name: '林小灯' }).waitFor();
    const active = await box(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await box(page).inputValue()).toBe('同意@林小灯 ');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    const link = comment(page, '同意').getByRole('link', { name: '@林小灯' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`/space/${author.uid}`);
    expect((await storedComments())[0]?.mentions).toEqual([{ uid: author.uid, label: '@林小灯' }]);
    await box(page).pressSequentially('@');
    await page.keyboard.press('Escape');
    expect(await box(page).inputValue()).toBe('@');
    expect(problems).toEqual([]);
  });

  test('§8 below Lv3 the member search is not called, and the reason shows', async () => {
    post = await newPost();
    const { page, problems } = await open(await named(`新人${post}`, 10));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await box(page).pressSequentially('@林');
    await page.getByText('Lv3 起可以搜索要提及的人').waitFor();
    expect(requests.filter((url) => url.includes('/users/search'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a link leads to a comment of a later page, also with the fragment alone', async () => {
    post = await newPost();
    for (let index = 0; index < 21; index++) await postComment(author, `先来的第 ${index} 条`);
    const last = await postComment(author, '最后的一条');
    const { page, problems } = await open(reader, { path: `/posts/${post}#c-${last}` });
    await page.waitForURL(`**/posts/${post}?comment=${last}#c-${last}`);
    await comment(page, '最后的一条').waitFor();
    await page.getByRole('link', { name: '从头看起' }).click();
    await comment(page, '先来的第 0 条').waitFor();
    await page.getByRole('link', { name: '查看更多评论' }).click();
    await comment(page, '最后的一条').waitFor();
    expect(await page.getByRole('article').count()).toBe(23);
    expect(problems).toEqual([]);
  });
});

describe('images', () => {
  /** Pastes a file. */
  async function paste(page: Page, type: string, bytes: Buffer): Promise<void> {
    await box(page).evaluate(
      (element, { type, data }) => {
        const file = new File([Uint8Array.from(data)], 'screen', { type });
        const clipboardData = new DataTransfer();
        clipboardData.items.add(file);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      { type, data: [...bytes] },
    );
  }

  test('§8 an image is pasted, previewed, sent, and opens in the lightbox', async () => {
    post = await newPost();
    const { page, problems } = await open(reader);
    const picture = { width: 60, height: 40, channels: 3, background: '#0b6b63' } as const;
    const bytes = await sharp({ create: picture }).png().toBuffer();
    await paste(page, 'image/png', bytes);
    await page.getByRole('img', { name: '要发布的图片' }).waitFor();
    await page.getByRole('progressbar', { name: '正在上传图片' }).waitFor({ state: 'detached' });
    await box(page).fill('看图');
    await page.getByRole('button', { name: '发布评论' }).click();
    await comment(page, '看图').getByRole('img', { name: '阿哲 发的图片' }).click();
    await page.getByRole('dialog', { name: '阿哲 发的图片' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await storedComments())[0]?.image).toMatchObject({ width: 60, height: 40 });
    expect(await page.getByRole('button', { name: '移除图片' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('§8 a file of another type is refused before it is sent', async () => {
    post = await newPost();
    const { page, problems } = await open(reader);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await paste(page, 'image/gif', Buffer.from('GIF89a'));
    await page.getByRole('alert').filter({ hasText: 'JPG 或 PNG' }).waitFor();
    expect(requests.filter((url) => url.includes('upload'))).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('deleting', () => {
  test('the server is not called for five seconds, and it can be undone', async () => {
    post = await newPost();
    const id = await postComment(reader, '说错了');
    await reply(author, id, '没关系');
    const { page, problems } = await open(reader);
    await page.clock.install();
    await page.getByRole('button', { name: '删除 阿哲 的评论' }).click();
    await page.getByText('评论和 1 条回复已删除').waitFor();
    await page.clock.runFor(3000);
    expect(await storedComments()).toHaveLength(1);
    await page.keyboard.press('Enter');
    await comment(page, '说错了').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(focused).toBe(`c-${id}`);
    await page.clock.runFor(10_000);
    expect(await storedComments()).toHaveLength(1);

    await page.getByRole('button', { name: '删除 阿哲 的评论' }).click();
    await page.getByRole('button', { name: '撤销' }).waitFor();
    await page.clock.runFor(5100);
    await expect.poll(() => numbers(page)).toEqual(['', '']);
    await page.getByText('还没有评论，说说你的看法').waitFor();
    expect(await storedComments()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('leaving the page within that time deletes at once', async () => {
    post = await newPost();
    await postComment(reader, '再见');
    const { page } = await open(reader);
    await page.getByRole('button', { name: '删除 阿哲 的评论' }).click();
    await page.getByRole('button', { name: '撤销' }).waitFor();
    await page.goto('/posts');
    await expect.poll(storedComments).toEqual([]);
  });

  test('D27 a comment that another member deleted first shows an error, and the page stays usable', async () => {
    post = await newPost();
    const id = await postComment(reader, '抢先一步');
    const { page } = await open(reader);
    await requireOk(author.delete(`/api/comments/${id}`));
    await page.clock.install();
    await page.getByRole('button', { name: '删除 阿哲 的评论' }).click();
    await page.clock.runFor(5100);
    await page.getByRole('alert').filter({ hasText: '找不到该内容' }).waitFor();
  });
});

test('without scripts: comment, reply and delete', async () => {
  post = await newPost();
  const { page, problems } = await open(reader, { scripts: false });
  await box(page).fill('没有脚本也能说话');
  await page.getByRole('button', { name: '发布评论' }).click();
  await comment(page, '没有脚本也能说话').waitFor();
  await page.getByRole('link', { name: '回复 阿哲' }).click();
  await page.getByRole('textbox', { name: '回复 @阿哲' }).fill('也能回复');
  await page.getByRole('button', { name: '回复', exact: true }).click();
  await comment(page, '也能回复').waitFor();
  expect(page.url()).toMatch(/#c-\d+$/);
  await page.getByRole('button', { name: '删除 阿哲 的评论' }).first().click();
  await page.getByText('下面的 1 条回复会一起删除').waitFor();
  await page.getByRole('button', { name: '确认删除' }).first().click();
  await page.getByText('还没有评论，说说你的看法').waitFor();
  expect(await storedComments()).toEqual([]);
  expect(problems).toEqual([]);
});

describe('likes, orders, pins and edits', () => {
  const likeOf = (page: Page, text: string) =>
    comment(page, text).getByRole('button', { name: /^赞 / });

  test('a like shows at once, is stored, and is taken back after a refusal', async () => {
    post = await newPost();
    const id = await postComment(author, '来点赞');
    const { page } = await open(reader);
    await likeOf(page, '来点赞').click();
    await page.locator(`#c-${id} [aria-pressed=true]`).filter({ hasText: '1' }).waitFor();
    await expect
      .poll(async () => (await site.visitor().get(`/api/posts/${post}/comments`)).body.items[0])
      .toMatchObject({ like_count: 1 });
    await page.reload();
    await page.locator(`#c-${id} [aria-pressed=true]`).waitFor();
    await requireOk(author.delete(`/api/comments/${id}`));
    await likeOf(page, '来点赞').click();
    await page.locator(`#c-${id} [aria-pressed=true]`).waitFor();
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
  });

  test('the author of the post pins a comment, which is then the first in every order', async () => {
    post = await newPost();
    await postComment(reader, '先来的');
    await postComment(reader, '置顶这条');
    const { page, problems } = await open(author);
    await comment(page, '置顶这条').getByRole('button', { name: '置顶' }).click();
    await page.getByRole('button', { name: '取消置顶' }).waitFor();
    expect(
      await page.getByRole('article', { name: '阿哲 的评论' }).first().textContent(),
    ).toContain('置顶这条');
    await page.getByRole('link', { name: '最早' }).click();
    await page.locator('.segment [aria-current]', { hasText: '最早' }).waitFor();
    expect(
      await page.getByRole('article', { name: '阿哲 的评论' }).first().textContent(),
    ).toContain('置顶这条');
    expect(problems).toEqual([]);
  });

  test('an own comment is edited in the same box, and marked', async () => {
    post = await newPost();
    const id = await postComment(reader, '有个错字');
    const { page, problems } = await open(reader);
    await comment(page, '有个错字').getByRole('link', { name: '编辑' }).click();
    const editor = page.getByRole('textbox', { name: '修改评论' });
    expect(await editor.inputValue()).toBe('有个错字');
    await editor.fill('没有错字了');
    await page.keyboard.press('Control+Enter');
    await comment(page, '没有错字了').getByText('已编辑').waitFor();
    expect(await editor.count()).toBe(0);
    expect((await storedComments()).map((one) => [one.id, one.body])).toEqual([[id, '没有错字了']]);
    expect(problems).toEqual([]);
  });

  test('without scripts: like, edit and pin are forms', async () => {
    post = await newPost();
    const id = await postComment(author, '不用脚本');
    const { page } = await open(author, { scripts: false });
    await likeOf(page, '不用脚本').click();
    await page.locator(`#c-${id} [aria-pressed=true]`).waitFor();
    await comment(page, '不用脚本').getByRole('link', { name: '编辑' }).click();
    await page.getByRole('textbox', { name: '修改评论' }).fill('也能改');
    await page.getByRole('button', { name: '保存' }).click();
    await comment(page, '也能改').getByText('已编辑').waitFor();
    await comment(page, '也能改').getByRole('button', { name: '置顶' }).click();
    await page.getByRole('button', { name: '取消置顶' }).waitFor();
  });
});
