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

export async function selectText(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_text')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

export async function upsertText(
  trx: Trx,
  text: { key: string; value: string; updated_by: number; updated_at: Date },
): Promise<void> {
  const { key: _, ...changes } = text;
  await trx
    .insertInto('site_text')
    .values(text)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changes))
    .execute();
}

export async function deleteText(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('site_text').where('key', '=', key).execute();
}
