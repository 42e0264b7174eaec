import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Mails that are not sent yet, counted up to `most`. */
export async function countUnsentMails(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ unsent: number }>`
    select count(*) as unsent from (
      select from mail where state in ('queued', 'sending') limit ${most}
    ) as first`.execute(db);
  return rows[0]?.unsent ?? 0;
}
