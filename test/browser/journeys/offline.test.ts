import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { requireOk } from '../seed.ts';
import { openSite, openTab } from '../site.ts';

/** ADR 0068 in a real browser. */
const site = await openSite();
const author = await site.member({ exp: 2000 });
const owner = await site.member({ role: 'owner', exp: 600 });
const publish = (title: string) =>
  requireOk(author.post('/api/studio/posts', { title, body: `<p>${title}，灯火可亲。</p>` }));

/** Every address and text in every cache of the browser. */
const readCaches = (page: Page): Promise<{ path: string; text: string }[]> =>
  page.evaluate(async () => {
    const entries: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        entries.push({ path: new URL(request.url).pathname, text });
      }
    }
    return entries;
  });
const hasStored = (page: Page, path: string) =>
  until(async () => (await readCaches(page)).some((one) => one.path === path));
const hasWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return Boolean(navigator.serviceWorker.controller);
  });

async function read(page: Page, id: number): Promise<void> {
  await page.goto(`/posts/${id}`);
  await hasStored(page, `/posts/${id}`);
}

async function withoutConnection(
  context: BrowserContext,
  work: () => Promise<void>,
): Promise<void> {
  await context.setOffline(true);
  await work();
  await context.setOffline(false);
}

test('a visitor reads two posts, loses the connection, and reads them again', async () => {
  const [first, second, unread] = [
    await publish('第一盏'),
    await publish('第二盏'),
    await publish('没读'),
  ];
  const { page, context } = await openTab(site);
  await page.goto('/');
  await until(() => hasWorker(page));
  await read(page, first.id);
  await read(page, second.id);
  await withoutConnection(context, async () => {
    await page.goto(`/posts/${unread.id}`);
    expect(await page.title()).toContain('离线阅读');
    const rows = page.locator('[data-stored] .history-title');
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual(['第二盏', '第一盏']);
    // With its styles and scripts.
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
    // It moves the page down when it appears.
    await page.locator('.offline-note span').waitFor();
    await rows.last().click();
    await page.waitForURL(`/posts/${first.id}`);
    expect(await page.locator('h1').textContent()).toBe('第一盏');
    expect(await page.locator('[data-article]').textContent()).toContain('灯火可亲');
    // The titles of other posts could be hidden by now.
    expect(await page.locator('main').textContent()).not.toContain('第二盏');
    await page.goto('/settings');
    expect(await page.title()).toContain('离线阅读');
  });
});

test('the page without a connection opens the requested one when it is back', async () => {
  const { id } = await publish('回来了');
  const { page, context } = await openTab(site);
  await page.goto('/');
  await until(() => hasWorker(page));
  await withoutConnection(context, async () => {
    await page.goto(`/posts/${id}`);
    expect(await page.title()).toContain('离线阅读');
  });
  await until(async () => (await page.locator('h1').textContent()) === '回来了');
});

test('requests to the API do not pass through the worker, so a closing page loses none', async () => {
  const { page } = await openTab(site);
  await page.goto('/');
  await until(() => hasWorker(page));
  /** Which route of the worker the request matched; empty if its script got the request. */
  const routeOf = (path: string) =>
    page.evaluate(async (one) => {
      const { href } = new URL(one, location.href);
      const measured = new Promise<unknown>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByName(href))
            resolve(
              entry.toJSON().workerMatchedRouterSource ?? entry.toJSON().workerMatchedSourceType,
            );
        }).observe({ type: 'resource' });
      });
      await (await fetch(href)).text();
      return measured;
    }, path);
  expect(await routeOf('/robots.txt')).toBe('');
  expect(await routeOf('/api/posts')).toBe('network');
});

test('what was hidden meanwhile is dropped as soon as there is a connection', async () => {
  const [hidden, visited, shown] = [
    await publish('将隐藏'),
    await publish('将打开'),
    await publish('留着'),
  ];
  const { page, context } = await openTab(site);
  await page.goto('/');
  await until(() => hasWorker(page));
  for (const { id } of [hidden, visited, shown]) await read(page, id);
  await withoutConnection(context, async () => {
    await page.goto(`/posts/${hidden.id}`);
    expect(await page.locator('h1').textContent()).toBe('将隐藏');
    for (const { id } of [hidden, visited])
      await site.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
        id,
      ]);
  });
  // The page that is open goes, too.
  await until(async () => (await page.locator('h1').textContent()) !== '将隐藏');
  await until(async () => !(await readCaches(page)).some(({ text }) => text.includes('将隐藏')));
  await page.goto(`/posts/${visited.id}`);
  await until(async () => !(await readCaches(page)).some(({ text }) => text.includes('将打开')));
  expect((await readCaches(page)).some(({ text }) => text.includes('留着'))).toBe(true);
});

test('nothing of a member is ever in a cache, and a log-out empties them all', async () => {
  const member = await site.member({ exp: 600 });
  const own = await requireOk(
    member.post('/api/studio/posts', { title: '我的草稿金丝雀', body: '<p>一</p>', draft: true }),
  );
  const { id } = await publish('成员读的');
  const { page, context, problems } = await openTab(site, { as: member });
  await page.goto('/');
  await until(() => hasWorker(page));
  await read(page, id);
  for (const path of [
    '/',
    '/settings',
    '/studio',
    '/messages',
    `/posts/${own.id}`,
    `/space/${member.uid}`,
  ])
    await page.goto(path, { waitUntil: 'networkidle' });
  const stored = await readCaches(page);
  const pages = stored
    .filter(({ path }) => !/^\/(assets\/|site\.css)/.test(path))
    .map(({ path }) => path);
  expect(pages.sort()).toEqual(['/offline', `/posts/${id}`]);
  const text = stored.map((one) => one.text).join('');
  for (const secret of ['data-viewer=', member.email, '我的草稿金丝雀', `/space/${member.uid}`])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  await withoutConnection(context, async () => {
    await page.goto('/studio');
    expect(await page.title()).toContain('离线阅读');
  });
  // The page opens what was requested by itself, which would end a navigation of ours.
  await page.waitForFunction(() => !document.title.includes('离线阅读'));
  await page.goto('/settings');
  await page.evaluate(() => {
    document.querySelector<HTMLFormElement>('form[action*="logout"]')?.requestSubmit();
  });
  await until(async () => !(await context.cookies()).some(({ name }) => name === 'sid'));
  await until(async () => {
    const left = await readCaches(page).catch(() => undefined);
    return left !== undefined && !left.some(({ path }) => path === `/posts/${id}`);
  });
  expect(problems.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('who stops the reading history keeps nothing', async () => {
  const { id } = await publish('不留痕');
  const { page } = await openTab(site);
  await page.goto('/');
  await until(() => hasWorker(page));
  await read(page, id);
  await page.goto('/history');
  await page.locator('[data-part=stop]').click();
  await until(async () => !(await readCaches(page)).some(({ path }) => path === `/posts/${id}`));
  await page.goto(`/posts/${id}`, { waitUntil: 'networkidle' });
  expect((await readCaches(page)).some(({ path }) => path === `/posts/${id}`)).toBe(false);
});

test('the owner turns it off, and the next page removes the worker and what it stored', async () => {
  const { id } = await publish('关掉');
  const { page } = await openTab(site);
  await page.goto('/');
  await until(() => hasWorker(page));
  await read(page, id);
  await requireOk(owner.put('/api/admin/site-settings', { 'site.offline': 'off' }));
  await page.goto('/');
  await until(() =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length === 0),
  );
  await until(async () => (await readCaches(page)).length === 0);
  await requireOk(owner.put('/api/admin/site-settings', { 'site.offline': 'on' }));
});

test('without scripts nothing is registered, and the settings show why', async () => {
  const { page } = await openTab(site, { as: author, scripts: false });
  await page.goto('/settings?tab=notifications');
  expect(await page.locator('#push noscript').count()).toBe(1);
  expect(await page.locator('form[data-push]').isHidden()).toBe(true);
});
