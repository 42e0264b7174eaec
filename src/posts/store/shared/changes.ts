import { sql } from 'kysely';
import { type Backlog, COUNTED, countBacklog } from '../../../platform/db/backlog.ts';
import type { Db } from '../../../platform/db/database.ts';

/** Changed posts that wait for a worker. */
export function countWaitingChanges(db: Db): Promise<Backlog> {
  return countBacklog(db, sql`select created_at from post_change order by id limit ${COUNTED}`);
}
