import { describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { addDays, calendarDay, startOfDay } from '../../src/platform/clock.ts';
import { readPostVersions } from '../../src/reading/store/versions.ts';
import { readCounterOf } from '../../src/reads/actions/take-beacon.ts';
import { PACE, VISITORS_OF_ADDRESS } from '../../src/reads/rules.ts';
import { BROWSER, sendBeacon } from '../support/beacon.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { BASE_URL, createWorld, PASSWORD, type World } from '../support/world.ts';

const world = await createWorld();
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };
const HOUR = 3600;

async function createPost(own: World = world): Promise<{ author: Client; id: number }> {
  const author = await own.member({ exp: 1 });
  return { author, id: (await author.post('/api/studio/posts', TEXT)).body.id };
}

async function readsOf(id: number, own: World = world): Promise<number> {
  const [row] = await own.sql('select reads from post_read_count where post_id = $1', [id]);
  return Number(row?.['reads'] ?? 0);
}

/** Beacons wait for at most a second; this one of another visitor is counted with all that were sent before it. */
let visitors = 0;
async function settle(own: World = world): Promise<void> {
  const { id } = await createPost(own);
  await sendBeacon(own.app, id, { ip: `198.18.0.${(++visitors % 250) + 1}` });
  await until(async () => (await readsOf(id, own)) === 1);
}

const cookieOf = (client: Client) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Moves the clock to this long after the next midnight in Shanghai, which is UTC+8 all year. */
function waitForNextDay(own: World, secondsAfter: number): void {
  const local = own.ctx.now().getTime() / 1000 + 8 * HOUR;
  own.wait(24 * HOUR - (local % (24 * HOUR)) + secondsAfter);
}

describe('D62 a read', () => {
  test('D62 is one visitor, post and day: two tabs are one read, two addresses are two', async () => {
    const { author, id } = await createPost();
    for (let tab = 0; tab < 3; tab += 1) await sendBeacon(world.app, id);
    await settle();
    await sendBeacon(world.app, id);
    await sendBeacon(world.app, id, { ip: '203.0.113.10' });
    await settle();
    expect(await readsOf(id)).toBe(2);

    const overview = (await author.get('/api/studio/overview')).body;
    expect([overview.received.reads, overview.today.reads, overview.yesterday.reads]).toEqual([
      ...[2, 2, 0],
    ]);
    const trends = (await author.get('/api/studio/trends', { query: { range: '7d' } })).body;
    expect(trends.days.map((day: { reads: number }) => day.reads)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    expect((await author.get('/api/studio/posts')).body.items[0]).toMatchObject({ id, reads: 2 });
    const csv = (await author.get('/studio/analytics.csv', { query: { range: '7d' } })).text;
    expect(csv.split('\r\n').at(-2)).toMatch(/^\d{4}-\d\d-\d\d,2,0,0,0,0$/);
    for (const page of [
      '/studio',
      '/studio/content',
      '/studio/analytics',
      `/studio/analytics/${id}`,
    ])
      expect((await author.get(page)).text, page).toMatch(/阅读<\/span> 2<|阅读<\/h2>|阅读<\/th>/);
  });

  test('D62 leaves out the author on every device, and counts a member once wherever they are', async () => {
    const { author, id } = await createPost();
    const reader = await world.member();
    for (const ip of ['203.0.113.20', '198.51.100.20']) {
      await sendBeacon(world.app, id, { ip, cookie: cookieOf(author) });
      await sendBeacon(world.app, id, { ip, cookie: cookieOf(reader) });
    }
    await settle();
    expect(await readsOf(id)).toBe(1);
  });

  test('D62 members behind one address are one reader each', async () => {
    const { id } = await createPost();
    for (let reader = 0; reader < 3; reader += 1)
      await sendBeacon(world.app, id, { cookie: cookieOf(await world.member()) });
    await settle();
    expect(await readsOf(id)).toBe(3);
  });

  test('D62 counts again on the next day in Shanghai, and what identified yesterday’s visitors is gone', async () => {
    const own = await createWorld();
    const { author, id } = await createPost(own);
    await sendBeacon(own.app, id);
    await settle(own);
    const before = calendarDay(own.ctx.now());
    const [salt] = await own.sql('select day::text, salt from read_salt');
    expect(salt?.['day']).toBe(before);

    waitForNextDay(own, 1);
    await author.logIn(author.email, PASSWORD);
    await sendBeacon(own.app, id);
    await sendBeacon(own.app, id);
    await until(async () => (await readsOf(id, own)) === 2);
    const days = 'select day::text, reads from post_read_day where post_id = $1 order by day';
    const today = calendarDay(own.ctx.now());
    expect(await own.sql(days, [id])).toEqual([
      { day: before, reads: 1 },
      { day: today, reads: 1 },
    ]);
    const { today: now, yesterday } = (await author.get('/api/studio/overview')).body;
    expect([now.reads, yesterday.reads]).toEqual([1, 1]);

    const visitorsOf = (table: string) =>
      own.sql(`select visitor from ${table} where post_id = $1`, [id]);
    const tables = ['post_read_even', 'post_read_odd'];
    const [even = [], odd = []] = await Promise.all(tables.map(visitorsOf));
    expect([even.length, odd.length]).toEqual([1, 1]);
    expect(even[0]?.['visitor']).not.toBe(odd[0]?.['visitor']);
    await JOBS.tasks['reads_forget']?.(own.ctx, undefined as never);
    const left = (await Promise.all(tables.map(visitorsOf))).flat();
    expect(left).toHaveLength(1);
    const salts = await own.sql('select day::text, salt from read_salt');
    expect(salts.map(({ day }) => day)).toEqual([today]);
    expect(salts[0]?.['salt']).not.toEqual(salt?.['salt']);
    // Today's visitor is still known.
    await sendBeacon(own.app, id);
    await settle(own);
    expect(await readsOf(id, own)).toBe(2);
  });

  test('D62, D25 of a hidden or missing post changes nothing, and the response is the same', async () => {
    const { author, id } = await createPost();
    const draft = (await author.post('/api/studio/posts', { ...TEXT, draft: true })).body.id;
    const { id: rejected } = await createPost();
    await world.sql("update post set status = 'rejected' where id = $1", [rejected]);
    const { id: deleted } = await createPost();
    await world.sql('update post set deleted_at = now() where id = $1', [deleted]);
    const gone = await createPost();
    await world.sql('update users set deleted_at = now() where uid = $1', [gone.author.uid]);
    const posts = [id, draft, rejected, deleted, gone.id, 999_999_999];
    const responses = await Promise.all(posts.map((post) => sendBeacon(world.app, post)));
    const shapes = responses.map(({ statusCode, headers, body }) => {
      const { date: _, 'x-request-id': __, ...same } = headers;
      return JSON.stringify([statusCode, same, body]);
    });
    expect(new Set(shapes).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(204);
    await settle();
    expect(await Promise.all(posts.map((post) => readsOf(post)))).toEqual([1, 0, 0, 0, 0, 0]);
    const rows = `select post_id from post_read_even where post_id = any($1)
      union all select post_id from post_read_odd where post_id = any($1)
      union all select post_id from post_read_day where post_id = any($1)`;
    expect(await world.sql(rows, [posts.slice(1)])).toEqual([]);
  });
});

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('D62 not counted, with the same 204', () => {
  test('D62 beacons of programs, of pages that nobody opened and of other sites', async () => {
    const { id } = await createPost();
    const before = readCounterOf(world.ctx).tally().refused;
    const cases: [reason: 'bot' | 'foreign' | 'speculative', headers: object][] = [
      ['bot', { 'user-agent': CRAWLER }],
      ['bot', { 'user-agent': 'curl/8.9.1' }],
      ['bot', { 'user-agent': BROWSER.replace('Chrome', 'HeadlessChrome') }],
      ['bot', { 'user-agent': '' }],
      ['speculative', { 'sec-purpose': 'prefetch' }],
      ['speculative', { 'sec-purpose': 'prefetch;prerender' }],
      ['foreign', { 'sec-fetch-site': 'cross-site' }],
      ['foreign', { 'sec-fetch-site': undefined, origin: undefined }],
      ['foreign', { 'sec-fetch-site': undefined, origin: 'https://elsewhere.example' }],
      ['foreign', { 'accept-language': undefined }],
      ['foreign', { referer: `${BASE_URL}/posts/1234567` }],
      ['foreign', { referer: `${BASE_URL}/posts` }],
    ];
    for (const [, headers] of cases) {
      const response = await sendBeacon(world.app, id, { headers });
      expect([response.statusCode, response.body]).toEqual([204, '']);
    }
    await settle();
    expect(await readsOf(id)).toBe(0);
    const { refused } = readCounterOf(world.ctx).tally();
    for (const reason of ['bot', 'foreign', 'speculative'] as const) {
      const expected = cases.filter(([one]) => one === reason).length;
      expect([reason, refused[reason] - before[reason]]).toEqual([reason, expected]);
    }
    // A browser on plain http sends no Sec-Fetch-Site, and some browsers send no Referer.
    const plain = { 'sec-fetch-site': undefined, referer: undefined };
    await sendBeacon(world.app, id, { headers: plain });
    await settle();
    expect(await readsOf(id)).toBe(1);
  });

  test('D62 a visitor who reads faster than anybody can, for the hour that follows', async () => {
    const own = await createWorld();
    // The visitor of the next day is another one, so that hour must not pass midnight.
    const now = own.ctx.now();
    const nextDay = startOfDay(calendarDay(addDays(now, 1)));
    own.wait((nextDay.getTime() - now.getTime()) / 1000);
    const author = await own.member({ exp: 1 });
    const posts: number[] = [];
    for (let count = 0; count < PACE.posts + 5; count += 1)
      posts.push((await author.post('/api/studio/posts', TEXT)).body.id);
    for (const id of posts) expect((await sendBeacon(own.app, id)).statusCode).toBe(204);
    await settle(own);
    const counted = async () => {
      const [row] = await own.sql(
        'select sum(reads)::int as reads from post_read_day where post_id = any($1)',
        [posts],
      );
      return row?.['reads'];
    };
    expect(await counted()).toBe(PACE.posts);
    own.wait(PACE.pause_seconds / 2);
    await sendBeacon(own.app, posts.at(-1) ?? 0);
    await settle(own);
    expect(await counted()).toBe(PACE.posts);
    own.wait(PACE.pause_seconds);
    await sendBeacon(own.app, posts.at(-1) ?? 0);
    await settle(own);
    expect(await counted()).toBe(PACE.posts + 1);
  });

  test('D62 beacons of one address beyond its limit', async () => {
    const own = await createWorld({ LIMIT_READS: '3/60' });
    const { id } = await createPost(own);
    const agents = Array.from({ length: 9 }, (_, index) => `${BROWSER} Edg/${index}`);
    for (const user_agent of agents)
      expect((await sendBeacon(own.app, id, { user_agent })).statusCode).toBe(204);
    await settle(own);
    expect(await readsOf(id, own)).toBeLessThanOrEqual(3);
    expect(readCounterOf(own.ctx).tally().refused.limit).toBe(6);
  });

  test('D62 one address that forges user agents is a bounded number of visitors', async () => {
    const { id } = await createPost();
    const forged = Array.from({ length: 600 }, (_, index) => `${BROWSER} Edg/${index}.0`);
    await Promise.all(
      forged.map((user_agent, index) =>
        // An IPv6 customer has a whole /64.
        sendBeacon(world.app, id, { user_agent, ip: `2001:db8:7:7::${index.toString(16)}` }),
      ),
    );
    await settle();
    const counted = await readsOf(id);
    expect(counted).toBeGreaterThan(1);
    expect(counted).toBeLessThanOrEqual(VISITORS_OF_ADDRESS);
  });
});

describe('D62 privacy', () => {
  test('D62 no cookie is set, and neither a table nor the log contains an address or a user agent', async () => {
    const { id } = await createPost();
    const canaries = ['203.0.113.213', '2001:db8:1234:5678::77'];
    const user_agent = `${BROWSER} Canary/91.7`;
    for (const ip of canaries) {
      const response = await sendBeacon(world.app, id, { ip, user_agent });
      expect(response.headers['set-cookie']).toBeUndefined();
      expect(response.headers['ratelimit']).toBeUndefined();
    }
    await settle();
    expect(await readsOf(id)).toBe(2);
    const searched = [...canaries, '2001:db8:1234:5678', 'Canary/91.7'];
    const tables = await world.sql(
      `select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { schema, name } of tables) {
      const found = await world.sql(
        `select t::text as row from "${schema}"."${name}" t where t::text ilike any($1)`,
        [searched.map((text) => `%${text}%`)],
      );
      expect(found, String(name)).toEqual([]);
    }
    for (const text of searched) expect(world.logged.join('\n')).not.toContain(text);
  });

  test('D62 the same visitor has unrelated hashes on two posts', async () => {
    const [one, other] = [await createPost(), await createPost()];
    for (const { id } of [one, other]) await sendBeacon(world.app, id, { ip: '203.0.113.99' });
    await settle();
    const rows = await world.sql(
      `select visitor from post_read_even where post_id = any($1)
       union all select visitor from post_read_odd where post_id = any($1)`,
      [[one.id, other.id]],
    );
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(2);
  });
});

test('D62 reads change neither the version of a cached page nor a hot score', async () => {
  const { id } = await createPost();
  const version = () =>
    readPostVersions(world.ctx.db, [{ id, members: [], comments: [], posts: [id], series: [] }]);
  const before = await version();
  await sendBeacon(world.app, id);
  await settle();
  expect(await readsOf(id)).toBe(1);
  expect(await version()).toEqual(before);
  expect(await world.sql('select 1 from post_day where post_id = $1', [id])).toEqual([]);
});

test('D62 a page reports its read unless the viewer wrote it or it is not public', async () => {
  const { author, id } = await createPost();
  const reported = `data-reads="/api/posts/${id}/reads"`;
  expect((await world.visitor().get(`/posts/${id}`)).text).toContain(reported);
  expect((await (await world.member()).get(`/posts/${id}`)).text).toContain(reported);
  expect((await author.get(`/posts/${id}`)).text).not.toContain('data-reads');
  await world.sql("update post set status = 'rejected' where id = $1", [id]);
  const admin = await world.member({ role: 'admin' });
  expect((await admin.get(`/posts/${id}`)).text).not.toContain('data-reads');
});

test('D62 what waits is counted when the process stops', async () => {
  const own = await createWorld();
  const { id } = await createPost(own);
  await sendBeacon(own.app, id);
  await readCounterOf(own.ctx).close();
  expect(await readsOf(id, own)).toBe(1);
});

test('D62 counting survives a database that is unreachable for a moment', async () => {
  const own = await createWorld();
  const { id } = await createPost(own);
  await sendBeacon(own.app, id);
  await own.sql('alter table post_read_day rename to elsewhere');
  await until(async () => own.logged.some((line) => line.includes('could not be counted yet')));
  await sendBeacon(own.app, id, { ip: '203.0.113.55' });
  await own.sql('alter table elsewhere rename to post_read_day');
  await until(async () => (await readsOf(id, own)) === 2);
  const verdict = await verifyIntegrity(own.ctx, { repair: false });
  expect(verdict.checks.filter(({ name }) => name.endsWith('reads'))).toMatchObject([
    { name: 'post reads', rows: 1, total: 0 },
    { name: 'author reads', rows: 1, total: 0 },
  ]);
});
