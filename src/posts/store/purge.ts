import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { isShown } from '../rules.ts';
import { insertChanges } from './changes.ts';
import { deletePublishedEdits } from './published-edits.ts';
import { deleteRevisions } from './revisions.ts';
import { deleteSchedules } from './schedules.ts';

/** Empties the texts of a purged author. The rows stay, because rows of other members refer to them. */
export async function emptyPostsOf(
  trx: Trx,
  uid: number,
  now: Date,
  limit: number,
): Promise<number[]> {
  const batch = await trx
    .selectFrom('post')
    .select(['id', 'status', 'deleted_at'])
    .where('author_uid', '=', uid)
    .where('purged_at', 'is', null)
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  const ids = batch.map((post) => post.id);
  await trx
    .updateTable('post')
    .set({ deleted_at: now })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  const shown = batch.filter(isShown).map((post) => post.id);
  insertChanges(trx, 'post.hidden', shown);
  return emptyPosts(trx, ids, now);
}

/** Skips rows that another worker is emptying. */
export async function emptyDeletedPosts(
  trx: Trx,
  deletedBefore: Date,
  now: Date,
  limit: number,
): Promise<number[]> {
  const batch = await trx
    .selectFrom('post')
    .select('id')
    .where('deleted_at', '<', deletedBefore)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return emptyPosts(
    trx,
    batch.map((post) => post.id),
    now,
  );
}

async function emptyPosts(trx: Trx, ids: number[], now: Date): Promise<number[]> {
  await trx
    .updateTable('post')
    .set({
      title: '-',
      summary: '',
      body: '',
      rendered: null,
      cover_key: null,
      note: null,
      picture_key: null,
      lang: null,
      lang_chosen: false,
      tag_ids: [],
      review_reason: '',
      pinned: false,
      show_changes: false,
      purged_at: now,
    })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  invalidateAfterCommit(trx, 'post', ids);
  await deleteRevisions(trx, ids);
  await deleteSchedules(trx, ids);
  await deletePublishedEdits(trx, ids);
  return ids;
}
