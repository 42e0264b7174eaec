import { describe, expect, test } from 'vitest';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import {
  countChange,
  nextReaction,
  REACTION_BUTTONS,
  REACTION_CHANGES,
  REACTIONS,
} from '../../src/reactions/rules.ts';
import type { Client } from '../support/client.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const writer = await world.member({ exp: 1 });
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };

async function newPost(): Promise<number> {
  return (await writer.post('/api/studio/posts', TEXT)).body.id;
}

/** Row counts next to the stored counters and the pending deltas. */
async function tally(id: number) {
  const [row] = await world.sql(
    `select (select count(*) from post_reaction where post_id = $1 and kind = 'like')::int as likes,
            (select count(*) from post_reaction where post_id = $1 and kind = 'dislike')::int as dislikes,
            (select likes from post_count where post_id = $1)::int as counted_likes,
            (select dislikes from post_count where post_id = $1)::int as counted_dislikes,
            (select coalesce(sum(likes), 0) from post_count_delta where post_id = $1)::int as waiting_likes,
            (select coalesce(sum(dislikes), 0) from post_count_delta where post_id = $1)::int as waiting_dislikes`,
    [id],
  );
  return row as Record<string, number>;
}

async function expectExact(id: number): Promise<void> {
  const waiting = await tally(id);
  expect(Number(waiting['counted_likes']) + Number(waiting['waiting_likes'])).toBe(
    waiting['likes'],
  );
  expect(Number(waiting['counted_dislikes']) + Number(waiting['waiting_dislikes'])).toBe(
    waiting['dislikes'],
  );
  await flushCountDeltas(world.ctx);
  const flushed = await tally(id);
  expect([flushed['counted_likes'], flushed['counted_dislikes']]).toEqual([
    flushed['likes'],
    flushed['dislikes'],
  ]);
  expect([flushed['waiting_likes'], flushed['waiting_dislikes']]).toEqual([0, 0]);
}

describe('§4 POST /api/posts/:id/like, §4 POST /api/posts/:id/dislike', () => {
  test.each([
    // before, toggled → state, likes, dislikes
    ['none', 'like', 'like', 1, 0],
    ['like', 'like', 'none', 0, 0],
    ['dislike', 'like', 'like', 1, 0],
    ['none', 'dislike', 'dislike', 0, 1],
    ['dislike', 'dislike', 'none', 0, 0],
    ['like', 'dislike', 'dislike', 0, 1],
  ] as const)(
    '§4 POST /api/posts/:id/like, §4 POST /api/posts/:id/dislike, §3 Reaction.toggle, D29 %s, %s → %s',
    async (before, toggled, state, like_count, dislike_count) => {
      const reader = await world.member();
      const id = await newPost();
      if (before !== 'none') await reader.post(`/api/posts/${id}/${before}`);
      const expected = { state, like_count, dislike_count };
      expect((await reader.post(`/api/posts/${id}/${toggled}`)).body).toEqual(expected);
      expect((await reader.get(`/api/posts/${id}/reaction`)).body).toEqual(expected);
      await expectExact(id);
    },
  );

  const inputs = REACTIONS.flatMap((current) =>
    REACTION_BUTTONS.flatMap((button) =>
      REACTION_CHANGES.map((change) => [current, change, button] as const),
    ),
  );
  test.each(inputs)(
    'D8, D29 the statement agrees with the rule: %s, %s %s',
    async (current, change, button) => {
      const reader = await world.member();
      const id = await newPost();
      // Other members' reactions, so that a counter can also be wrong downwards.
      for (const kind of REACTION_BUTTONS)
        await (await world.member()).post(`/api/posts/${id}/${kind}`);
      if (current !== 'none') await reader.post(`/api/posts/${id}/${current}`);
      const before = (await reader.get(`/api/posts/${id}/reaction`)).body;
      const field = button === 'like' ? 'liked' : 'disliked';
      const body = change === 'toggle' ? undefined : { [field]: change === 'set' };

      const response = await reader.post(`/api/posts/${id}/${button}`, body);
      const state = nextReaction(current, { button, change });
      const { likes, dislikes } = countChange(current, state);
      expect(response.body).toEqual({
        state,
        like_count: before.like_count + likes,
        dislike_count: before.dislike_count + dislikes,
      });
      if (change !== 'toggle') {
        const again = await reader.post(`/api/posts/${id}/${button}`, body);
        expect(again.body).toEqual(response.body);
      }
      await expectExact(id);
    },
  );

  test('D8 a toggle repeated under one idempotency key counts once', async () => {
    const reader = await world.member();
    const id = await newPost();
    const toggle = () =>
      reader.post(`/api/posts/${id}/like`, undefined, { headers: { 'idempotency-key': 'like' } });
    const [first, second] = [await toggle(), await toggle()];
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(first.body).toMatchObject({ state: 'like', like_count: 1 });
    await expectExact(id);
  });

  test('D30 a post the caller cannot see is not found; a visible post that is not public is in the wrong state', async () => {
    const reader = await world.member();
    const { id } = (await writer.post('/api/studio/posts', { ...TEXT, draft: true })).body;
    expect((await reader.post(`/api/posts/${id}/like`)).status).toBe(404);
    const own = await writer.post(`/api/posts/${id}/like`);
    expect([own.status, own.body.code]).toEqual([409, 'wrong_state']);
    // D3: extension members never replace those that RFC 9457 defines.
    expect(own.body).toMatchObject({ status: 409, post_status: 'draft' });
    expect(await world.sql('select 1 from post_reaction where post_id = $1', [id])).toEqual([]);
  });
});

test("§4 GET /api/posts/:id/reaction, §3 Reaction.anonymous returns the caller's reaction, and none for an anonymous visitor", async () => {
  const reader = await world.member();
  const id = await newPost();
  await reader.post(`/api/posts/${id}/like`);
  expect((await reader.get(`/api/posts/${id}/reaction`)).body).toEqual({
    state: 'like',
    like_count: 1,
    dislike_count: 0,
  });
  expect((await world.visitor().get(`/api/posts/${id}/reaction`)).body).toEqual({
    state: 'none',
    like_count: 1,
    dislike_count: 0,
  });
  expect((await world.visitor().get('/api/posts/999999/reaction')).status).toBe(404);
});

describe('concurrency', () => {
  test('A33 two hundred toggles by one reader cancel out, and count exactly', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const responses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const burst = await Promise.all(
        Array.from({ length: 100 }, () => reader.post(`/api/posts/${id}/like`)),
      );
      responses.push(...burst.map((one) => one.status));
    }
    expect(new Set(responses)).toEqual(new Set([200]));
    expect((await reader.get(`/api/posts/${id}/reaction`)).body).toMatchObject({
      state: 'none',
      like_count: 0,
    });
    await expectExact(id);
  });

  test('§3 Reaction.exclusive, A34 five thousand random toggles by fifty readers: counters equal rows and are never negative', async () => {
    const readers: Client[] = [];
    for (let count = 0; count < 50; count++)
      readers.push(await world.member({ transport: 'bearer' }));
    const ids = [await newPost(), await newPost(), await newPost()];
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const stopFlushing = keepFlushingCounts(world.ctx);
    const statuses = new Map<number, number>();
    await Promise.all(
      readers.map(async (reader) => {
        for (let count = 0; count < 100; count++) {
          const { status } = await reader.post(
            `/api/posts/${pick(ids)}/${pick(['like', 'dislike'])}`,
          );
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }),
    );
    await stopFlushing();
    expect(statuses).toEqual(new Map([[200, 5000]]));
    for (const id of ids) await expectExact(id);
    // After any concurrency, each member has one reaction, and the service returns that one.
    const rows = await world.sql(
      'select uid, kind from post_reaction where post_id = $1 group by uid, kind',
      [ids[0]],
    );
    expect(new Set(rows.map((row) => row['uid'])).size).toBe(rows.length);
  });
});
