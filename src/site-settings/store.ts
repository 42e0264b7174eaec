import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';

type Change = { updated_by: number; updated_at: Date };

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
  setting: Change & { key: string; value: boolean },
): Promise<void> {
  const { key: _, ...changes } = setting;
  await trx
    .insertInto('site_setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changes))
    .execute();
}

/** All texts of the owner: a few short rows. */
export async function selectTexts(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('site_text').select(['key', 'value']).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export async function upsertText(
  trx: Trx,
  text: Change & { key: string; value: string },
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

export type SiteRow = { kind: 'text' | 'icon' | 'switch' | 'page'; key: string; value: string };

/** All that every page shows, in one statement. The icons without their bytes. */
export async function selectSite(db: Db): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    select 'text' as kind, key, value from site_text
    union all
    select 'icon', name, md5(bytes) from site_icon
    union all
    select 'switch', key, value::text from site_setting where key = 'transparency.shown' and value
    union all
    select 'page', newest.page, json_build_object(
             'version', newest.version, 'id', newest.id, 'published_at', newest.published_at,
             'asked', (select max(asked.id) from page_version as asked
                        where asked.page = newest.page and asked.must_accept and asked.id > coalesce((
                              select max(id) from page_version as gone
                               where gone.page = newest.page and gone.withdrawn), 0)),
             'titles', (select json_object_agg(locale, title order by locale) from page_text
                         where version_id = newest.id))::text
      from (select distinct on (page) page, version, id, withdrawn, published_at
              from page_version order by page, version desc) as newest
     where not newest.withdrawn
     order by 1, 2`.execute(db);
  return rows;
}

export async function selectIcon(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('site_icon')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}

/** Without any: the product's own. */
export async function replaceIcons(
  trx: Trx,
  icons: { name: string; bytes: Buffer }[],
  updated_at: Date,
): Promise<void> {
  await trx.deleteFrom('site_icon').execute();
  if (icons.length === 0) return;
  await trx
    .insertInto('site_icon')
    .values(icons.map((icon) => ({ ...icon, updated_at })))
    .execute();
}
