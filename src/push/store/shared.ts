import { sql } from 'kysely';
import { type Backlog, COUNTED, countBacklog } from '../../platform/db/backlog.ts';
import type { Db } from '../../platform/db/database.ts';

export function countLateMessages(db: Db): Promise<Backlog> {
  return countBacklog(
    db,
    sql`select next_at from push_message where next_at <= clock_timestamp() order by next_at limit ${COUNTED}`,
  );
}
