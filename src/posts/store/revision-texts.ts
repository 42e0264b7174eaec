import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { shownTagsSql } from '../../tags/store/shared.ts';
import type { RevisionCause } from '../rules.ts';

const REVISION_COLUMNS = [
  'title',
  'summary',
  'body',
  'cover_key',
  'lang',
  'lang_chosen',
  'tag_ids',
] as const;

export async function insertRevision(
  trx: Trx,
  revision: {
    post_id: number;
    version: number;
    title: string;
    summary: string;
    body: string;
    cover_key: string | null;
    lang: string | null;
    lang_chosen: boolean;
    tag_ids: number[];
    created_at: Date;
    cause: RevisionCause;
    restored_from?: number;
  },
): Promise<void> {
  await trx.insertInto('post_revision').values(revision).execute();
}

export function findRevision(db: Db, postId: number, version: number) {
  return revisionQuery(db, postId, version).select('created_at').executeTakeFirst();
}

/** The same with the names of its tags. */
export function findTaggedRevision(db: Db, postId: number, version: number) {
  return (
    db
      // Materialized: versions and tags can be on different nodes of a distributed site.
      .with(
        (cte) => cte('revision').materialized(),
        () => revisionQuery(db, postId, version),
      )
      .selectFrom('revision')
      .select(REVISION_COLUMNS)
      .select(shownTagsSql(sql.ref('revision.tag_ids')).as('tags'))
      .executeTakeFirst()
  );
}

function revisionQuery(db: Db, postId: number, version: number) {
  return db
    .selectFrom('post_revision')
    .select(REVISION_COLUMNS)
    .where('post_id', '=', postId)
    .where('version', '=', version);
}
