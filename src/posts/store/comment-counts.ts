import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/**
 * Like every change of a counter: on the row where it is free and stays above zero, else as a delta. The
 * delta is undated, because what was said on a day was said, and the day's figure keeps it.
 */
export async function subtractFromCount(
  trx: Trx,
  postId: number,
  day: string,
  by: number,
): Promise<void> {
  await sql`
    with free as materialized (
      select post_id from post_count where post_id = ${postId} for no key update skip locked
    ), lowered as (
      update post_count set comments = post_count.comments - ${by}::int from free
       where post_count.post_id = free.post_id and post_count.comments >= ${by}::int
      returning post_count.post_id
    )
    insert into post_count_delta (post_id, day, undated, likes, dislikes, comments)
    select ${postId}::bigint, ${day}::date, true, 0, 0, - ${by}::int
     where not exists (select from lowered)`.execute(trx);
}

/**
 * The same for many posts, up or down, as the rest of a statement that has made a CTE named `change` (post_id,
 * comments): accounts that are deleted and restored move the counters, and no day.
 */
export function countingComments(day: string): RawBuilder<unknown> {
  return sql`
    free as materialized (
      select change.post_id, change.comments
        from post_count join change using (post_id) for no key update of post_count skip locked
    ), counted as (
      update post_count set comments = post_count.comments + free.comments from free
       where post_count.post_id = free.post_id and post_count.comments + free.comments >= 0
      returning post_count.post_id
    ), noted as (
      insert into post_count_delta (post_id, day, undated, likes, dislikes, comments)
      select post_id, ${day}::date, true, 0, 0, comments from change
       where comments <> 0 and not exists (select from counted where counted.post_id = change.post_id)
    )`;
}
