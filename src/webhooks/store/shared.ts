import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Deliveries that should have been tried by now, up to 10 000, and how late the oldest is. */
export async function countLateDeliveries(
  db: Db,
): Promise<{ waiting: number; oldest_seconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*)::int as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(next_at)), 0)::float8 as oldest_seconds
      from (select due.next_at
              from webhook
              cross join lateral (
                select next_at from webhook_delivery
                 where webhook_id = webhook.id and state = 'waiting' and next_at <= clock_timestamp()
                 order by next_at limit 10000) as due
             where webhook.enabled limit 10000) as late`.execute(db);
  return rows[0] ?? { waiting: 0, oldest_seconds: 0 };
}
