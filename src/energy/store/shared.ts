import type { Db } from '../../platform/db/database.ts';

const ENTRY = ['account_id', 'seq', 'transfer_id', 'delta', 'balance_after', 'created_at'] as const;

/** Entries of all times, those of the archive too. A member's are in one order by their numbers, across both tables. */
export function selectAllEntries(db: Db) {
  return db
    .selectFrom('energy_entry')
    .select(ENTRY)
    .unionAll(db.selectFrom('energy_entry_archive').select(ENTRY));
}

export async function findBalance(db: Db, uid: number): Promise<number> {
  const row = await db
    .selectFrom('energy_account')
    .select('balance')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.balance ?? 0;
}
