import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Of the newest mails; older ones tell nothing about today. */
const RECENT = sql.lit(1000);
const COUNTED = sql.lit(10_000);

/** How mail goes out. Seconds since then; null: not among the newest mails. */
export type Delivery = {
  sent_seconds: number | null;
  failed_seconds: number | null;
  unsent: number;
  unsent_seconds: number;
  /** Addresses that get no mail any more. */
  disabled: number;
};

export async function selectDelivery(db: Db): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    select extract(epoch from now() - recent.sent_at)::float8 as sent_seconds,
           extract(epoch from now() - recent.failed_at)::float8 as failed_seconds,
           waiting.unsent, waiting.unsent_seconds, refusing.disabled
      from (select max(sent_at) as sent_at,
                   max(coalesce(tried_at, created_at)) filter (where state = 'failed') as failed_at
              from (select state, sent_at, tried_at, created_at from mail
                     order by created_at desc limit ${RECENT}) as newest) as recent,
           (select count(*) as unsent,
                   coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as unsent_seconds
              from (select created_at from mail where is_unsent
                     order by created_at limit ${COUNTED}) as oldest) as waiting,
           (select count(*) as disabled
              from (select from mail_address_state where disabled_at is not null limit ${COUNTED}) as one) as refusing`.execute(
    db,
  );
  return rows[0] as Delivery;
}
