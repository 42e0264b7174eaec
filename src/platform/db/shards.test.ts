import { setImmediate as nextTick } from 'node:timers/promises';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { type BatchedWrite, createWriteBatcher } from './batch/batch-write.ts';
import { batchedRead } from './batch/batched-read.ts';
import type { Db } from './database.ts';
import { groupByShard, hashBigint, learnShards, shardOf } from './shards.ts';

/** Returns what the catalogue of a cluster would; on one server there is no catalogue. */
function databaseWith(lowest: number[] | undefined): Db {
  const driver = new DummyDriver();
  driver.acquireConnection = async () =>
    ({
      executeQuery: async ({ sql }: { sql: string }) => {
        if (!sql.includes('to_regclass')) throw new Error('not a look-up of the catalogue');
        if (!lowest) return { rows: [] };
        return {
          rows: sql.includes('from pg_dist_shard')
            ? lowest.map((each) => ({ lowest: each }))
            : [{}],
        };
      },
    }) as never;
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const FOUR_SHARDS = [-(2 ** 31), -(2 ** 30), 0, 2 ** 30];
const POSTS = Array.from({ length: 1000 }, (_, index) => index + 1);

/** Which batches a kind of write makes of these posts, called at once. */
async function batchesOf(db: Db, kind: Pick<BatchedWrite<number, number>, 'post'>) {
  const batches: number[][] = [];
  const batchWrite = createWriteBatcher(db);
  const write: BatchedWrite<number, number> = {
    ...kind,
    key: String,
    async write(_db, posts) {
      batches.push(posts);
      await nextTick();
      return posts;
    },
  };
  const results = await Promise.all(POSTS.map((post) => batchWrite(write, post)));
  expect(results).toEqual(POSTS);
  return batches;
}

test('the hash is that of PostgreSQL', () => {
  // select hashint8(id)
  expect([1, 2, 345, 1_000_000, 2 ** 32, Number.MAX_SAFE_INTEGER].map(hashBigint)).toEqual([
    -1905060026, 1134484726, -424471599, -723906379, -1905060026, 2016522077,
  ]);
});

test('on one server every post is on the same shard, and batches are the same with and without posts', async () => {
  const db = databaseWith(undefined);
  await learnShards([db]);
  expect(new Set(POSTS.map((post) => shardOf(db, post)))).toEqual(new Set([0]));
  expect(groupByShard(db, POSTS, (post) => post)).toEqual([POSTS]);
  const batches = await batchesOf(db, { post: (post) => post });
  expect(batches.map((batch) => batch.length)).toEqual([1, 200, 200, 200, 200, 199]);
  expect(await batchesOf(db, {})).toEqual(batches);
});

test('on a distributed site a batch has posts of one shard, and shards do not wait for each other', async () => {
  const db = databaseWith(FOUR_SHARDS);
  const replica = databaseWith(undefined);
  await learnShards([db, replica]);
  expect(new Set(POSTS.map((post) => shardOf(replica, post)))).toEqual(new Set([0, 1, 2, 3]));
  const batches = await batchesOf(db, { post: (post) => post });
  // The first of each shard runs at once.
  expect(batches.slice(0, 4).map((batch) => batch.length)).toEqual([1, 1, 1, 1]);
  for (const batch of batches)
    expect(new Set(batch.map((post) => shardOf(db, post))).size, String(batch)).toBe(1);
  expect(groupByShard(db, POSTS, (post) => post)).toHaveLength(4);
});

test('a read of posts has posts of one shard as well', async () => {
  const db = databaseWith(FOUR_SHARDS);
  await learnShards([db]);
  const batches: number[][] = [];
  const read = batchedRead(
    async (_db, posts: number[]) => {
      batches.push(posts);
      return posts;
    },
    { post: (post) => post },
  );
  expect(await Promise.all(POSTS.map((post) => read(db, post)))).toEqual(POSTS);
  for (const batch of batches) expect(groupByShard(db, batch, (post) => post)).toHaveLength(1);
});
