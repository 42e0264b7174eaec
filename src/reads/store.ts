import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import type { Db, Trx, TrxOrAutocommit } from '../platform/db/database.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { everyPublicPostQuery } from '../posts/store/shared/visible-posts.ts';
import { HOSTS_OF_DAY, isEvenDay, type Source } from './rules.ts';

/** `uid` is 0 for an anonymous visitor, `depth` -1 if it was not reported. */
export type Read = Source & { post_id: number; visitor: bigint; uid: number; depth: number };

type ReadColumns = {
  day: string;
  ids: number[];
  posts: number[];
  visitors: string[];
  uids: number[];
  depths: number[];
  sources: string[];
  hosts: string[];
};

/**
 * Counts the visitors who are new today, and how much further those known already have read. Rows of every table are
 * locked in the order of their keys, so that processes that count the same posts at once wait for each other and never
 * deadlock. A visitor's depth only rises; `previous` is -2 in a row that was just inserted:
 *
 *   previous → depth   reads   measured   each quarter q
 *   -2 → -1             +1
 *   -2 → d              +1       +1         +1 if q <= d
 *   -1 → d                       +1         +1 if q <= d
 *    c → d                                  +1 if c < q <= d
 */
function countReadsSql(db: Db, table: RawBuilder<unknown>, each: Params<ReadColumns>) {
  // D25: decided when they are counted, by the post as it is then.
  const readable = everyPublicPostQuery(db, FOR_EVERYBODY)
    .select('post.author_uid')
    .where('post.id', '=', sql<number>`any(${each.ids}::bigint[])`);
  return sql<{ reads: number; changed: number }>`
    with readable as materialized (${readable}), beacon as materialized (
      select beacon.*
        from unnest(${each.posts}::bigint[], ${each.visitors}::bigint[], ${each.uids}::bigint[], ${each.depths}::smallint[],
                    ${each.sources}::text[], ${each.hosts}::text[])
               as beacon (post_id, visitor, uid, depth, source, host)
        join readable on readable.id = beacon.post_id and readable.author_uid <> beacon.uid
    ), seen as (
      insert into ${table} as known (post_id, visitor, depth)
      select post_id, visitor, depth from beacon order by post_id, visitor
      on conflict (post_id, visitor) do update set previous = known.depth, depth = excluded.depth
        where excluded.depth > known.depth
      returning post_id, visitor, depth, previous
    ), counted as materialized (
      select seen.post_id, readable.author_uid, count(*)::int as changed,
             count(*) filter (where previous = -2)::int as reads,
             count(*) filter (where previous < 0 and depth >= 0)::int as measured,
             count(*) filter (where previous < 1 and depth >= 1)::int as quarter,
             count(*) filter (where previous < 2 and depth >= 2)::int as half,
             count(*) filter (where previous < 3 and depth >= 3)::int as three_quarters,
             count(*) filter (where previous < 4 and depth >= 4)::int as finished
        from seen join readable on readable.id = seen.post_id group by 1, 2
    ), dated as (
      insert into post_read_day (post_id, day, reads)
      select post_id, ${each.day}::date, reads from counted where reads > 0 order by post_id
      on conflict (post_id, day) do update set reads = post_read_day.reads + excluded.reads
    ), measured as (
      insert into post_read_depth (post_id, day, measured, quarter, half, three_quarters, finished)
      select post_id, ${each.day}::date, measured, quarter, half, three_quarters, finished
        from counted where measured + quarter + half + three_quarters + finished > 0 order by post_id
      on conflict (post_id, day) do update
         set measured = post_read_depth.measured + excluded.measured, quarter = post_read_depth.quarter + excluded.quarter,
             half = post_read_depth.half + excluded.half,
             three_quarters = post_read_depth.three_quarters + excluded.three_quarters,
             finished = post_read_depth.finished + excluded.finished
    ), totals as (
      insert into post_read_count (post_id, reads, measured, finished)
      select post_id, reads, measured, finished from counted order by post_id
      on conflict (post_id) do update
         set reads = post_read_count.reads + excluded.reads, measured = post_read_count.measured + excluded.measured,
             finished = post_read_count.finished + excluded.finished
    ), authors as (
      insert into author_read_day (author_uid, day, reads)
      select author_uid, ${each.day}::date, sum(reads) from counted group by author_uid having sum(reads) > 0 order by author_uid
      on conflict (author_uid, day) do update set reads = author_read_day.reads + excluded.reads
    ), ${sourcesSql(each)}
    select coalesce(sum(reads), 0)::int as reads, coalesce(sum(changed), 0)::int as changed from counted`;
}

/** Adds each new read to its source. Hosts beyond those that fit into the day count as one without a name. */
function sourcesSql(each: Pick<Params<ReadColumns>, 'day' | 'ids'>) {
  return sql`
    named as materialized (
      select post_id, host from post_read_source
       where post_id = any(${each.ids}::bigint[]) and day = ${each.day}::date and source = 'outside' and host <> ''
    ), arrived as materialized (
      select post_id, source, host, count(*)::int as reads
        from seen join beacon using (post_id, visitor) where previous = -2 group by post_id, source, host
    ), ranked as (
      select arrived.*, named.host is null as is_new,
             row_number() over (partition by arrived.post_id, arrived.host <> '', named.host is null
                                order by arrived.reads desc, arrived.host) as position
        from arrived left join named using (post_id, host)
    ), limited as (
      select post_id, source, reads,
             case when is_new and position > ${HOSTS_OF_DAY} - (
                    select count(*) from named where named.post_id = ranked.post_id
                  ) then '' else host end as host
        from ranked
    ), sourced as (
      insert into post_read_source (post_id, day, source, host, reads)
      select post_id, ${each.day}::date, source, host, sum(reads) from limited group by post_id, source, host
       order by post_id, source, host
      on conflict (post_id, day, source, host) do update set reads = post_read_source.reads + excluded.reads
    )`;
}

const countOnEvenDay = prepareQuery((db, each: Params<ReadColumns>) =>
  countReadsSql(db, sql`post_read_even`, each),
);
const countOnOddDay = prepareQuery((db, each: Params<ReadColumns>) =>
  countReadsSql(db, sql`post_read_odd`, each),
);

/** How many were new, and how many changed anything: those and the ones who have read further. Hidden posts, and posts that do not exist, count nothing. */
export async function countReads(
  db: TrxOrAutocommit,
  day: string,
  reads: readonly Read[],
): Promise<{ reads: number; changed: number }> {
  const posts = reads.map(({ post_id }) => post_id);
  const count = isEvenDay(day) ? countOnEvenDay : countOnOddDay;
  const [counted] = await count(db, {
    day,
    ids: [...new Set(posts)],
    posts,
    visitors: reads.map(({ visitor }) => String(visitor)),
    uids: reads.map(({ uid }) => uid),
    depths: reads.map(({ depth }) => depth),
    sources: reads.map(({ source }) => source),
    hosts: reads.map(({ host }) => host),
  });
  return counted ?? { reads: 0, changed: 0 };
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

export async function deleteSources(trx: Trx, ids: number[]): Promise<void> {
  await trx
    .deleteFrom('post_read_source')
    .where('post_id', '=', sql<number>`any(${ids})`)
    .execute();
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
