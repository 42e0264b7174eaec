import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** How many changed posts wait for a worker, up to 10 000, and for how long. */
export async function countWaitingChanges(
  db: Db,
): Promise<{ waiting: number; oldest_seconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*)::int as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest_seconds
      from (select created_at from post_change order by id limit 10000) as oldest`.execute(db);
  return rows[0] ?? { waiting: 0, oldest_seconds: 0 };
}
