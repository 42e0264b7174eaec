import type { Db } from '../../platform/db/database.ts';

export async function findBalance(db: Db, uid: number): Promise<number> {
  const row = await db
    .selectFrom('energy_account')
    .select('balance')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.balance ?? 0;
}
