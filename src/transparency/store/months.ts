import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Count } from '../rules.ts';
import { selectCountsSql } from './shared.ts';

type Range = { from: Date; until: Date };

/** From the log. */
export async function countRange(db: Db, { from, until }: Range): Promise<Omit<Count, 'month'>[]> {
  const { rows } = await sql<Omit<Count, 'month'>>`
    ${selectCountsSql(sql`${from}::timestamptz`, sql`${until}::timestamptz`)}`.execute(db);
  return rows;
}

/** Nothing if another worker was first. */
export async function insertMonth(trx: Trx, month: string, { from, until }: Range): Promise<void> {
  await sql`
    insert into transparency_count (month, kind, category, amount)
    select ${`${month}-01`}::date, counted.*
      from (${selectCountsSql(sql`${from}::timestamptz`, sql`${until}::timestamptz`)}) as counted
    on conflict do nothing`.execute(trx);
}

/** The last month that is stored. */
export async function findLastMonth(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from transparency_count
     order by transparency_count.month desc limit 1`.execute(db);
  return rows[0]?.month;
}

export async function findFirstEntry(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from staff_action order by created_at limit 1`.execute(db);
  return rows[0]?.created_at;
}

/** Of the newest months, the newest first. */
export async function listCounts(
  db: Db,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select to_char(month, 'YYYY-MM') as month, kind, category, amount
      from transparency_count join (
        select month from transparency_count
         where kind = 'review' and category = 'count' and month < ${before ? `${before}-01` : 'infinity'}::date
         order by month desc limit ${limit}
      ) as shown using (month)
     order by transparency_count.month desc, kind, category`.execute(db);
  return rows;
}
