import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The lowest hash of each shard, ascending. */
const shardMaps = new WeakMap<Db, number[]>();

/**
 * Reads once, at start, how Citus distributes what is stored by post (ADR 0071). Without Citus, or before that is
 * distributed, there is nothing to read, and every post is on shard 0.
 */
export async function learnShards(databases: [Db, ...Db[]]): Promise<undefined> {
  const [db] = databases;
  const { rows: catalogue } = await sql`
    select where to_regclass('pg_dist_shard') is not null`.execute(db);
  if (catalogue.length === 0) return;
  const { rows } = await sql<{ lowest: number }>`
    select shardminvalue::int as lowest from pg_dist_shard
     where logicalrelid = to_regclass('comment') and shardminvalue is not null order by 1`.execute(
    db,
  );
  const shards = rows.map(({ lowest }) => lowest);
  if (shards.length > 0) for (const each of databases) shardMaps.set(each, shards);
}

/** For a transaction on the database. */
export function shareShards(db: Db, trx: Db): void {
  const shards = shardMaps.get(db);
  if (shards) shardMaps.set(trx, shards);
}

export function shardOf(db: Db, postId: number): number {
  const shards = shardMaps.get(db);
  if (!shards) return 0;
  const hash = hashBigint(postId);
  return shards.findLastIndex((lowest) => lowest <= hash);
}

/** For one statement per shard, in the order of shards: one group on one server. */
export function groupByShard<Item>(
  db: Db,
  items: Iterable<Item>,
  postOf: (item: Item) => number,
): Item[][] {
  const groups = Map.groupBy(items, (item) => shardOf(db, postOf(item)));
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** For batches: a batcher of each shard, so that they fill and run independently. One batcher on one server. */
export function batchByShard<Item, Result>(
  db: Db,
  postOf: ((item: Item) => number) | undefined,
  createBatcher: () => (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const batchers = new Map<number, (item: Item) => Promise<Result>>();
  return (item) => {
    const shard = postOf ? shardOf(db, postOf(item)) : 0;
    const batcher = batchers.get(shard) ?? createBatcher();
    batchers.set(shard, batcher);
    return batcher(item);
  };
}

/** PostgreSQL's `hashint8`, by which Citus distributes. It is part of what a cluster stores, so it never changes. */
export function hashBigint(id: number): number {
  const seed = (0x9e3779b9 + 4 + 3923095) | 0;
  // The bitwise operators take the lower 32 bits. D4: ids are positive.
  const key = id ^ Math.floor(id / 2 ** 32);
  let [target, source, next] = [seed, seed, (seed + key) | 0];
  for (const bits of [14, 11, 25, 16, 4, 14, 24]) {
    const rotated = (source << bits) | (source >>> (32 - bits));
    [target, source, next] = [next, ((target ^ source) - rotated) | 0, source];
  }
  return source;
}
