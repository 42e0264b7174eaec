import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** What staff approved for a later time waits for the time, not for them. */
export const isNotApprovedAheadSql = sql<SqlBool>`not exists (
  select from post_schedule as schedule where schedule.post_id = post.id and schedule.approved_at is not null)`;

/** Counted up to this many. */
const COUNTED = sql.lit(10_000);

/** Posts whose time has come and that no worker has published yet, and how long the oldest of them waits. */
export async function countOverduePosts(
  db: Db,
): Promise<{ overdue: number; oldest_seconds: number }> {
  const { rows } = await sql<{ overdue: number; oldest_seconds: number }>`
    select count(*)::int as overdue,
           coalesce(extract(epoch from clock_timestamp() - min(publish_at)), 0)::float8 as oldest_seconds
      from (select schedule.publish_at from post_schedule as schedule join post on post.id = schedule.post_id
             where schedule.publish_at <= clock_timestamp()
               and (post.status <> 'pending' or schedule.approved_at is not null)
             order by schedule.publish_at limit ${COUNTED}) as oldest`.execute(db);
  return rows[0] ?? { overdue: 0, oldest_seconds: 0 };
}
