import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../platform/db/database.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { everyPublicPostQuery } from '../posts/store/shared/visible-posts.ts';
import { isEvenDay } from './rules.ts';

/** `uid` is 0 for an anonymous visitor. */
export type Read = { post_id: number; visitor: bigint; uid: number };

type ReadColumns = {
  day: string;
  ids: number[];
  posts: number[];
  visitors: string[];
  uids: number[];
};

/**
 * Counts the visitors who are new today. Rows of every table are locked in the order of their keys, so that processes
 * that count the same posts at once wait for each other and never deadlock.
 */
function countReadsSql(db: Db, table: RawBuilder<unknown>, each: Params<ReadColumns>) {
  // D25: decided when they are counted, by the post as it is then.
  const readable = everyPublicPostQuery(db)
    .select('post.author_uid')
    .where('post.id', '=', sql<number>`any(${each.ids}::bigint[])`);
  return sql<{ reads: number }>`
    with readable as materialized (${readable}), added as (
      insert into ${table} (post_id, visitor)
      select beacon.post_id, beacon.visitor
        from unnest(${each.posts}::bigint[], ${each.visitors}::bigint[], ${each.uids}::bigint[])
               as beacon (post_id, visitor, uid)
        join readable on readable.id = beacon.post_id and readable.author_uid <> beacon.uid
       order by beacon.post_id, beacon.visitor
      on conflict do nothing
      returning post_id
    ), counted as materialized (
      select added.post_id, readable.author_uid, count(*)::int as reads
        from added join readable on readable.id = added.post_id group by 1, 2
    ), dated as (
      insert into post_read_day (post_id, day, reads)
      select post_id, ${each.day}::date, reads from counted order by post_id
      on conflict (post_id, day) do update set reads = post_read_day.reads + excluded.reads
    ), totals as (
      insert into post_read_count (post_id, reads)
      select post_id, reads from counted order by post_id
      on conflict (post_id) do update set reads = post_read_count.reads + excluded.reads
    ), authors as (
      insert into author_read_day (author_uid, day, reads)
      select author_uid, ${each.day}::date, sum(reads) from counted group by author_uid order by author_uid
      on conflict (author_uid, day) do update set reads = author_read_day.reads + excluded.reads
    )
    select coalesce(sum(reads), 0)::int as reads from counted`;
}

const countOnEvenDay = prepareQuery((db, each: Params<ReadColumns>) =>
  countReadsSql(db, sql`post_read_even`, each),
);
const countOnOddDay = prepareQuery((db, each: Params<ReadColumns>) =>
  countReadsSql(db, sql`post_read_odd`, each),
);

/** Returns how many were new. Hidden posts, and posts that do not exist, count nothing. */
export async function countReads(
  db: TrxOrAutocommit,
  day: string,
  reads: readonly Read[],
): Promise<number> {
  const posts = reads.map(({ post_id }) => post_id);
  const count = isEvenDay(day) ? countOnEvenDay : countOnOddDay;
  const [counted] = await count(db, {
    day,
    ids: [...new Set(posts)],
    posts,
    visitors: reads.map(({ visitor }) => String(visitor)),
    uids: reads.map(({ uid }) => uid),
  });
  return counted?.reads ?? 0;
}

/** The first process of the day writes it. */
export async function findOrInsertSalt(db: Db, day: string, salt: Buffer): Promise<Buffer> {
  await db
    .insertInto('read_salt')
    .values({ day, salt })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  const found = await db
    .selectFrom('read_salt')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return found.salt;
}

export async function forgetVisitors(trx: Trx, today: string): Promise<void> {
  await sql`select forget_reads(${today}::date)`.execute(trx);
}

export async function listReadCounts(
  db: Db,
  ids: number[],
): Promise<{ post_id: number; reads: number }[]> {
  return db
    .selectFrom('post_read_count')
    .select(['post_id', 'reads'])
    .where('post_id', '=', sql<number>`any(${ids})`)
    .execute();
}
