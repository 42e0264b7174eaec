import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorld } from '../support/world.ts';

/**
 * Statements in one `Promise.all` run in the order of the array, so that array is the lock order. Two transactions that
 * take the same locks in different orders can deadlock. A race shows that only sometimes; these tests always do.
 */
const world = await createWorld();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Matched against each statement, in this order: the first match names it. */
const LOCKS = {
  'give to author': /pg_advisory_xact_lock/,
  accounts: /energy_account .* for no key update|move_energy\(/s,
  'post for share': /from "post" .* for share of "post"/s,
  'user for update': /from "users" .* for no key update/s,
  'user counter for key share': /from "user_count" .* for key share/s,
  'user without a lock': /^select .* from "users"/s,
  'total given to the post': /into post_energize_total/,
  exp: /exp_entry/,
  follow: /into user_follow/,
  'post counts': /\bpost_count\b/,
} as const;

function nameOf(text: string): string | undefined {
  return Object.entries(LOCKS).find(([, pattern]) => pattern.test(text))?.[0];
}

/** The names of the locks in the order in which the transaction sends their statements to PostgreSQL. */
async function recordLocks(request: () => Promise<{ status: number }>): Promise<string[]> {
  const sent = new Map<unknown, string[]>();
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [query] = args as [string | { text: string }];
    const text = typeof query === 'string' ? query : query.text;
    if (text === 'begin') sent.set(this, []);
    else sent.get(this)?.push(text);
    return (send as (...all: unknown[]) => unknown).apply(this, args) as never;
  });
  expect((await request()).status).toBe(200);
  expect(sent.size).toBe(1);
  const [statements = []] = sent.values();
  return statements.flatMap((text) => nameOf(text) ?? []);
}

async function createPair() {
  const [author, reader] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  const { id } = (await author.post('/api/studio/posts', text)).body;
  // The first request of the day also checks the member in, in a transaction of its own.
  await reader.get('/posts');
  return { author, reader, id };
}

test('energizing locks the caller, the post, the author of the post, and the accounts last', async () => {
  const { reader, id } = await createPair();
  const gift = { post_id: id, form: 'light' };
  const locks = await recordLocks(() => reader.post('/api/energy/energize', gift));
  expect(locks).toEqual([
    'user for update',
    'post for share',
    'total given to the post',
    'exp',
    'give to author',
    'accounts',
    'post counts',
  ]);
});

test('following locks the follower, then the followed member, and reads that member under the lock', async () => {
  const { author, reader } = await createPair();
  const locks = await recordLocks(() =>
    reader.post(`/api/users/${author.uid}/follow`, { following: true }),
  );
  expect(locks).toEqual([
    'user for update',
    'user counter for key share',
    'user without a lock',
    'follow',
  ]);
});
