import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

export type PostCounts = { likes: number; dislikes: number };

export async function insertCounts(trx: Trx, postId: number): Promise<void> {
  await trx.insertInto('post_count').values({ post_id: postId }).execute();
}

/** Exact at any moment: what was counted, and what waits to be. */
export async function findCounts(db: Db, postId: number): Promise<PostCounts | undefined> {
  const { rows } = await sql<PostCounts>`
    select (post_count.likes + coalesce(sum(delta.likes), 0))::bigint as likes,
           (post_count.dislikes + coalesce(sum(delta.dislikes), 0))::bigint as dislikes
      from post_count left join post_count_delta delta using (post_id)
     where post_count.post_id = ${postId}
     group by post_count.post_id`.execute(db);
  return rows[0];
}

/** Posts with deltas waiting, a handful at a time. */
export async function listUnfolded(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('post_count_delta')
    .select('post_id')
    .distinct()
    .limit(limit)
    .execute();
  return rows.map((row) => row.post_id);
}

/**
 * Leaves alone a counter somebody is writing to: they fold its deltas themselves. What is added comes from
 * the rows this statement really deleted, because a row it only saw may have been folded a moment ago.
 */
export async function foldDeltas(trx: Trx, postId: number): Promise<void> {
  await sql`
    with free as materialized (
      select post_id from post_count where post_id = ${postId} for no key update skip locked
    ), folded as (
      delete from post_count_delta using free where post_count_delta.post_id = free.post_id
      returning post_count_delta.likes, post_count_delta.dislikes
    ), total as (
      select sum(likes)::int as likes, sum(dislikes)::int as dislikes from folded having count(*) > 0
    ), counted as (
      update post_count set likes = post_count.likes + total.likes, dislikes = post_count.dislikes + total.dislikes
        from free, total
       where post_count.post_id = free.post_id
         and post_count.likes + total.likes >= 0 and post_count.dislikes + total.dislikes >= 0
      returning post_count.post_id
    )
    insert into post_count_delta (post_id, likes, dislikes)
    select ${postId}, likes, dislikes from total
     where not exists (select from counted) and (likes <> 0 or dislikes <> 0)`.execute(trx);
}
