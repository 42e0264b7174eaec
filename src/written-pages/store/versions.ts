import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import type { PageName } from '../../platform/site.ts';

export type PageTextRow = { locale: string; title: string; body: string; rendered: string | null };
export type NewVersion = {
  page: PageName;
  version: number;
  must_accept: boolean;
  withdrawn: boolean;
  published_at: Date;
};

const COLUMNS = ['id', 'version', 'must_accept', 'withdrawn', 'published_at'] as const;

/** Without a number: the newest. */
export function findVersion(db: Db, page: PageName, version?: number) {
  const versions = db.selectFrom('page_version').select(COLUMNS).where('page', '=', page);
  return (version === undefined ? versions : versions.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest that a member had accepted, by the id of what they accepted last. */
export async function findVersionUpTo(
  db: Db,
  page: PageName,
  id: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('page_version')
    .select('version')
    .where('page', '=', page)
    .where('id', '<=', id)
    .where('withdrawn', '=', sql.lit(false))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version;
}

/** In the order of the languages, so that the fallback is always the same. */
export function selectTexts(db: Db, versionId: number): Promise<PageTextRow[]> {
  return db
    .selectFrom('page_text')
    .select(['locale', 'title', 'body', 'rendered'])
    .where('version_id', '=', versionId)
    .orderBy('locale', 'desc')
    .execute();
}

export function listVersions(db: Db, page: PageName, { limit, after }: KeysetPage<number>) {
  const versions = db.selectFrom('page_version').select(COLUMNS).where('page', '=', page);
  return (after === undefined ? versions : versions.where('version', '<', after))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The caller has locked the owner, so the next id is nobody else's and becomes visible after all smaller ones. */
export async function insertVersion(trx: Trx, version: NewVersion): Promise<number> {
  const { id } = await trx
    .insertInto('page_version')
    .values(({ selectFrom }) => ({
      ...version,
      id: selectFrom('page_version').select(sql<number>`coalesce(max(id), 0) + 1`.as('next')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertTexts(
  trx: Trx,
  version_id: number,
  texts: PageTextRow[],
): Promise<void> {
  if (texts.length === 0) return;
  await trx
    .insertInto('page_text')
    .values(texts.map((text) => ({ ...text, version_id })))
    .execute();
}
