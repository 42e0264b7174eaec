import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { shownTagsSql } from '../../tags/store/shared.ts';

/** The newest first, without their texts. One row more than the page: the version before the last of it. */
export function listVersions(db: Db, postId: number, { limit, after }: KeysetPage<number>) {
  const versions = db
    .selectFrom('post_revision')
    .select(['version', 'created_at', 'title', 'lang', 'cause', 'restored_from'])
    .where('post_id', '=', postId);
  return (after === undefined ? versions : versions.where('version', '<', after))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Of versions near each other. By their range: for a list alone, PostgreSQL may read every version of the post. */
export async function listBodies(
  db: Db,
  postId: number,
  versions: number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('post_revision')
    .select(['version', 'body'])
    .where('post_id', '=', postId)
    .where('version', '>=', Math.min(...versions))
    .where('version', '<=', Math.max(...versions))
    .where('version', '=', sql<number>`any(${versions}::integer[])`)
    .execute();
  return new Map(rows.map(({ version, body }) => [version, body]));
}

const VERSION_COLUMNS = [
  'version',
  'created_at',
  'title',
  'summary',
  'body',
  'cover_key',
  'lang',
  'lang_chosen',
  'restored_from',
  'cause',
] as const;

export function findVersion(db: Db, postId: number, version: number) {
  return (
    db
      // Materialized: versions and tags can be on different nodes of a distributed site.
      .with(
        (cte) => cte('revision').materialized(),
        (inner) =>
          inner
            .selectFrom('post_revision')
            .select([...VERSION_COLUMNS, 'tag_ids'])
            .where('post_id', '=', postId)
            .where('version', '=', version),
      )
      .selectFrom('revision')
      .select(VERSION_COLUMNS)
      .select(shownTagsSql(sql.ref('revision.tag_ids')).as('tags'))
      .executeTakeFirst()
  );
}

/** The version that is still stored before this one (D57). */
export async function findPreviousVersion(
  db: Db,
  postId: number,
  version: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('post_revision')
    .select('version')
    .where('post_id', '=', postId)
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? null;
}
