import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Messages that should have been sent by now, up to 10 000, and how late the oldest is. */
export async function countLateMessages(
  db: Db,
): Promise<{ waiting: number; oldest_seconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*)::int as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(next_at)), 0)::float8 as oldest_seconds
      from (select next_at from push_message
             where next_at <= clock_timestamp() order by next_at limit 10000) as late`.execute(db);
  return rows[0] ?? { waiting: 0, oldest_seconds: 0 };
}
