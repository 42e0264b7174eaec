import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { ACCEPT } from '../../../src/foreign-pictures/rules.ts';
import { createFileFetcher } from '../../../src/platform/outbound/fetch-file.ts';
import { atEnd } from '../../support/cleanup.ts';
import { pictureOf } from '../../support/picture.ts';
import { until } from '../../support/until.ts';
import { openSite } from '../site.ts';
import {
  idOf,
  inputMethod,
  openEditor,
  paste as pasteInto,
  ready,
  saved,
  storedPost,
} from './editor-page.ts';

const HOST = '127.0.0.4';
const PICTURE = await pictureOf('png', 300, 200);
/** Responses of the other site that wait until the test lets them go. */
const delayed: ServerResponse[] = [];
let isBroken = true;
const other = createServer((request, response) => {
  if (request.url?.startsWith('/slow')) delayed.push(response);
  else if (request.url?.startsWith('/gone') && isBroken) response.writeHead(404).end();
  else response.end(PICTURE);
});
await new Promise<void>((resolve) => other.listen(0, HOST, resolve));
atEnd(() => {
  other.closeAllConnections();
  other.close();
});
const { port } = other.address() as AddressInfo;
const at = (path: string) => `http://blog.example:${port}${path}`;

const site = await openSite();
/** The only exception: one name that leads to one port of this machine. */
site.ctx.fetchFile = createFileFetcher({
  userAgent: 'tests',
  accept: ACCEPT,
  resolve: async () => [HOST],
  isReachable: (address, to) => address === HOST && to === port,
});
const member = () => site.member({ exp: 300 });

/** The machine may be busy with other tests. */
const PATIENTLY = { timeout: 20_000 };

beforeEach(() => {
  delayed.length = 0;
  isBroken = true;
});

const paste = (page: Page, html: string) =>
  pasteInto(page.locator('#write-body'), { 'text/html': html });

const placeholders = (page: Page) => page.locator('.missing-view');
const pictures = (page: Page) => page.locator('#write-body img[src^="/uploads/"]');

test('Foreign pictures: three are fetched with progress; one is slow, one fails and is replaced', async () => {
  const author = await member();
  const { page, problems } = await openEditor(site, author);
  await paste(
    page,
    `<p>从旧博客搬来</p><p><img src="${at('/a.png')}" alt="窗"></p><figure><img src="${at('/slow.png')}"><figcaption>灯下</figcaption></figure><p><a href="https://x.example/"><img src="${at('/gone.png')}" alt="旧照"></a></p><p>完</p>`,
  );
  const progress = page.locator('.fetch-progress');
  await progress.waitFor();
  await until(() => delayed.length === 1);
  await pictures(page).first().waitFor();
  await page.getByText('正在获取图片 2/3').waitFor();
  // Typing goes on meanwhile.
  await page.keyboard.type('。');
  await placeholders(page).and(page.locator('[data-state="failed"]')).waitFor();
  delayed[0]?.end(PICTURE);
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(2);
  await progress.waitFor({ state: 'hidden' });
  expect(await page.locator('#write-body figcaption').allInnerTexts()).toContain('灯下');

  const failed = placeholders(page);
  expect(await failed.count()).toBe(1);
  expect(await failed.textContent()).toMatch(
    /旧照[\s\S]*来自 blog\.example[\s\S]*没有取到：对方网站没有返回图片/,
  );
  await page.locator('[data-check="missing"]').getByText('缺 1 张图片').waitFor();
  await saved(page);
  const id = await idOf(page);
  expect((await storedPost(author, id)).body).toContain(
    `<figure class="missing-picture"><a href="${at('/gone.png')}" rel="ugc nofollow noopener">旧照</a></figure>`,
  );

  await failed.locator('input[type=file]').setInputFiles({
    name: 'new.png',
    mimeType: 'image/png',
    buffer: PICTURE,
  });
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(3);
  await expect.poll(() => placeholders(page).count(), PATIENTLY).toBe(0);
  await expect
    .poll(async () => (await storedPost(author, id)).body, PATIENTLY)
    .not.toContain('missing-picture');
  const { body } = await storedPost(author, id);
  expect(body.match(/<img src="\/uploads\/post\//g)).toHaveLength(3);
  expect(body).toContain('alt="旧照"');
  expect(body).toContain('<p>完。</p>');

  // Undo takes back what was typed and pasted, and never a placeholder alone.
  await page.locator('#write-body p').last().click();
  for (let step = 0; step < 10; step++) await page.keyboard.press('Control+z');
  expect(await placeholders(page).count()).toBe(0);
  for (let step = 0; step < 10; step++) await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(3);
  expect(problems).toEqual([]);
});

test('Foreign pictures: a reload in the middle loses nothing and goes on; fetching again succeeds', async () => {
  const author = await member();
  const { page, problems } = await openEditor(site, author);
  await paste(
    page,
    `<p>一</p><img src="${at('/slow-1.png')}" alt="甲"><img src="${at('/gone-2.png')}" alt="乙"><p>二</p>`,
  );
  await until(() => delayed.length === 1);
  await placeholders(page).and(page.locator('[data-state="failed"]')).waitFor();
  await saved(page);
  const id = await idOf(page);
  await page.reload();
  await ready(page);
  expect(await placeholders(page).count()).toBe(2);
  await until(() => delayed.length === 2);
  delayed[1]?.end(PICTURE);
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(1);
  isBroken = false;
  await placeholders(page).getByRole('button', { name: '重新获取' }).click();
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(2);
  await expect
    .poll(async () => (await storedPost(author, id)).body, PATIENTLY)
    .toMatch(
      /^<p>一<\/p><figure><img [^>]*alt="甲"[^>]*><\/figure><figure><img [^>]*alt="乙"[^>]*><\/figure><p>二<\/p>$/,
    );
  expect(problems).toEqual([]);
});

test('Foreign pictures: one that arrives during a composition neither ends nor changes it', async () => {
  const author = await member();
  const tab = await openEditor(site, author);
  const { page, problems } = tab;
  const { compose, commit } = await inputMethod(tab);
  await paste(page, `<p>一</p><img src="${at('/slow-5.png')}" alt="窗"><p>二</p>`);
  await until(() => delayed.length === 1);
  await page.locator('#write-body p').last().click();
  await page.keyboard.press('End');
  await compose('deng');
  delayed[0]?.end(PICTURE);
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(1);
  expect(await page.locator('#write-body p').last().textContent()).toBe('二deng');
  await commit('灯火');
  await saved(page);
  const id = await idOf(page);
  await expect
    .poll(async () => (await storedPost(author, id)).body, PATIENTLY)
    .toMatch(/^<p>一<\/p><figure><img [^>]*alt="窗"[^>]*><\/figure><p>二灯火<\/p>$/);
  expect(problems).toEqual([]);
});

test('Foreign pictures: fetching can be stopped, a placeholder removed, and readers see a box with the link', async () => {
  const author = await member();
  const { page, title, problems } = await openEditor(site, author);
  await title.fill('搬家');
  await paste(page, `<p>一</p><img src="${at('/slow-3.png')}"><img src="${at('/slow-4.png')}">`);
  await until(() => delayed.length === 2);
  await page.getByRole('button', { name: '停止获取' }).click();
  await page.locator('.fetch-progress').waitFor({ state: 'hidden' });
  expect(await placeholders(page).count()).toBe(2);
  await placeholders(page).first().getByRole('button', { name: '移除' }).click();
  expect(await placeholders(page).count()).toBe(1);
  await saved(page);
  const id = await idOf(page);
  await page.locator('#write-publish').click();
  await page.locator('#submit-dialog[open] #submit-now button').click();
  await page.waitForURL(new RegExp(`/posts/${id}`));
  const box = page.locator('.prose .missing-picture');
  expect(await box.textContent()).toBe('slow-4.png');
  expect(await box.locator('a').getAttribute('href')).toBe(at('/slow-4.png'));
  expect(problems).toEqual([]);
});

test('Foreign pictures: own pictures are not fetched, pasted files are uploaded, the rest is removed', async () => {
  const author = await member();
  const own = await author.upload('/api/posts/upload-image', PICTURE);
  const { page, problems } = await openEditor(site, author);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/uploads/fetch')) fetched.push(request.postData() ?? '');
  });
  const data = `data:image/png;base64,${PICTURE.toString('base64')}`;
  await paste(
    page,
    `<p>一</p><img src="${site.url}${own.body.url}"><img src="${data}" alt="贴图"><img src="file:///C:/a.png"><img src="cid:1"><p>二</p>`,
  );
  await expect.poll(() => pictures(page).count(), PATIENTLY).toBe(2);
  expect(await placeholders(page).count()).toBe(0);
  expect(await page.locator('#write-body img[alt="贴图"]').count()).toBe(1);
  expect(fetched).toEqual([]);
  expect(problems).toEqual([]);
});
