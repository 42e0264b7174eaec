import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KEYS, THEMES } from '../../../src/platform/http/page.ts';
import type { Version } from '../../../src/platform/http/page-cache/dependencies.ts';
import type { ReadVersions } from '../../../src/platform/http/page-cache/response.ts';
import { LOCALES } from '../../../src/platform/i18n.ts';
import { invalidate } from '../../../src/platform/invalidations.ts';
import { freshDatabase } from '../../support/database.ts';
import { createMinimalApp } from '../../support/minimal-app.ts';
import { until } from '../../support/until.ts';

type Page = {
  version: Version;
  /** Overrides the version, asynchronously. */
  readVersion?: (() => Promise<Version>) | undefined;
  text: string;
  member_version: string | undefined;
  shown_at: Date;
  rendered: number;
  status: number;
  cookie: boolean;
};

const DATABASE_URL = await freshDatabase();

/** A site of one page that shows member 7, counts how often it is rendered, and whose versions we set. */
async function siteOfOnePage(settings: Record<string, string> = {}) {
  const page: Page = {
    version: { own: '1', shown: 'member:7 1' },
    text: `{"words":"${'灯火'.repeat(400)}"}`,
    member_version: '1',
    shown_at: new Date(0),
    rendered: 0,
    status: 200,
    cookie: false,
  };
  const checked: string[][] = [];
  let gate: Promise<void> | undefined;
  const site = await createMinimalApp(
    (app) => {
      const cached: ReadVersions = async (_ctx, requests) => {
        checked.push(...requests.map(({ subjects }) => subjects));
        const version = (await page.readVersion?.()) ?? page.version;
        return requests.map(() => version);
      };
      app.get('/page', { config: { access: 'optional', cached } }, async ({ ctx }, reply) => {
        page.rendered += 1;
        const text = page.text;
        ctx.dependencies.add('member', 7, page.member_version);
        ctx.dependencies.addTime(page.shown_at);
        await gate;
        if (page.cookie) reply.header('set-cookie', 'a=b');
        return reply.code(page.status).type('application/json; charset=utf-8').send(text);
      });
    },
    { DATABASE_URL, ...settings },
  );
  const open = (headers: Record<string, string> = {}, url = '/page') =>
    site.app.inject({ url, headers });
  return {
    ...{ site, page, checked, open },
    listening: () => until(() => site.listener.isLive()),
    block: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

test('a response to anonymous visitors is rendered once and sent while its version is the same', async () => {
  const { page, checked, open } = await siteOfOnePage();
  const first = await open();
  page.text = '{"changed":true}';
  const second = await open();
  expect([page.rendered, second.body]).toEqual([1, first.body]);
  expect(second.headers['etag']).toBe(first.headers['etag']);
  expect(second.headers['cache-control']).toBe('public, no-cache');
  expect(second.headers['vary']).toBe('cookie, authorization, accept-language, accept-encoding');
  // The members it shows are part of its version.
  expect(checked.at(-1)).toEqual(['member:7']);
});

test.each([
  ['its subject', { own: '2', shown: 'member:7 1' }],
  ['a member it shows', { own: '1', shown: 'member:7 2' }],
])('it is rendered again when %s has changed', async (_, version) => {
  const { page, open } = await siteOfOnePage();
  await open();
  page.version = version;
  page.member_version = version.shown.split(' ')[1];
  page.text = '{"changed":true}';
  expect((await open()).body).toBe(page.text);
  expect((await open()).body).toBe(page.text);
  expect(page.rendered).toBe(2);
});

test('of concurrent requests one renders it and the others wait for that', async () => {
  const { page, open, block } = await siteOfOnePage();
  const release = block();
  const all = Array.from({ length: 50 }, () => open());
  await until(() => page.rendered === 1);
  release();
  const bodies = new Set((await Promise.all(all)).map(({ body }) => body));
  expect([page.rendered, bodies.size]).toEqual([1, 1]);
});

test('requests that wait for a failed rendering go on', async () => {
  const { page, open, block } = await siteOfOnePage();
  page.status = 500;
  const release = block();
  const all = Array.from({ length: 5 }, () => open());
  await until(() => page.rendered === 1);
  release();
  expect(new Set((await Promise.all(all)).map(({ statusCode }) => statusCode))).toEqual(
    new Set([500]),
  );
});

test('ASVS 14.2.2 personal responses are not cached, and a request that may be logged in gets no cached response', async () => {
  const { page, open } = await siteOfOnePage();
  await open();
  for (const headers of [
    { authorization: 'Bearer x' },
    { cookie: 'session=x' },
    { cookie: 'lang=en; access=x' },
    { cookie: 'theme=none' },
  ]) {
    const before = page.rendered;
    const { headers: received } = await open(headers as Record<string, string>);
    expect([headers, page.rendered, received['etag']]).toEqual([headers, before + 1, undefined]);
  }
  const before = page.rendered;
  expect((await open({}, '/page?x=1')).headers['etag']).toBeUndefined();
  expect(page.rendered).toBe(before + 1);
});

test('a response that sets a cookie or is not 200 is not cached', async () => {
  const { page, open } = await siteOfOnePage();
  page.cookie = true;
  expect((await open()).headers['cache-control']).toBe('no-store');
  page.cookie = false;
  page.status = 404;
  expect((await open()).headers['cache-control']).toBe('no-store');
  page.status = 200;
  await open();
  expect(page.rendered).toBe(3);
});

test('each combination of preferences has a cached response of its own', async () => {
  const { page, open } = await siteOfOnePage();
  const choices = [
    {},
    { 'accept-language': 'en' },
    { cookie: 'theme=dark' },
    { cookie: 'lang=en; keys=off' },
  ];
  for (const headers of [...choices, ...choices]) await open(headers as Record<string, string>);
  expect(page.rendered).toBe(choices.length);
});

test('a logged-out visitor on a known device gets cached responses too', async () => {
  const { page, open } = await siteOfOnePage();
  await open({ cookie: 'theme=dark' });
  const again = await open({ cookie: '__Host-device=v1.nonce.mac; theme=dark' });
  expect([page.rendered, again.headers['etag']]).toEqual([1, expect.any(String)]);
});

test('a matching ETag gets 304; the response is compressed once', async () => {
  const { open, page } = await siteOfOnePage();
  const { headers, body } = await open();
  const again = await open({ 'if-none-match': String(headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  let packed = again;
  await until(async () => {
    packed = await open({ 'accept-encoding': 'gzip' });
    return packed.headers['content-encoding'] === 'gzip';
  });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(body);
  expect(packed.rawPayload.length).toBeLessThan(page.text.length / 5);
  expect(packed.headers['etag']).toBe(headers['etag']);
});

test('while the database is silent, cached responses are sent unchecked', async () => {
  const { page, open } = await siteOfOnePage();
  const { body } = await open();
  Object.defineProperty(page, 'version', {
    get: () => {
      throw new Error('the database is away');
    },
  });
  expect((await open()).body).toBe(body);
  expect(page.rendered).toBe(1);
});

test('PAGE_CACHE_AGE_MS: a response is checked when it is older, and not before', async () => {
  const { page, checked, open, listening } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '1000' });
  await listening();
  await open();
  const checks = checked.length;
  page.version = { own: '2', shown: 'member:7 1' };
  page.text = '{"changed":true}';
  expect((await open()).body).not.toBe(page.text);
  expect(checked.length).toBe(checks);
  await until(async () => (await open()).body === page.text);
});

test('PAGE_CACHE_AGE_MS: near its end a response is checked while it is sent, and no request waits for that', async () => {
  const { site, page, checked, open, listening } = await siteOfOnePage({
    PAGE_CACHE_AGE_MS: '60000',
  });
  await listening();
  const { body } = await open();
  const checks = checked.length;
  const since = site.listener.liveSince();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 45_000);
  const live = vi.spyOn(site.listener, 'isLive').mockReturnValue(true);
  const liveSince = vi.spyOn(site.listener, 'liveSince').mockReturnValue(since);
  onTestFinished(() => {
    clock.mockRestore();
    live.mockRestore();
    liveSince.mockRestore();
  });
  page.version = { own: '2', shown: 'member:7 1' };
  page.text = '{"changed":true}';
  expect((await open()).body).toBe(body);
  await until(async () => (await open()).body === page.text);
  // Once for the check, once for the response that is rendered again.
  expect([page.rendered, checked.length - checks]).toEqual([2, 2]);
});

test('a response that is checked early again and again is rendered again when its relative times are too old', async () => {
  const { site, page, open, listening } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '60000' });
  await listening();
  const since = site.listener.liveSince();
  vi.spyOn(site.listener, 'isLive').mockReturnValue(true);
  vi.spyOn(site.listener, 'liveSince').mockReturnValue(since);
  const now = performance.now.bind(performance);
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => clock.mockRestore());
  await open();
  // Every check precedes the end of its age; the longest TTL of relative times is an hour.
  for (; later < 3_650_000; later += 45_000) {
    await open();
    await new Promise(setImmediate);
  }
  expect(page.rendered).toBe(2);
});

test('PAGE_CACHE_MB=0 caches nothing; D55 a shared cache revalidates each time unless SHARED_CACHE_SECONDS is set', async () => {
  const off = await siteOfOnePage({ PAGE_CACHE_MB: '0' });
  await off.open();
  expect((await off.open()).headers['cache-control']).toBe('no-store');
  expect(off.page.rendered).toBe(2);
  const byDefault = await siteOfOnePage();
  expect((await byDefault.open()).headers['cache-control']).toBe('public, no-cache');
  const chosen = await siteOfOnePage({ SHARED_CACHE_SECONDS: '15' });
  expect((await chosen.open()).headers['cache-control']).toBe('public, max-age=0, s-maxage=15');
});

test('a request that gets a cached response counts against the anonymous limit', async () => {
  const { open, page } = await siteOfOnePage({ LIMIT_ANONYMOUS: '3/60' });
  const responses = [await open(), await open(), await open(), await open()];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(page.rendered).toBe(1);
});

test.each(['off', '9/60'])(
  'ASVS 3.4.3 a cached response has every header of the rendered one (LIMIT_ANONYMOUS %s)',
  async (LIMIT_ANONYMOUS) => {
    const { open, page } = await siteOfOnePage({ LIMIT_ANONYMOUS });
    const [rendered, cached] = [await open(), await open()];
    const { date: _, ratelimit: before, ...headers } = rendered.headers;
    const { date: __, ratelimit: after, ...again } = cached.headers;
    expect([page.rendered, again]).toEqual([1, headers]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect([before, after].map((header) => /r=(\d)/.exec(String(header))?.[1])).toEqual(
      LIMIT_ANONYMOUS === 'off' ? [undefined, undefined] : ['8', '7'],
    );
  },
);

test('D55 hidden content is dropped before it is sent again, however recent the response is', async () => {
  const { page, open, listening } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '60000' });
  await listening();
  const { body } = await open();
  invalidate('member:8');
  expect((await open()).body).toBe(body);
  page.text = '{"changed":true}';
  invalidate('member:7');
  expect((await open()).body).toBe(page.text);
  expect(page.rendered).toBe(2);
});

test('D55 a response is not cached when something it shows was hidden while it was rendered', async () => {
  const { page, open, block, listening } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '60000' });
  await listening();
  const release = block();
  const first = open();
  await until(() => page.rendered === 1);
  page.text = '{"changed":true}';
  invalidate('member:7');
  // This request begins after it was hidden, and waits for a rendering that began before.
  const second = open();
  release();
  await first;
  expect((await second).body).toBe(page.text);
});

test('D55 a member renamed between the read and the caching is detected by the next check', async () => {
  const { page, open } = await siteOfOnePage();
  // Version 1 was read; when the response is cached, the row has version 2.
  page.version = { own: '1', shown: 'member:7 2' };
  await open();
  page.member_version = '2';
  page.text = '{"changed":true}';
  expect((await open()).body).toBe(page.text);
});

test('D55 a response with an unknown version is not cached', async () => {
  const { page, open } = await siteOfOnePage();
  page.member_version = undefined;
  await open();
  await open();
  expect(page.rendered).toBe(2);
});

test('D55 while no notifications arrive, every cached response is checked before it is sent', async () => {
  const { site, page, checked, open, listening } = await siteOfOnePage({
    PAGE_CACHE_AGE_MS: '60000',
  });
  await listening();
  await open();
  const live = vi.spyOn(site.listener, 'isLive').mockReturnValue(false);
  onTestFinished(() => live.mockRestore());
  const checks = checked.length;
  for (let round = 0; round < 3; round++) await open();
  expect([checked.length - checks, page.rendered]).toEqual([3, 1]);
  page.version = { own: '2', shown: 'member:7 1' };
  page.text = '{"changed":true}';
  expect((await open()).body).toBe(page.text);
});

test('D55 after a reconnect, earlier responses are checked once', async () => {
  const { site, page, checked, open, listening } = await siteOfOnePage({
    PAGE_CACHE_AGE_MS: '60000',
  });
  await listening();
  await open();
  const since = vi.spyOn(site.listener, 'liveSince').mockReturnValue(performance.now());
  onTestFinished(() => since.mockRestore());
  const checks = checked.length;
  for (let round = 0; round < 3; round++) await open();
  expect([checked.length - checks, page.rendered]).toEqual([1, 1]);
});

test('D55 while no notifications arrive, a request does not share a check that began before it', async () => {
  const { page, checked, open } = await siteOfOnePage();
  await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const old = page.version;
  page.readVersion = async () => {
    await promise;
    return old;
  };
  const first = open();
  const checks = checked.length;
  await until(() => checked.length > checks);
  // Changed after the first check has read it, and before the second request.
  page.readVersion = undefined;
  page.version = { own: '2', shown: 'member:7 1' };
  page.text = '{"changed":true}';
  const second = open();
  resolve();
  await first;
  expect((await second).body).toBe(page.text);
});

test('A16 a page is cached for every language, theme and shortcut setting', async () => {
  const { page, open } = await siteOfOnePage();
  const choices = Object.keys(LOCALES).flatMap((lang) =>
    THEMES.flatMap((theme) => KEYS.map((keys) => `lang=${lang}; theme=${theme}; keys=${keys}`)),
  );
  for (const cookie of [...choices, ...choices]) await open({ cookie });
  expect(page.rendered).toBe(choices.length);
  // The order of the cookies does not matter.
  await open({ cookie: 'keys=on; theme=auto; lang=en' });
  expect(page.rendered).toBe(choices.length);
});

test('A16 a cookie header with anything but known preferences bypasses the cache', async () => {
  const { open } = await siteOfOnePage();
  const headers = ['lang=en; lang=zh-CN', 'lang=fr', 'theme=dark;', 'theme=dark; ', 'theme="dark"'];
  for (const cookie of [...headers, 'lang=en=x', 'lang'])
    expect([cookie, (await open({ cookie })).headers['etag']]).toEqual([cookie, undefined]);
});
