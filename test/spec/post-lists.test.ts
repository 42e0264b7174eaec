import { describe, expect, test } from 'vitest';
import { addDays, calendarDay } from '../../src/platform/clock.ts';
import { changeCounts, flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { refreshHotScores } from '../../src/posts/actions/refresh-hot-scores.ts';
import {
  listChangedPosts,
  lockCounters,
  updateHotScores,
} from '../../src/posts/store/hot-scores.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };
const DAY = 24 * 3600;

async function newPost(author: Client): Promise<number> {
  return (await author.post('/api/studio/posts', TEXT)).body.id;
}

async function newPosts(author: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.push(await newPost(author));
  return ids;
}

async function follow(follower: Client, authors: Client[], following = true): Promise<void> {
  await world.sql(
    `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
     select $1, uid, $3, not $3, now() from unnest($2::bigint[]) as author (uid)`,
    [follower.uid, authors.map((author) => author.uid), following],
  );
}

const idsOf = (body: { items: { id: number }[] }) => body.items.map((item) => item.id);

/** Every page, from the first to the last. */
async function scan(client: Client, query: Record<string, string>): Promise<number[]> {
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const response = await client.get('/api/posts', {
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    expect(response.status).toBe(200);
    seen.push(...idsOf(response.body));
    if (response.body.next_cursor === null) return seen;
    cursor = response.body.next_cursor;
  }
}

/** A post's hot score as the worker last stored it. */
async function hotScoreOf(own: World, id: number): Promise<number> {
  const [row] = await own.sql('select score from post_hot_score where post_id = $1', [id]);
  return Number(row?.['score'] ?? 0);
}

describe('§4 GET /api/posts', () => {
  test('§4 GET /api/posts lists the newest first by default, and filters by author', async () => {
    const [one, other] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    const [first, , third] = [await newPost(one), await newPost(other), await newPost(one)];
    const { body } = await world.visitor().get('/api/posts', { query: { limit: '1' } });
    expect(idsOf(body)).toEqual([third]);
    expect(await scan(world.visitor(), { author: String(one.uid), limit: '1' })).toEqual([
      third,
      first,
    ]);
    const named = { author: String(one.uid), order: 'newest' };
    expect(await scan(world.visitor(), named)).toEqual([third, first]);
    expect(await scan(world.visitor(), { author: '999999999' })).toEqual([]);
  });

  test('D2, A09 an author filter needs the order newest; an unknown order and a cursor of another order are refused', async () => {
    const member = await world.member({ exp: 1 });
    await newPosts(member, 2);
    const { body } = await member.get('/api/posts', { query: { limit: '1' } });
    const wrong: Record<string, string>[] = [
      { order: 'hot', author: '1' },
      { order: 'following', author: '1' },
      { order: 'oldest' },
      { author: 'me' },
      { order: 'hot', cursor: body.next_cursor },
    ];
    for (const query of wrong) {
      const response = await member.get('/api/posts', { query });
      expect([query, response.status, response.body.code]).toEqual([query, 400, 'invalid_input']);
    }
  });

  test('D25 an author filter lists public posts only, also for the author', async () => {
    const author = await world.member({ exp: 1 });
    const [shown, deleted, locked] = await newPosts(author, 3);
    await author.post('/api/studio/posts', { ...TEXT, draft: true });
    await author.delete(`/api/studio/posts/${deleted}`);
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      locked,
    ]);
    for (const reader of [author, world.visitor(), await world.member({ role: 'admin' })]) {
      expect(await scan(reader, { author: String(author.uid) })).toEqual([shown]);
    }
  });
});

describe('GET /api/posts?lang=', async () => {
  const own = await createWorld();
  const author = await own.member({ exp: 2000 });
  const ids: Record<string, number[]> = { zh: [], en: [] };
  for (const lang of ['zh', 'en', 'zh', 'en', 'en']) {
    const { body } = await author.post('/api/studio/posts', { ...TEXT, lang });
    ids[lang]?.unshift(body.id);
    await own.ctx.tx((trx) =>
      changeCounts(trx, {
        post_id: body.id,
        day: calendarDay(own.ctx.now()),
        likes: ids[lang]?.length ?? 0,
      }),
    );
  }
  await flushCountDeltas(own.ctx);
  await refreshHotScores(own.ctx);
  const list = async (query: Record<string, string>) =>
    (await own.visitor().get('/api/posts', { query })).body;

  test('has the newest and the hottest posts in that language, page by page', async () => {
    for (const order of ['newest', 'hot']) {
      for (const lang of ['zh', 'en']) {
        expect(idsOf(await list({ lang, order }))).toEqual(ids[lang]);
        const first = await list({ lang, order, limit: '1' });
        const rest = await list({ lang, order, cursor: first.next_cursor });
        expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids[lang]);
      }
    }
    expect(idsOf(await list({ lang: 'ja' }))).toEqual([]);
    expect(idsOf(await list({}))).toHaveLength(5);
  });

  test('shows a post whose language was corrected in the right list only', async () => {
    const [id] = ids['en'] ?? [];
    await own.sql("update post set lang = 'zh' where id = $1", [id]);
    for (const order of ['newest', 'hot'])
      expect(idsOf(await list({ lang: 'en', order }))).not.toContain(id);
    expect(idsOf(await list({ lang: 'zh' }))).toContain(id);
    await own.sql("update post set lang = 'en' where id = $1", [id]);
  });

  test.each([
    ['another author', { author: '1' }],
    ['what one follows', { order: 'following' }],
    ['an unknown language', { lang: 'xx' }],
  ])('does not go with %s', async (_, query) => {
    const response = await author.get('/api/posts', { query: { lang: 'en', ...query } });
    expect(response.status).toBe(400);
  });
});

describe('§4 GET /api/posts?order=following', () => {
  test('§4 GET /api/posts following needs a login', async () => {
    const response = await world.visitor().get('/api/posts', { query: { order: 'following' } });
    expect([response.status, response.body.code]).toEqual([401, 'unauthenticated']);
  });

  test('§4 GET /api/posts following lists the newest posts of followed authors only', async () => {
    const reader = await world.member();
    const [followed, left, unfollowed, gone] = [
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
    ];
    await follow(reader, [followed, gone]);
    await follow(reader, [left], false);
    const [first, second, deleted] = await newPosts(followed, 3);
    for (const author of [left, unfollowed, gone]) await newPost(author);
    await followed.post('/api/studio/posts', { ...TEXT, draft: true });
    await followed.delete(`/api/studio/posts/${deleted}`);
    await world.sql('update users set deleted_at = now() where uid = $1', [gone.uid]);
    expect(await scan(reader, { order: 'following' })).toEqual([second, first]);
    expect(await scan(unfollowed, { order: 'following' })).toEqual([]);
  });

  test('D2 pages of any size, over more authors than a page has and posts with equal timestamps, are the whole list', async () => {
    const reader = await world.member();
    const authors: Client[] = [];
    for (let count = 0; count < 6; count++) authors.push(await world.member({ exp: 1 }));
    await follow(reader, authors);
    for (const [index, author] of authors.entries()) await newPosts(author, 1 + 2 * index);
    // A few timestamps for all of them, so that most differ by their id only.
    await world.sql(
      `update post set published_at = timestamptz '2026-03-01' + (id * 7 % 5) * interval '1 hour'
        where author_uid = any($1)`,
      [authors.map((author) => author.uid)],
    );
    const rows = await world.sql(
      'select id from post where author_uid = any($1) order by published_at desc, id desc',
      [authors.map((author) => author.uid)],
    );
    const whole = rows.map((row) => row['id']);
    expect(whole).toHaveLength(36);
    for (const limit of ['1', '2', '5', '35', '36', '100']) {
      expect([limit, await scan(reader, { order: 'following', limit })]).toEqual([limit, whole]);
    }
  });
});

describe('D2 paging returns every lasting post exactly once, whatever others write and delete meanwhile', () => {
  /** Lasting posts with only a few timestamps, and others that come and go among them until stopped. */
  async function unrest(authors: Client[]) {
    const staying: number[] = [];
    const leaving: number[] = [];
    const mix = (ids: number[]) =>
      world.sql(
        `update post set published_at = timestamptz '2026-02-01' + (id * 31 % 9) * interval '1 minute'
          where id = any($1)`,
        [ids],
      );
    for (const author of authors) {
      staying.push(...(await newPosts(author, 20)));
      leaving.push(...(await newPosts(author, 5)));
    }
    await mix([...staying, ...leaving]);
    let over = false;
    let disturbed = 0;
    const stirring = authors.map(async (author) => {
      while (!over) {
        const id = await newPost(author);
        await mix([id]);
        await author.delete(`/api/studio/posts/${leaving.shift() ?? id}`);
        disturbed++;
      }
    });
    const stop = async () => {
      over = true;
      await Promise.all(stirring);
      expect(disturbed).toBeGreaterThan(0);
    };
    return { staying, stop };
  }

  async function expectEachOnce(reader: Client, authors: Client[], query: Record<string, string>) {
    const { staying, stop } = await unrest(authors);
    try {
      for (let round = 0; round < 3; round++) {
        const seen = await scan(reader, { ...query, limit: '7' });
        const saved = seen.filter((id) => staying.includes(id));
        expect(saved.toSorted()).toEqual(staying.toSorted());
      }
    } finally {
      await stop();
    }
  }

  test('§4 GET /api/posts newest', async () => {
    const authors = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    await expectEachOnce(world.visitor(), authors, {});
  });

  test('§4 GET /api/posts following', async () => {
    const authors = [
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
      await world.member({ exp: 1 }),
    ];
    const reader = await world.member();
    await follow(reader, authors);
    await expectEachOnce(reader, authors, { order: 'following' });
  });
});

describe('§4 GET /api/posts?order=hot', () => {
  const hottest = (own: World, limit = '100') =>
    own.visitor().get('/api/posts', { query: { order: 'hot', limit } });

  test('§4 GET /api/posts hot sorts by received reactions, each kind by its weight, page by page', async () => {
    const own = await createWorld();
    const author = await own.member({ exp: 1 });
    const [cold, liked, discussed, saved, fed, twice] = await newPosts(author, 6);
    const today = calendarDay(own.ctx.now());
    await own.ctx.tx(async (trx) => {
      const receive = (post_id: number | undefined, counts: object) =>
        changeCounts(trx, { post_id: Number(post_id), day: today, ...counts });
      await receive(liked, { likes: 1 });
      await receive(discussed, { comments: 1 });
      await receive(saved, { favorites: 1 });
      await receive(fed, { energy: 1 });
      await receive(twice, { likes: 2, comments: 1 });
    });
    expect(idsOf((await hottest(own)).body)).toEqual([]);
    await refreshHotScores(own.ctx);
    // 4, 3, 3, 2, 1: equal scores are sorted by id, also across pages.
    const order = [twice, fed, saved, discussed, liked];
    expect(idsOf((await hottest(own)).body)).toEqual(order);
    expect(await scan(own.visitor(), { order: 'hot', limit: '1' })).toEqual(order);
    expect(await hotScoreOf(own, Number(cold))).toBe(0);
    expect(await own.sql('select 1 from post_day where stirred')).toEqual([]);
  });

  test('§4 GET /api/posts hot drops a like that is taken back and a post that is no longer public', async () => {
    const own = await createWorld();
    const author = await own.member({ exp: 1 });
    const reader = await own.member();
    const [undone, deleted, locked, shown] = await newPosts(author, 4);
    for (const id of [undone, deleted, locked, shown]) await reader.post(`/api/posts/${id}/like`);
    await refreshHotScores(own.ctx);
    expect(idsOf((await hottest(own)).body)).toHaveLength(4);

    await reader.post(`/api/posts/${undone}/like`);
    await author.delete(`/api/studio/posts/${deleted}`);
    await own.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      locked,
    ]);
    await refreshHotScores(own.ctx);
    expect(idsOf((await hottest(own)).body)).toEqual([shown]);
    // A post that is hidden and shown again has the same score.
    await own.sql("update post set status = 'approved', locked_from = null where id = $1", [
      locked,
    ]);
    expect(idsOf((await hottest(own)).body)).toEqual([shown, locked]);
    await own.sql('update users set deleted_at = now() where uid = $1', [author.uid]);
    expect(idsOf((await hottest(own)).body)).toEqual([]);
  });

  test('D9 hot counts seven calendar days, today included: older reactions expire', async () => {
    const own = await createWorld();
    const author = await own.member({ exp: 1 });
    const [reader, second] = [await own.member(), await own.member()];
    const [early, late] = await newPosts(author, 2);
    for (const one of [reader, second]) await one.post(`/api/posts/${early}/like`);
    await refreshHotScores(own.ctx);
    own.wait(6 * DAY);
    await reader.logIn(reader.email, PASSWORD);
    await reader.post(`/api/posts/${late}/like`);
    await refreshHotScores(own.ctx);
    expect(idsOf((await hottest(own)).body)).toEqual([early, late]);
    own.wait(DAY);
    await refreshHotScores(own.ctx);
    expect(idsOf((await hottest(own)).body)).toEqual([late]);
    own.wait(6 * DAY);
    await refreshHotScores(own.ctx);
    expect(idsOf((await hottest(own)).body)).toEqual([]);
    expect(await own.sql('select 1 from post_hot_score')).toEqual([]);
  });
});

describe('hot score, concurrency', () => {
  const range = () => ({
    today: calendarDay(world.ctx.now()),
    days: Array.from({ length: 7 }, (_, ago) => calendarDay(addDays(world.ctx.now(), -ago))),
  });

  test('a like whose delta is being flushed is neither waited for nor lost', async () => {
    const id = await newPost(await world.member({ exp: 1 }));
    const reader = await world.member();
    await reader.post(`/api/posts/${id}/like`);
    await world.ctx.tx(async (trx) => {
      await changeCounts(trx, { post_id: id, day: range().today, likes: 1 });
      await refreshHotScores(world.ctx);
      expect(await hotScoreOf(world, id)).toBe(0);
    });
    await refreshHotScores(world.ctx);
    expect(await hotScoreOf(world, id)).toBe(2);
  });

  test('a like during a refresh of hot scores does not wait and is in the next refresh', async () => {
    const id = await newPost(await world.member({ exp: 1 }));
    const [first, second] = [await world.member(), await world.member()];
    await first.post(`/api/posts/${id}/like`);
    await world.ctx.tx(async (trx) => {
      const posts = await lockCounters(trx, await listChangedPosts(trx));
      expect(posts.map((post) => post.id)).toContain(id);
      expect((await second.post(`/api/posts/${id}/like`)).body.state).toBe('like');
      await updateHotScores(trx, posts, range());
    });
    expect(await hotScoreOf(world, id)).toBe(1);
    await flushCountDeltas(world.ctx);
    await refreshHotScores(world.ctx);
    expect(await hotScoreOf(world, id)).toBe(2);
  });

  test('two workers refresh while twenty readers like at random: afterwards every hot score matches the rows', async () => {
    const readers: Client[] = [];
    for (let count = 0; count < 20; count++)
      readers.push(await world.member({ transport: 'bearer' }));
    const ids = await newPosts(await world.member({ exp: 1 }), 4);
    let working = true;
    const worker = async () => {
      while (working) {
        await flushCountDeltas(world.ctx);
        await refreshHotScores(world.ctx);
      }
    };
    const workers = [worker(), worker()];
    await Promise.all(
      readers.map(async (reader) => {
        for (let count = 0; count < 25; count++) {
          const id = ids[Math.floor(Math.random() * ids.length)];
          expect((await reader.post(`/api/posts/${id}/like`)).status).toBe(200);
        }
      }),
    );
    working = false;
    await Promise.all(workers);
    await flushCountDeltas(world.ctx);
    await refreshHotScores(world.ctx);
    for (const id of ids) {
      const [row] = await world.sql(
        "select count(*)::int as likes from post_reaction where post_id = $1 and kind = 'like'",
        [id],
      );
      expect([id, await hotScoreOf(world, id)]).toEqual([id, row?.['likes']]);
    }
  });
});
