import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { SHOWN_EDITS_MAX } from '../rules.ts';

/** And deletes the oldest beyond the limit. */
export async function insertPublishedEdit(
  trx: Trx,
  edit: {
    post_id: number;
    version: number;
    from_version: number;
    comparison: string;
    created_at: Date;
  },
): Promise<void> {
  await trx.insertInto('published_edit').values(edit).execute();
  await sql`
    delete from published_edit where post_id = ${edit.post_id} and version <= (
      select version from published_edit where post_id = ${edit.post_id}
       order by version desc offset ${SHOWN_EDITS_MAX} limit 1)`.execute(trx);
}

/** For posts that may show none, not even later. */
export async function deletePublishedEdits(trx: Trx, ids: number[]): Promise<void> {
  const deleted = await trx
    .deleteFrom('published_edit')
    .where('post_id', '=', sql<number>`any(${ids})`)
    .returning('post_id')
    .execute();
  invalidateAfterCommit(trx, 'post', [...new Set(deleted.map(({ post_id }) => post_id))]);
}

export async function deletePublishedEdit(trx: Trx, id: number, version: number): Promise<boolean> {
  invalidateAfterCommit(trx, 'post', [id]);
  const { numDeletedRows } = await trx
    .deleteFrom('published_edit')
    .where('post_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
