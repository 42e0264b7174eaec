import { describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { readCounterOf } from '../../src/reads/actions/take-beacon.ts';
import { classifySource, HOSTS_OF_DAY } from '../../src/reads/rules.ts';
import { VISIT_GAP_SECONDS } from '../../src/studio/rules.ts';
import { beaconHeaders, sendBeacon } from '../support/beacon.ts';
import { atEnd } from '../support/cleanup.ts';
import type { Client } from '../support/client.ts';
import { openTestServices } from '../support/test-services.ts';
import { until } from '../support/until.ts';
import { BASE_URL, createWorld, PASSWORD, type World } from '../support/world.ts';

const world = await createWorld();
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };

async function createPost(own: World = world, author?: Client) {
  const writer = author ?? (await own.member({ exp: 1 }));
  return { author: writer, id: (await writer.post('/api/studio/posts', TEXT)).body.id as number };
}

async function readsOf(id: number, own: World = world): Promise<number> {
  const [row] = await own.sql('select reads from post_read_count where post_id = $1', [id]);
  return Number(row?.['reads'] ?? 0);
}

/** Beacons wait for at most a second; this one of another visitor is counted with all that were sent before it. */
async function settle(own: World = world): Promise<void> {
  const { id } = await createPost(own);
  await sendBeacon(own.app, id, { ip: '198.18.0.1' });
  await until(async () => (await readsOf(id, own)) === 1);
}

let addresses = 0;
const nextIp = () => `198.51.${(addresses >> 8) % 256}.${addresses++ % 256}`;

const sourcesOf = async (id: number, own: World = world) =>
  Object.fromEntries(
    (
      await own.sql(
        `select source || case host when '' then '' else ' ' || host end as name, sum(reads)::int as reads
           from post_read_source where post_id = $1 group by 1 order by 1`,
        [id],
      )
    ).map(({ name, reads }) => [name, reads]),
  );

const depthOf = async (id: number, own: World = world) => {
  const [row] = await own.sql(
    'select measured, quarter, half, three_quarters, finished from post_read_depth where post_id = $1',
    [id],
  );
  return row && Object.values(row);
};

async function expectIntact(own: World = world): Promise<void> {
  const { checks } = await verifyIntegrity(own.ctx, { repair: false });
  const ofReads = checks.filter(({ name }) => /read|depth/.test(name));
  expect(ofReads.map(({ name, total }) => [name, total])).toEqual([
    ['post reads', 0],
    ['author reads', 0],
    ['read sources', 0],
    ['read depths', 0],
    ['depth order', 0],
  ]);
}

describe('Analytics: where readers came from', () => {
  test.each([
    [undefined, 'unknown', ''],
    ['', 'direct', ''],
    [`${BASE_URL}/`, 'home', ''],
    [`${BASE_URL}/posts?order=hot`, 'home', ''],
    [`${BASE_URL}/posts?order=following`, 'following', ''],
    [`${BASE_URL}/search?q=secret`, 'search', ''],
    [`${BASE_URL}/tags/postgres`, 'topic', ''],
    [`${BASE_URL}/series/4`, 'series', ''],
    [`${BASE_URL}/space/7?tab=posts`, 'space', ''],
    [`${BASE_URL}/posts/12`, 'post', ''],
    [`${BASE_URL}/messages?category=like`, 'messages', ''],
    [`${BASE_URL}/settings`, 'site', ''],
    ['https://WWW.Example.COM:8443/a/path?q=secret#x', 'outside', 'example.com'],
    ['https://例子.测试/', 'outside', 'xn--fsqu00a.xn--0zwm56d'],
    ['http://192.168.1.7/wiki', 'outside', ''],
    ['http://[2001:db8::1]/', 'outside', ''],
    ['http://intranet/', 'outside', ''],
    ['android-app://com.example.mail/', 'outside', ''],
    [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'outside', ''],
    ['not an address', 'unknown', ''],
  ])('%s is %s %s', (address, source, host) => {
    expect(classifySource(address, BASE_URL)).toEqual({ source, host });
  });

  test('the sources of a day add up to its reads; a visitor has the first one', async () => {
    const { author, id } = await createPost();
    const visits = [
      ...Array.from({ length: 3 }, () => 'https://news.example.org/item?id=9'),
      ...['https://alone.example.net/', `${BASE_URL}/`, `${BASE_URL}/search?q=灯火`, ''],
    ];
    for (const from of visits) {
      const ip = nextIp();
      await sendBeacon(world.app, id, { ip, report: { from, depth: '1' } });
      await sendBeacon(world.app, id, { ip, report: { from: `${BASE_URL}/tags/x`, depth: '2' } });
    }
    await sendBeacon(world.app, id, { ip: nextIp() });
    await settle();
    expect(await readsOf(id)).toBe(8);
    expect(await sourcesOf(id)).toEqual({
      'outside news.example.org': 3,
      'outside alone.example.net': 1,
      ...{ home: 1, search: 1, direct: 1, unknown: 1 },
    });
    const page = (await author.get(`/studio/analytics/${id}`)).text;
    expect(page).toContain('news.example.org');
    // One reader: the name of the site could point to them.
    expect(page).not.toContain('alone.example.net');
    expect(page).toContain('其他网站（合计）');
    for (const text of ['secret', 'item?id', 'search?q'])
      expect(world.logged.join('\n')).not.toContain(text);
    await expectIntact();
  });

  test('at most so many hosts of a post and day have a name; the reads of the others still count', async () => {
    const own = await createWorld();
    const { id } = await createPost(own);
    const send = (host: string) =>
      sendBeacon(own.app, id, { ip: nextIp(), report: { from: `https://${host}/`, depth: '0' } });
    for (let host = 0; host < HOSTS_OF_DAY - 2; host += 1) await send(`h${host}.example.org`);
    await settle(own);
    for (let host = 0; host < 6; host += 1) await send(`later${host}.example.org`);
    await send('h0.example.org');
    await settle(own);
    const sources = await sourcesOf(id, own);
    expect(Object.keys(sources).filter((name) => name.includes('.'))).toHaveLength(HOSTS_OF_DAY);
    expect(sources).toMatchObject({ outside: 4, 'outside h0.example.org': 2 });
    await expectIntact(own);
  });
});

describe('Analytics: how far people read', () => {
  test('a visitor counts once, with the greatest depth, in whatever order the reports arrive', async () => {
    const { id } = await createPost();
    const [one, two, three, four] = [nextIp(), nextIp(), nextIp(), nextIp()];
    await sendBeacon(world.app, id, { ip: one, report: { from: '', depth: '1' } });
    await sendBeacon(world.app, id, { ip: two, report: { from: '', depth: '4' } });
    await sendBeacon(world.app, id, { ip: three });
    await sendBeacon(world.app, id, { ip: four, report: { from: '', depth: '0' } });
    await settle();
    expect(await depthOf(id)).toEqual([3, 2, 1, 1, 1]);
    await sendBeacon(world.app, id, { ip: one, report: { from: '', depth: '3' } });
    await sendBeacon(world.app, id, { ip: two, report: { from: '', depth: '2' } });
    await sendBeacon(world.app, id, { ip: three, report: { from: '', depth: '2' } });
    await settle();
    expect(await depthOf(id)).toEqual([4, 3, 3, 2, 1]);
    expect(await readsOf(id)).toBe(4);
    await expectIntact();
  });

  test('the same visitor in two processes at once is one read and one depth', async () => {
    const { id } = await createPost();
    const { DATABASE_URL } = world.ctx.config;
    const counters = await Promise.all(
      [0, 1, 2].map(async () => {
        const { services, close } = await openTestServices({ DATABASE_URL });
        atEnd(close);
        return readCounterOf(services.ctx);
      }),
    );
    const headers = beaconHeaders(id);
    const visitors = Array.from({ length: 40 }, nextIp);
    await Promise.all(
      counters.flatMap((counter, process) =>
        visitors.map((ip, index) =>
          counter.take({
            ...{ post_id: id, ip, headers, uid: undefined, from: '' },
            depth: (process + index) % 5,
          }),
        ),
      ),
    );
    await Promise.all(counters.map((counter) => counter.close()));
    expect(await readsOf(id)).toBe(40);
    const deepest = visitors.map((_, index) =>
      Math.max(...[0, 1, 2].map((process) => (process + index) % 5)),
    );
    const reached = [1, 2, 3, 4].map((step) => deepest.filter((depth) => depth >= step).length);
    expect(await depthOf(id)).toEqual([40, ...reached]);
    expect(await sourcesOf(id)).toEqual({ direct: 40 });
    await expectIntact();
  });

  test('a statement that fails half-way counts nothing twice', async () => {
    const own = await createWorld();
    const { id } = await createPost(own);
    await sendBeacon(own.app, id, { report: { from: '', depth: '1' } });
    await own.sql('alter table post_read_source rename to elsewhere');
    await until(async () => own.logged.some((line) => line.includes('could not be counted yet')));
    expect(await readsOf(id, own)).toBe(0);
    await sendBeacon(own.app, id, { report: { from: '', depth: '4' } });
    await own.sql('alter table elsewhere rename to post_read_source');
    await until(async () => (await readsOf(id, own)) === 1);
    expect(await depthOf(id, own)).toEqual([1, 1, 1, 1, 1]);
    await expectIntact(own);
  });

  test.each(['5', '-1', '1.5', 'x'])('a depth of %s is refused', async (depth) => {
    const { id } = await createPost();
    const response = await sendBeacon(world.app, id, { report: { from: '', depth } });
    expect(response.statusCode).toBe(400);
  });
});

describe('Analytics: followers gained', () => {
  const gained = async (id: number) => {
    const [row] = await world.sql(
      'select count(*)::int as follows from user_follow where following and post_id = $1',
      [id],
    );
    return row?.['follows'];
  };

  test('a follow counts for the post on whose page it was made, while it stands', async () => {
    const { author, id } = await createPost();
    const { id: other } = await createPost(world, author);
    const reader = await world.member();
    const path = `/api/users/${author.uid}/follow`;
    await reader.post(path, { following: true, post_id: id });
    expect(await gained(id)).toBe(1);
    // A second button does not move it.
    await reader.post(path, { following: true, post_id: other });
    expect([await gained(id), await gained(other)]).toEqual([1, 0]);
    await reader.post(path, { following: false });
    expect(await gained(id)).toBe(0);
    await reader.post(path, { following: true, post_id: other });
    expect([await gained(id), await gained(other)]).toEqual([0, 1]);
    const csv = (await author.get(`/studio/analytics/${other}/days.csv?range=7d`)).text;
    expect(csv.split('\r\n').at(-2)).toMatch(/^\d{4}-\d\d-\d\d,0,0,0,0,0,1,0,0$/);
  });

  test('a post of somebody else, or one that is not public, is ignored and the follow is made', async () => {
    const { author, id } = await createPost();
    const { id: foreign } = await createPost();
    const hidden = (await author.post('/api/studio/posts', { ...TEXT, draft: true })).body.id;
    for (const post_id of [foreign, hidden, 999_999_999]) {
      const reader = await world.member();
      const response = await reader.post(`/api/users/${author.uid}/follow`, { post_id });
      expect([response.status, response.body.i_follow]).toEqual([200, true]);
      expect(await gained(post_id)).toBe(0);
    }
    expect(await gained(id)).toBe(0);
  });
});

describe('Analytics: the comparison', () => {
  test('sorts by every column, total or first days, and only own public posts', async () => {
    const author = await world.member({ exp: 1 });
    const title = (name: string) => ({ title: name, body: '<p>好</p>' });
    const create = async (name: string) =>
      (await author.post('/api/studio/posts', title(name))).body.id as number;
    const [older, newer] = [await create('旧文'), await create('=新文,"引"')];
    await author.post('/api/studio/posts', { ...title('草稿甲'), draft: true });
    await world.sql(
      "update post set published_at = published_at - interval '20 days' where id = $1",
      [older],
    );
    for (let reader = 0; reader < 6; reader += 1)
      await sendBeacon(world.app, older, { ip: nextIp(), report: { from: '', depth: '4' } });
    await sendBeacon(world.app, newer, { ip: nextIp(), report: { from: '', depth: '2' } });
    await settle();
    const order = async (query: string) => {
      const { text } = await author.get(`/studio/analytics/compare?${query}`);
      expect(text).not.toContain('草稿甲');
      return [...text.matchAll(/href="\/studio\/analytics\/(\d+)"/g)].map(([, id]) => Number(id));
    };
    expect(await order('')).toEqual([newer, older]);
    expect(await order('sort=reads')).toEqual([older, newer]);
    expect(await order('sort=finished')).toEqual([older, newer]);
    // The reads of today are no part of the first days of a post of three weeks ago.
    expect(await order('sort=reads&period=first')).toEqual([newer, older]);
    const csv = (await author.get('/studio/analytics/compare.csv')).text.split('\r\n');
    expect(csv).toHaveLength(4);
    expect(csv[1]).toContain(`${newer},"'=新文,""引""",`);
    expect(csv[2]).toMatch(/,6,0,0,0,0,0,6,6$/);
  });

  test('another author’s post is as missing as one that does not exist', async () => {
    const { id } = await createPost();
    const other = await world.member({ exp: 1 });
    for (const path of [`/studio/analytics/${id}`, `/studio/analytics/${id}/days.csv`])
      expect((await other.get(path)).status, path).toBe(404);
  });
});

describe('Analytics: since the last visit', () => {
  test('the overview lists what changed; a reload does not empty it, the next visit does', async () => {
    const own = await createWorld();
    const { author, id } = await createPost(own);
    const overview = async () => {
      const { text } = await author.get('/studio');
      const section = /<section class="changes".*?<\/section>/s.exec(text)?.[0];
      return section?.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    };
    await sendBeacon(own.app, id);
    await settle(own);
    expect(await overview()).toBeUndefined();

    own.wait(VISIT_GAP_SECONDS + 60);
    await author.logIn(author.email, PASSWORD);
    await sendBeacon(own.app, id, { ip: nextIp() });
    await sendBeacon(own.app, id, { ip: nextIp() });
    const reader = await own.member({ exp: 1 });
    await reader.post(`/api/users/${author.uid}/follow`);
    await reader.post(`/api/posts/${id}/comments`, { body: '好' });
    await settle(own);
    // A prefetch is no visit.
    await author.get('/studio', { headers: { 'sec-purpose': 'prefetch' } });
    for (let reload = 0; reload < 2; reload += 1) {
      const changes = await overview();
      expect(changes).toContain('阅读 +2');
      expect(changes).toContain('评论 +1');
      expect(changes).toContain('新粉丝 +1');
    }
    own.wait(VISIT_GAP_SECONDS + 60);
    await author.logIn(author.email, PASSWORD);
    expect(await overview()).toContain('还没有新的变化');
  });

  test('D15 a purged account leaves no visit, and its posts no host names', async () => {
    const own = await createWorld();
    const { author, id } = await createPost(own);
    await author.get('/studio');
    const report = { from: 'https://example.org/', depth: '1' };
    await sendBeacon(own.app, id, { report });
    await settle(own);
    await own.sql("update users set deleted_at = now() - interval '40 days' where uid = $1", [
      author.uid,
    ]);
    await JOBS.tasks['accounts_purge']?.(own.ctx, undefined as never);
    expect(await own.sql('select 1 from studio_visit where uid = $1', [author.uid])).toEqual([]);
    expect(await own.sql('select 1 from post_read_source where post_id = $1', [id])).toEqual([]);
    expect(await readsOf(id, own)).toBe(1);
    await expectIntact(own);
  });
});
