import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../../src/integrity/actions.ts';
import { tick } from '../../../src/jobs.ts';
import { readCounterOf } from '../../../src/reads/actions/take-beacon.ts';
import { BROWSER } from '../../support/beacon.ts';
import type { Client } from '../../support/client.ts';
import { until } from '../../support/until.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

const site = await openSite();
const OUTSIDE = 'http://news.example.org';
const TITLE = '读到哪里停下';
const body = Array.from(
  { length: 60 },
  (_, line) => `<p>第 ${line} 段，${'灯火可亲。'.repeat(30)}</p>`,
);

const author = await site.member({ exp: 300 });
const { id } = await requireOk(
  author.post('/api/studio/posts', { title: TITLE, body: body.join('') }),
);

// A worker makes it searchable.
await tick(site.ctx);

/** A reader with a browser that does not call itself headless: that one is no person. */
async function openReader(as?: Client): Promise<Page> {
  const { page } = await openTab(site, { userAgent: BROWSER, as });
  return page;
}

const countOf = async (source: string) => {
  const [row] = await site.sql(
    'select coalesce(sum(reads), 0)::int as reads from post_read_source where post_id = $1 and source || host = $2',
    [id, source],
  );
  return row?.['reads'];
};

const follow = (page: Page) => page.getByRole('link', { name: TITLE }).first().click();

/** Scrolls until so much of the text was in sight. */
async function readUntil(page: Page, share: number): Promise<void> {
  await page.locator('[data-article]').evaluate((article, part) => {
    const { top, height } = article.getBoundingClientRect();
    scrollTo({ top: scrollY + top + height * part - innerHeight, behavior: 'instant' });
  }, share);
  await page.waitForTimeout(300);
}

const depth = async () => {
  const [row] = await site.sql(
    'select measured, quarter, half, three_quarters, finished from post_read_depth where post_id = $1',
    [id],
  );
  return row && Object.values(row);
};

test('Analytics: reads from home, search, following and another site, as far as each was read', async () => {
  // Each visitor is a member: anonymous ones of one address and browser are one visitor.
  const [one, two, three, four] = await Promise.all(
    [0, 1, 2, 3].map(() => site.member({ exp: 1 })),
  );
  const home = await openReader(one);
  await home.goto('/');
  await follow(home);
  await home.waitForURL(`**/posts/${id}`);
  await readUntil(home, 1);
  await until(async () => (await countOf('home')) === 1);

  const search = await openReader(two);
  await search.goto(`/search?q=${encodeURIComponent(TITLE)}`);
  await follow(search);
  await search.waitForURL(`**/posts/${id}`);
  // The read is reported after five seconds at the top; leaving the page reports how far it went.
  await until(async () => (await countOf('search')) === 1);
  await readUntil(search, 0.6);
  // Hidden, not left: beacons of a page that is being unloaded have the user agent of the headless browser.
  await search.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

  await requireOk((three as Client).post(`/api/users/${author.uid}/follow`));
  const following = await openReader(three);
  await following.goto('/posts?order=following');
  await follow(following);
  await following.waitForURL(`**/posts/${id}`);
  await until(async () => (await countOf('following')) === 1);

  const outside = await openReader(four);
  await outside.route(`${OUTSIDE}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${site.url}/posts/${id}">here</a>`,
    }),
  );
  await outside.goto(`${OUTSIDE}/a/secret/path?q=1`);
  await outside.getByRole('link').click();
  await outside.waitForURL(`**/posts/${id}`);
  await until(async () => (await countOf('outsidenews.example.org')) === 1);

  // home: the end; search: 60 %; the other two only the first screen.
  await until(async () => Number((await depth())?.[1] ?? 0) >= 2);
  expect(await depth()).toEqual([4, 2, 2, 1, 1]);

  // The follow button of the page counts for the post.
  await outside.getByRole('button', { name: /^关注/ }).first().click();
  await until(async () => {
    const rows = await site.sql('select 1 from user_follow where following and post_id = $1', [id]);
    return rows.length === 1;
  });
  await readCounterOf(site.ctx).close();
  const { checks } = await verifyIntegrity(site.ctx, { repair: false });
  const wrong = checks.filter(({ total }) => total > 0);
  expect(wrong).toEqual([]);
}, 120_000);

test('Analytics: the page of a post shows it, with the keyboard and as a table', async () => {
  const { page, problems } = await openTab(site, { as: author });
  await page.goto('/studio/analytics');
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.waitForURL(`**/studio/analytics/${id}`);
  const sources = page.getByRole('region', { name: '读者从哪里来' });
  await sources.getByText('首页与列表', { exact: true }).waitFor();
  await sources.getByText('站内搜索', { exact: true }).waitFor();
  // One reader of that site: not named.
  expect(await page.getByText('news.example.org').count()).toBe(0);
  await page.getByRole('application').focus();
  await page.keyboard.press('End');
  await page.locator('.chart-readout').getByText('阅读 4').waitFor();
  await page.getByText('以表格查看').click();
  await page.getByRole('columnheader', { name: '新关注' }).waitFor();
  await page.getByRole('link', { name: '近 7 天' }).click();
  await page.getByRole('region', { name: '读到哪里停下' }).waitFor();
  await page.goto('/studio/analytics/compare');
  await page.getByRole('link', { name: '读完率' }).click();
  await page.getByRole('columnheader', { name: '读完率' }).waitFor();
  expect(await page.locator('th[aria-sort]').textContent()).toContain('读完率');
  expect(problems).toEqual([]);
});
