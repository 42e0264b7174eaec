import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/**
 * Like every change of a counter: on the row where it is free and stays above zero, else as a delta. The
 * delta is undated, because what was said on a day was said, and the day's figure keeps it.
 */
export async function subtractComments(
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
