import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Version, Versioned } from '../../src/platform/http/kept/answer.ts';
import { createSmallSite } from '../support/small-site.ts';
import { until } from '../support/until.ts';

type Page = { version: Version; text: string; made: number; status: number; cookie: boolean };

/** A site of one page that counts how often it is made, and whose versions we set. */
async function siteOfOnePage(settings: Record<string, string> = {}) {
  const page: Page = {
    version: { own: '1', people: null },
    text: `{"uid":7,"words":"${'灯火'.repeat(400)}"}`,
    made: 0,
    status: 200,
    cookie: false,
  };
  const asked: number[][] = [];
  let held: Promise<void> | undefined;
  const site = await createSmallSite((app) => {
    const versioned: Versioned = async (_ctx, all) => {
      asked.push(...all.map(({ people }) => people));
      return all.map(() => page.version);
    };
    app.get('/page', { config: { access: 'optional', versioned } }, async (_request, reply) => {
      page.made += 1;
      await held;
      if (page.cookie) reply.header('set-cookie', 'a=b');
      return reply.code(page.status).type('application/json; charset=utf-8').send(page.text);
    });
  }, settings);
  const open = (headers: Record<string, string> = {}, url = '/page') =>
    site.app.inject({ url, headers });
  return {
    ...{ site, page, asked, open },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

test('an answer to strangers is made once and given out while what it is made of is the same', async () => {
  const { page, asked, open } = await siteOfOnePage();
  const first = await open();
  page.text = '{"changed":true}';
  const second = await open();
  expect([page.made, second.body]).toEqual([1, first.body]);
  expect(second.headers['etag']).toBe(first.headers['etag']);
  expect(second.headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=15, stale-while-revalidate=60',
  );
  expect(second.headers['vary']).toBe('cookie, authorization, accept-language, accept-encoding');
  // Whoever is shown is part of what it is made of.
  expect(asked.at(-1)).toEqual([7]);
});

test.each([
  ['what it is about', { own: '2', people: null }],
  ['somebody it shows', { own: '1', people: '7 2' }],
])('it is made anew when %s has changed', async (_, version) => {
  const { page, open } = await siteOfOnePage();
  await open();
  page.version = version;
  page.text = '{"changed":true}';
  expect((await open()).body).toBe(page.text);
  expect((await open()).body).toBe(page.text);
  expect(page.made).toBe(2);
});

test('of all who ask at once, one makes it and the others wait for that', async () => {
  const { page, open, hold } = await siteOfOnePage();
  const release = hold();
  const all = Array.from({ length: 50 }, () => open());
  await until(() => page.made === 1);
  release();
  const bodies = new Set((await Promise.all(all)).map((answer) => answer.body));
  expect([page.made, bodies.size]).toEqual([1, 1]);
});

test('who waited for one that failed does not wait for ever', async () => {
  const { page, open, hold } = await siteOfOnePage();
  page.status = 500;
  const release = hold();
  const all = Array.from({ length: 5 }, () => open());
  await until(() => page.made === 1);
  release();
  expect(new Set((await Promise.all(all)).map(({ statusCode }) => statusCode))).toEqual(
    new Set([500]),
  );
});

test('ASVS 14.2.2 nothing personal is kept, and who has a name is given nothing that is', async () => {
  const { page, open } = await siteOfOnePage();
  await open();
  for (const headers of [
    { authorization: 'Bearer x' },
    { cookie: 'session=x' },
    { cookie: 'lang=en; access=x' },
    { cookie: 'theme=none' },
  ]) {
    const before = page.made;
    const { headers: answered } = await open(headers as Record<string, string>);
    expect([headers, page.made, answered['etag']]).toEqual([headers, before + 1, undefined]);
  }
  const made = page.made;
  expect((await open({}, '/page?x=1')).headers['etag']).toBeUndefined();
  expect(page.made).toBe(made + 1);
});

test('what sets a cookie, or is no success, is not kept', async () => {
  const { page, open } = await siteOfOnePage();
  page.cookie = true;
  expect((await open()).headers['cache-control']).toBe('no-store');
  page.cookie = false;
  page.status = 404;
  expect((await open()).headers['cache-control']).toBe('no-store');
  page.status = 200;
  await open();
  expect(page.made).toBe(3);
});

test('each choice of a stranger has an answer of its own', async () => {
  const { page, open } = await siteOfOnePage();
  const choices = [
    {},
    { 'accept-language': 'en' },
    { cookie: 'theme=dark' },
    { cookie: 'lang=en; keys=off' },
  ];
  for (const headers of [...choices, ...choices]) await open(headers as Record<string, string>);
  expect(page.made).toBe(choices.length);
});

test('who has it already gets 304; who takes it packed gets it packed once it is', async () => {
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

test('while the database cannot say whether it has changed, it is given out as it is', async () => {
  const { page, open } = await siteOfOnePage();
  const { body } = await open();
  Object.defineProperty(page, 'version', {
    get: () => {
      throw new Error('the database is away');
    },
  });
  expect((await open()).body).toBe(body);
  expect(page.made).toBe(1);
});

test('PAGE_CACHE_AGE_MS: until then nobody asks, and then it is asked', async () => {
  const { page, asked, open } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '1000' });
  await open();
  const looks = asked.length;
  page.version = { own: '2', people: null };
  page.text = '{"changed":true}';
  expect((await open()).body).not.toBe(page.text);
  expect(asked.length).toBe(looks);
  await until(async () => (await open()).body === page.text);
});

test('PAGE_CACHE_AGE_MS: near its end whoever is given an answer has it looked at, and does not wait for that', async () => {
  const { page, asked, open } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '60000' });
  const { body } = await open();
  const looks = asked.length;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 45_000);
  onTestFinished(() => clock.mockRestore());
  page.version = { own: '2', people: null };
  page.text = '{"changed":true}';
  expect((await open()).body).toBe(body);
  await until(async () => (await open()).body === page.text);
  // Once for the look, twice for the answer that is made anew.
  expect([page.made, asked.length - looks]).toEqual([2, 3]);
});

test('an answer that is looked at early again and again is made anew when its words no longer hold', async () => {
  const { page, open } = await siteOfOnePage({ PAGE_CACHE_AGE_MS: '60000' });
  const now = performance.now.bind(performance);
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => clock.mockRestore());
  await open();
  // Every look is before the answer's time is over; an hour is what words hold at most.
  for (; later < 3_650_000; later += 45_000) {
    await open();
    await new Promise(setImmediate);
  }
  expect(page.made).toBe(2);
});

test('PAGE_CACHE_MB=0 keeps nothing, SHARED_CACHE_SECONDS=0 lets nobody else', async () => {
  const off = await siteOfOnePage({ PAGE_CACHE_MB: '0' });
  await off.open();
  expect((await off.open()).headers['cache-control']).toBe('no-store');
  expect(off.page.made).toBe(2);
  const own = await siteOfOnePage({ SHARED_CACHE_SECONDS: '0' });
  expect((await own.open()).headers['cache-control']).toBe('public, no-cache');
});

test('a caller who is served from memory counts against the limit of strangers', async () => {
  const { open, page } = await siteOfOnePage({ LIMIT_ANONYMOUS: '3/60' });
  const answers = [await open(), await open(), await open(), await open()];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(page.made).toBe(1);
});

test.each(['off', '9/60'])(
  'ASVS 3.4.3 what is given out again has every header of what was made (LIMIT_ANONYMOUS %s)',
  async (LIMIT_ANONYMOUS) => {
    const { open, page } = await siteOfOnePage({ LIMIT_ANONYMOUS });
    const [made, given] = [await open(), await open()];
    const { date: _, ratelimit: before, ...headers } = made.headers;
    const { date: __, ratelimit: after, ...again } = given.headers;
    expect([page.made, again]).toEqual([1, headers]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect([before, after].map((said) => /r=(\d)/.exec(String(said))?.[1])).toEqual(
      LIMIT_ANONYMOUS === 'off' ? [undefined, undefined] : ['8', '7'],
    );
  },
);
