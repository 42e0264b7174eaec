import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tick } from '../../../src/jobs.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

/** A reader who came for one post stays for five: on a phone, with the controls of the pages only. */
const site = await openSite();
const author = await site.member({ exp: 2000 });
const other = await site.member({ exp: 2000 });
await requireOk(author.put('/api/settings/profile', { username: '望山人' }));
await requireOk(other.put('/api/settings/profile', { username: '观星客' }));

async function write(writer: typeof author, title: string): Promise<number> {
  const body = `<p>${title}，写下来，以后再看。</p>`;
  return (await requireOk(writer.post('/api/studio/posts', { title, body, tags: ['天文'] }))).id;
}

const shared = await write(author, '第一次看见土星的光环');
await write(other, '冬夜的猎户座');
await write(author, '怎么挑一架双筒镜');
await tick(site.ctx);

test('from a shared link: read, find two more by topic, follow the author, come back by feed', async () => {
  const { page, problems } = await openTab(site, { width: 390 });
  await page.goto(`/posts/${shared}`);
  await expectTitle(page, '第一次看见土星的光环');

  // Two more by topic.
  await page.getByRole('main').getByRole('link', { name: '天文', exact: true }).first().click();
  await page.waitForURL('**/tags/*');
  await page.getByRole('link', { name: '冬夜的猎户座' }).click();
  await expectTitle(page, '冬夜的猎户座');
  await page.goBack();
  await page.getByRole('link', { name: '怎么挑一架双筒镜' }).click();
  await expectTitle(page, '怎么挑一架双筒镜');
  const third = new URL(page.url()).pathname;

  // Following needs an account; signing up leads back to the post.
  await page.getByRole('link', { name: /^关注/ }).first().click();
  await page.waitForURL('**/login?next=*');
  await page.getByRole('banner').getByRole('link', { name: '注册' }).click();
  await page.waitForURL('**/register?next=*');
  await page.getByLabel('邮箱').fill('came-by-link@example.org');
  if (await page.getByRole('button', { name: '继续' }).isVisible())
    await page.getByRole('button', { name: '继续' }).click();
  await page.getByLabel('密码', { exact: true }).fill('tulip river lamp');
  await page.getByRole('button', { name: '注册' }).click();
  await page.waitForURL(`**${third}`);
  await page.getByRole('main').getByRole('button', { name: /^关注/ }).first().click();
  await page
    .getByRole('button', { name: /^已关注/ })
    .first()
    .waitFor();

  // A feed reader finds the feed that the page names; the link of its next entry opens the post.
  await page.getByRole('link', { name: '望山人', exact: false }).first().click();
  await page.waitForURL('**/space/*');
  const feed = await page
    .locator('link[rel=alternate][type="application/atom+xml"]')
    .first()
    .getAttribute('href');
  const next = await write(author, '春天的第一场流星雨');
  const entries = await (await page.request.get(feed ?? '')).text();
  expect(entries).toContain('春天的第一场流星雨');
  const address = new RegExp(`https?://[^"<\\s]*/posts/${next}`).exec(entries)?.[0] ?? '';
  await page.goto(new URL(address).pathname);
  await expectTitle(page, '春天的第一场流星雨');
  await page.goto('/posts?order=following');
  await page.getByRole('link', { name: '春天的第一场流星雨' }).waitFor();

  expect(problems).toEqual([]);
}, 120_000);

async function expectTitle(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}
