import { type SqlBool, sql } from 'kysely';
import { type Backlog, COUNTED, countBacklog } from '../../../platform/db/backlog.ts';
import type { Db } from '../../../platform/db/database.ts';

/** What staff approved for a later time waits for the time, not for them. */
export const isNotApprovedAheadSql = sql<SqlBool>`not exists (
  select from post_schedule as schedule where schedule.post_id = post.id and schedule.approved_at is not null)`;

/** Posts whose time has come and that no worker has published yet. */
export function countOverduePosts(db: Db): Promise<Backlog> {
  return countBacklog(
    db,
    sql`
      select schedule.publish_at from post_schedule as schedule join post on post.id = schedule.post_id
       where schedule.publish_at <= clock_timestamp()
         and (post.status <> 'pending' or schedule.approved_at is not null)
       order by schedule.publish_at limit ${COUNTED}`,
  );
}
