import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import { addDays, calendarDay } from '../../src/platform/clock.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { STATUSES } from '../../src/posts/rules.ts';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };
const NOTHING = { reads: 0, likes: 0, comments: 0, favorites: 0, energy: 0 };
const HOUR = 3600;

async function newPost(author: Client, fields: object = {}): Promise<number> {
  return (await author.post('/api/studio/posts', { ...TEXT, ...fields })).body.id;
}

/** Counts that comments, favorites and energy add on a day. */
async function receive(own: World, id: number, day: string, counts: Partial<typeof NOTHING>) {
  const { likes, comments, favorites, energy } = { ...NOTHING, ...counts };
  await own.sql(
    `insert into post_day (post_id, day, author_uid, likes, comments, favorites, energy)
     select id, $2, author_uid, $3, $4, $5, $6 from post where id = $1`,
    [id, day, likes, comments, favorites, energy],
  );
}

/** Moves the clock to this long after the next midnight in Shanghai, which is UTC+8 all year. */
function waitForNextDay(own: World, secondsAfter: number): void {
  const local = own.ctx.now().getTime() / 1000 + 8 * HOUR;
  own.wait(24 * HOUR - (local % (24 * HOUR)) + secondsAfter);
}

/** Logs in again: the old session has expired by then. */
async function comeBack(...people: Client[]): Promise<void> {
  for (const person of people) await person.logIn(person.email, PASSWORD);
}

const trendsOf = async (client: Client, range = '7d') =>
  (await client.get('/api/studio/trends', { query: { range } })).body;

describe('§4 GET /api/studio/overview', () => {
  test('§4 GET /api/studio/overview of a member without posts is all zeros', async () => {
    const response = await (await world.member()).get('/api/studio/overview');
    expect([response.status, response.body]).toEqual([
      200,
      {
        posts: { total: 0, draft: 0, pending: 0, approved: 0, rejected: 0, locked: 0 },
        received: NOTHING,
        today: NOTHING,
        yesterday: NOTHING,
        follower_count: 0,
      },
    ]);
  });

  test("§4 GET /api/studio/overview counts the caller's posts by state, their reactions, and two days", async () => {
    const [author, other, reader] = [
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
      await world.member(),
    ];
    const ids: number[] = [];
    for (const [index, status] of STATUSES.entries()) {
      for (let count = 0; count <= index; count++) {
        const id = await newPost(author, { draft: true });
        await world.sql(
          `update post set status = $2, locked_from = case when $2 = 'locked' then 'draft' end,
             published_at = now() where id = $1`,
          [id, status],
        );
        ids.push(id);
      }
    }
    const [shown, deleted, foreign] = [
      await newPost(author),
      await newPost(author),
      await newPost(other),
    ];
    for (const id of [shown, deleted, foreign]) await reader.post(`/api/posts/${id}/like`);
    await author.post(`/api/posts/${shown}/dislike`);
    await author.delete(`/api/studio/posts/${deleted}`);
    await world.sql(
      'update post_count set comments = 2, favorites = 3, energy = 5 where post_id = any($1)',
      [[shown, ids[0], foreign]],
    );
    const yesterday = calendarDay(addDays(world.ctx.now(), -1));
    await receive(world, shown, yesterday, { comments: 4, energy: 6 });
    await receive(world, ids[0] as number, yesterday, { likes: -1, favorites: 1 });
    await world.sql('update user_count set followers = 9 where uid = $1', [author.uid]);

    expect((await author.get('/api/studio/overview')).body).toEqual({
      posts: { total: 16, draft: 1, pending: 2, approved: 4, rejected: 4, locked: 5 },
      received: { reads: 0, likes: 1, comments: 4, favorites: 6, energy: 10 },
      // A day keeps its counts after the post is deleted.
      today: { ...NOTHING, likes: 2 },
      yesterday: { reads: 0, likes: 0, comments: 4, favorites: 1, energy: 6 },
      follower_count: 9,
    });
  });
});

describe('§4 GET /api/studio/trends', () => {
  test('§8 Trend ranges, D46 exactly 7, 30 or 90 points without a gap, today last; any other range is refused', async () => {
    const author = await world.member({ exp: 1 });
    for (const [range, count] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const response = await author.get('/api/studio/trends', { query: { range } });
      expect([response.status, response.body.range]).toEqual([200, range]);
      const today = calendarDay(world.ctx.now());
      const expected = Array.from({ length: count }, (_, index) => {
        const back = (count - 1 - index) * 24 * HOUR * 1000;
        const day = new Date(Date.parse(`${today}T00:00:00Z`) - back).toISOString().slice(0, 10);
        return { day, ...NOTHING };
      });
      expect(response.body.days).toEqual(expected);
    }
    for (const query of [
      '',
      '?range=',
      '?range=1d',
      '?range=7',
      '?range=7d&range=30d',
      '?days=7',
    ]) {
      const response = await author.get(`/api/studio/trends${query}`);
      expect([query, response.status, response.body.code]).toEqual([query, 400, 'invalid_input']);
    }
  });

  test("§4 GET /api/studio/trends, D46 the four series sum what the caller's posts received, by day, inside the range only", async () => {
    const [author, other] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    const [one, two, foreign] = [
      await newPost(author),
      await newPost(author),
      await newPost(other),
    ];
    const dayBefore = (days: number) => calendarDay(addDays(world.ctx.now(), -days));
    await receive(world, one, dayBefore(0), { likes: 1, comments: 2, favorites: 3, energy: 4 });
    await receive(world, two, dayBefore(0), { likes: 10, comments: 20, favorites: 30, energy: 40 });
    await receive(world, foreign, dayBefore(0), { likes: 100 });
    await receive(world, one, dayBefore(6), { comments: 6 });
    await receive(world, one, dayBefore(7), { comments: 7 });
    await receive(world, one, dayBefore(29), { energy: 29 });
    await receive(world, one, dayBefore(30), { energy: 30 });
    await receive(world, one, dayBefore(89), { favorites: 89 });
    await receive(world, one, dayBefore(90), { favorites: 90 });
    const filled = async (range: string) =>
      (await trendsOf(author, range)).days.filter((point: object) =>
        Object.values(point).some((value) => typeof value === 'number' && value > 0),
      );
    const week = [
      { day: dayBefore(6), ...NOTHING, comments: 6 },
      { day: dayBefore(0), reads: 0, likes: 11, comments: 22, favorites: 33, energy: 44 },
    ];
    const month = [
      { day: dayBefore(29), ...NOTHING, energy: 29 },
      { day: dayBefore(7), ...NOTHING, comments: 7 },
      ...week,
    ];
    expect(await filled('7d')).toEqual(week);
    expect(await filled('30d')).toEqual(month);
    expect(await filled('90d')).toEqual([
      { day: dayBefore(89), ...NOTHING, favorites: 89 },
      { day: dayBefore(30), ...NOTHING, energy: 30 },
      ...month,
    ]);
  });

  test('§4 GET /api/studio/trends shows a temporarily negative count as zero', async () => {
    const author = await world.member({ exp: 1 });
    const today = calendarDay(world.ctx.now());
    await receive(world, await newPost(author), today, { likes: -1, comments: 2 });
    expect((await trendsOf(author)).days.at(-1)).toEqual({ day: today, ...NOTHING, comments: 2 });
  });

  test('§4 GET /api/studio/trends, §4 Guard.trends a banned author may still read them, without a CSRF token', async () => {
    const banned = await world.member({ status: 'banned' });
    const response = await banned.get('/api/studio/trends', { query: { range: '7d' } });
    expect([response.status, response.body.days.length]).toEqual([200, 7]);
  });

  test('D31, D46 ten toggles count as one member', async () => {
    const author = await world.member({ exp: 1 });
    const [fickle, absent, sure] = [
      await world.member(),
      await world.member(),
      await world.member(),
    ];
    const id = await newPost(author);
    for (let round = 0; round < 11; round++) await fickle.post(`/api/posts/${id}/like`);
    for (let round = 0; round < 10; round++) await absent.post(`/api/posts/${id}/like`);
    await sure.post(`/api/posts/${id}/like`, { liked: true });
    await sure.post(`/api/posts/${id}/like`, { liked: true });
    await flushCountDeltas(world.ctx);
    expect((await trendsOf(author)).days.at(-1).likes).toBe(2);
    expect((await author.get('/api/studio/overview')).body).toMatchObject({
      received: { likes: 2 },
      today: { likes: 2 },
    });
  });

  test('D31, D9 an unlike lowers the day the like was given on, and a day ends at midnight in Shanghai', async () => {
    const own = await createWorld();
    const [author, stays, leaves] = [
      await own.member({ exp: 1 }),
      await own.member(),
      await own.member(),
    ];
    const id = await newPost(author);
    const likes = async () =>
      (await trendsOf(author)).days.slice(-2).map((point: { likes: number }) => point.likes);

    waitForNextDay(own, 24 * HOUR - 300);
    await comeBack(author, stays, leaves);
    for (const reader of [stays, leaves]) await reader.post(`/api/posts/${id}/like`);
    expect(await likes()).toEqual([0, 2]);

    waitForNextDay(own, 60);
    expect(await likes()).toEqual([2, 0]);
    await leaves.post(`/api/posts/${id}/like`);
    expect(await likes()).toEqual([1, 0]);
    await leaves.post(`/api/posts/${id}/like`);
    expect(await likes()).toEqual([1, 1]);
    // Setting a like that is already set is not a new like, so it stays on its day.
    await stays.post(`/api/posts/${id}/like`, { liked: true });
    expect(await likes()).toEqual([1, 1]);
    expect((await author.get('/api/studio/overview')).body).toMatchObject({
      received: { likes: 2 },
      today: { likes: 1 },
      yesterday: { likes: 1 },
    });
  });
});

test('§4 GET /api/studio/posts, D2 last edited first, page by page, each once, without deleted ones', async () => {
  const author = await world.member({ exp: 1 });
  const ids: number[] = [];
  for (let count = 0; count < 6; count++) ids.push(await newPost(author, { draft: count % 2 > 0 }));
  const [first, second, ...rest] = ids as [number, number, ...number[]];
  await author.delete(`/api/studio/posts/${second}`);
  await author.put(`/api/studio/posts/${first}`, { ...TEXT, version: 1 });
  // With one timestamp, so that they differ by their id only.
  await world.sql("update post set updated_at = '2026-01-01' where id = any($1)", [rest]);
  const scan = async (query: Record<string, string>) => {
    const seen: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await author.get('/api/studio/posts', {
        query: { ...query, limit: '2', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...body.items.map((item: { id: number }) => item.id));
      if (!body.next_cursor) return seen;
      cursor = body.next_cursor;
    }
  };
  expect(await scan({})).toEqual([first, ...rest.toReversed()]);
  expect(await scan({ status: 'draft' })).toEqual([ids[5], ids[3]]);
});

describe('D18 the cover image', () => {
  async function upload(client: Client): Promise<string> {
    return (await client.upload('/api/posts/upload-image', await pictureOf())).body.url;
  }
  const writer = () => world.member({ exp: 1, transport: 'bearer' });

  test('D18 an own upload is shown in the list, on the post and in the studio', async () => {
    const author = await writer();
    const cover_url = await upload(author);
    const made = await author.post('/api/studio/posts', { ...TEXT, cover_url });
    expect([made.status, made.body.cover_url]).toEqual([201, cover_url]);
    const query = { author: String(author.uid) };
    for (const { body } of [
      await world.visitor().get('/api/posts', { query }),
      await author.get('/api/studio/posts'),
    ]) {
      expect(body.items.map((item: { cover_url: string }) => item.cover_url)).toEqual([cover_url]);
    }
    const post = await world.visitor().get(`/api/posts/${made.body.id}`);
    expect(post.body.cover_url).toBe(cover_url);
  });

  test("D18, A40 another member's upload, an unknown one and any other URL are refused as cover", async () => {
    const [author, other] = [await writer(), await writer()];
    for (const cover_url of [
      await upload(other),
      '/uploads/post/2026/01/01/none.png',
      'https://evil.example/x.png',
      'javascript:alert(1)',
      '',
    ]) {
      const { status, body } = await author.post('/api/studio/posts', { ...TEXT, cover_url });
      expect([cover_url, status, body.cover_url]).toEqual([cover_url, 201, null]);
    }
    const long = { ...TEXT, cover_url: 'x'.repeat(301) };
    expect((await author.post('/api/studio/posts', long)).status).toBe(400);
  });

  test('D18, D48 null removes the cover; the version that had it keeps its upload', async () => {
    const own = await createWorld();
    const author = await own.member({ exp: 1, transport: 'bearer' });
    const [cover_url, unused] = [await upload(author), await upload(author)];
    const { id } = (await author.post('/api/studio/posts', { ...TEXT, cover_url })).body;
    const edit = { ...TEXT, cover_url: null, version: 1 };
    expect((await author.put(`/api/studio/posts/${id}`, edit)).body.cover_url).toBeNull();
    expect((await own.visitor().get(`/api/posts/${id}`)).body.cover_url).toBeNull();
    own.wait(25 * HOUR);
    await JOBS.tasks['uploads_sweep']?.(own.ctx, {});
    // D55: readers cannot see it any more, but its author can.
    await author.logIn(author.email, PASSWORD, 'bearer');
    const served = async (url: string) => (await author.get(url)).status;
    expect([await served(cover_url), await served(unused)]).toEqual([200, 404]);
  });
});
