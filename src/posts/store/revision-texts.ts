import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { shownTagsSql } from '../../tags/store/shared.ts';
import type { RevisionCause } from '../rules.ts';

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
  return revisionQuery(db, postId, version).executeTakeFirst();
}

/** The same with the names of its tags. */
export function findTaggedRevision(db: Db, postId: number, version: number) {
  return revisionQuery(db, postId, version)
    .select(shownTagsSql(sql.ref('post_revision.tag_ids')).as('tags'))
    .executeTakeFirst();
}

function revisionQuery(db: Db, postId: number, version: number) {
  return db
    .selectFrom('post_revision')
    .select(['title', 'summary', 'body', 'cover_key', 'lang', 'lang_chosen', 'tag_ids'])
    .where('post_id', '=', postId)
    .where('version', '=', version);
}
