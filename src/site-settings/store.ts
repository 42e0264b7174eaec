import type { Db, Trx } from '../platform/db/database.ts';

export async function selectSetting(db: Db, key: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('site_setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

export async function upsertSetting(
  trx: Trx,
  setting: { key: string; value: boolean; updated_by: number; updated_at: Date },
): Promise<void> {
  const { key: _, ...changes } = setting;
  await trx
    .insertInto('site_setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changes))
    .execute();
}
