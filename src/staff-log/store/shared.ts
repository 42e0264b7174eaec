import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** What the newest automatic hold of the subject named. */
export async function findHeldBy(db: Db, kind: string, id: number): Promise<string[]> {
  const { rows } = await sql<{ rules: string[] | null }>`
    select after -> 'rules' as rules from staff_action
     where subject_kind = ${kind} and subject_id = ${id} and action = 'rule.hold'
     order by id desc limit 1`.execute(db);
  return rows[0]?.rules ?? [];
}
