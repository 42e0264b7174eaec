import { sql } from 'kysely';
import { type Backlog, COUNTED, countBacklog } from '../../platform/db/backlog.ts';
import type { Db } from '../../platform/db/database.ts';

export function countLateDeliveries(db: Db): Promise<Backlog> {
  return countBacklog(
    db,
    sql`
      select due.next_at
        from webhook
        cross join lateral (
          select next_at from webhook_delivery
           where webhook_id = webhook.id and state = 'waiting' and next_at <= clock_timestamp()
           order by next_at limit ${COUNTED}) as due
       where webhook.enabled limit ${COUNTED}`,
  );
}
