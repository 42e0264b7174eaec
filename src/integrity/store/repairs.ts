import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { NamedDifference } from '../rules.ts';

export type Repair = { check_name: string } & NamedDifference;

export async function insertRepairs(trx: Trx, repairs: Repair[], now: Date): Promise<void> {
  await sql`
    insert into integrity_repair (check_name, subject, stored, actual, created_at)
    select check_name, subject, stored::jsonb, actual::jsonb, ${now}::timestamptz
      from unnest(${repairs.map((one) => one.check_name)}::text[],
                  ${repairs.map((one) => one.subject)}::text[],
                  ${repairs.map((one) => JSON.stringify(one.stored))}::text[],
                  ${repairs.map((one) => JSON.stringify(one.actual))}::text[])
        as repair (check_name, subject, stored, actual)`.execute(trx);
}
