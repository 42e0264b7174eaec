import { describe, expect, test } from 'vitest';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { nextReaction, type Reaction, type ReactionChange } from '../../src/reactions/rules.ts';
import type { Client } from '../support/client.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const writer = await world.member({ exp: 1 });
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };

async function newPost(): Promise<number> {
  return (await writer.post('/api/studio/posts', TEXT)).body.id;
}

/** What the rows say beside what was counted and what waits to be. */
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
  const folded = await tally(id);
  expect([folded['counted_likes'], folded['counted_dislikes']]).toEqual([
    folded['likes'],
    folded['dislikes'],
  ]);
  expect([folded['waiting_likes'], folded['waiting_dislikes']]).toEqual([0, 0]);
}

describe('§4 POST /api/posts/:id/like, §4 POST /api/posts/:id/dislike', () => {
  test.each([
    // held, toggled → state, likes, dislikes
    ['none', 'like', 'like', 1, 0],
    ['like', 'like', 'none', 0, 0],
    ['dislike', 'like', 'like', 1, 0],
    ['none', 'dislike', 'dislike', 0, 1],
    ['dislike', 'dislike', 'none', 0, 0],
    ['like', 'dislike', 'dislike', 0, 1],
  ] as const)(
    '§4 POST /api/posts/:id/like, §4 POST /api/posts/:id/dislike, §3 Reaction.toggle, D29 %s, %s → %s',
    async (held, toggled, state, like_count, dislike_count) => {
      const reader = await world.member();
      const id = await newPost();
      if (held !== 'none') await reader.post(`/api/posts/${id}/${held}`);
      const expected = { state, like_count, dislike_count };
      expect((await reader.post(`/api/posts/${id}/${toggled}`)).body).toEqual(expected);
      expect((await reader.get(`/api/posts/${id}/reaction`)).body).toEqual(expected);
      await expectExact(id);
    },
  );

  test('D8 the statement and the rule agree on every held state, button and wish', async () => {
    const wishes: [ReactionChange, boolean | undefined][] = [
      ['toggle', undefined],
      ['hold', true],
      ['release', false],
    ];
    for (const held of ['none', 'like', 'dislike'] as Reaction[]) {
      for (const button of ['like', 'dislike'] as const) {
        for (const [press, wanted] of wishes) {
          const reader = await world.member();
          const id = await newPost();
          if (held !== 'none') await reader.post(`/api/posts/${id}/${held}`);
          const field = button === 'like' ? 'liked' : 'disliked';
          const body = wanted === undefined ? undefined : { [field]: wanted };
          const answer = await reader.post(`/api/posts/${id}/${button}`, body);
          expect([held, button, press, answer.body.state]).toEqual([
            held,
            button,
            press,
            nextReaction(held, button, press),
          ]);
          if (wanted !== undefined) {
            const again = await reader.post(`/api/posts/${id}/${button}`, body);
            expect(again.body).toEqual(answer.body);
          }
        }
      }
    }
  });

  test('D8 a press repeated under one idempotency key is one press', async () => {
    const reader = await world.member();
    const id = await newPost();
    const press = () =>
      reader.post(`/api/posts/${id}/like`, undefined, { headers: { 'idempotency-key': 'like' } });
    const [first, second] = [await press(), await press()];
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(first.body).toMatchObject({ state: 'like', like_count: 1 });
    await expectExact(id);
  });

  test('D30 a post the caller cannot see is not there; one they see that is not public is in the wrong state', async () => {
    const reader = await world.member();
    const { id } = (await writer.post('/api/studio/posts', { ...TEXT, draft: true })).body;
    expect((await reader.post(`/api/posts/${id}/like`)).status).toBe(404);
    const own = await writer.post(`/api/posts/${id}/like`);
    expect([own.status, own.body.code]).toEqual([409, 'wrong_state']);
    // D3: what helps the caller never stands in for what RFC 9457 defines.
    expect(own.body).toMatchObject({ status: 409, post_status: 'draft' });
    expect(await world.sql('select 1 from post_reaction where post_id = $1', [id])).toEqual([]);
  });
});

test('§4 GET /api/posts/:id/reaction, §3 Reaction.anonymous tells what the caller holds, and nobody holds nothing', async () => {
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

describe('at once', () => {
  test('A33 two hundred presses by one reader end where an even number of presses ends, and count exactly', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const answers: number[] = [];
    for (let round = 0; round < 2; round++) {
      const burst = await Promise.all(
        Array.from({ length: 100 }, () => reader.post(`/api/posts/${id}/like`)),
      );
      answers.push(...burst.map((one) => one.status));
    }
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await reader.get(`/api/posts/${id}/reaction`)).body).toMatchObject({
      state: 'none',
      like_count: 0,
    });
    await expectExact(id);
  });

  test('§3 Reaction.exclusive, A34 five thousand random presses by fifty readers: counters equal rows and are never negative', async () => {
    const readers: Client[] = [];
    for (let count = 0; count < 50; count++)
      readers.push(await world.member({ transport: 'bearer' }));
    const ids = [await newPost(), await newPost(), await newPost()];
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const stopFolding = keepFlushingCounts(world.ctx);
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
    await stopFolding();
    expect(statuses).toEqual(new Map([[200, 5000]]));
    for (const id of ids) await expectExact(id);
    // Whatever came at once, everybody holds one thing, and the service says which.
    const held = await world.sql(
      'select uid, kind from post_reaction where post_id = $1 group by uid, kind',
      [ids[0]],
    );
    expect(new Set(held.map((row) => row['uid'])).size).toBe(held.length);
  });
});
