import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { deleteHolds } from './holds.ts';
import { deleteRevisions } from './revisions.ts';

/** In id order, so that the batches read each comment once. */
export async function listWritten(
  db: Db,
  uid: number,
  after: number,
  limit: number,
): Promise<{ id: number; root_id: number; image_key: string | null }[]> {
  const { rows } = await sql<{ id: number; root_id: number; image_key: string | null }>`
    select id, coalesce(root_id, id) as root_id, image_key from comment
     where author_uid = ${uid} and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

export async function emptyComments(trx: Trx, ids: number[]): Promise<void> {
  invalidateAfterCommit(trx, 'comment', ids);
  await trx
    .updateTable('comment')
    .set({ body: '', lang: null, image_key: null })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  await deleteHolds(trx, ids);
  await deleteRevisions(trx, ids);
  await trx
    .deleteFrom('comment_mention')
    .where('comment_id', '=', sql<number>`any(${ids})`)
    .execute();
}

export async function listMentioning(db: Db, uid: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comment_mention')
    .select('comment_id')
    .where('uid', '=', uid)
    .orderBy('comment_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.comment_id);
}

/** With all mentions of each text: one name may be the beginning of another. */
export async function findTexts(
  db: Db,
  ids: number[],
): Promise<{ id: number; body: string; mentions: { uid: number; label: string }[] }[]> {
  const { rows } = await sql<{
    id: number;
    body: string;
    mentions: { uid: number; label: string }[];
  }>`
    select comment.id, comment.body,
           json_agg(json_build_object('uid', mention.uid, 'label', mention.label)) as mentions
      from comment join comment_mention mention on mention.comment_id = comment.id
     where comment.id = any(${ids}) group by comment.id`.execute(db);
  return rows;
}

export async function rewriteTexts(
  trx: Trx,
  uid: number,
  texts: { id: number; body: string }[],
): Promise<void> {
  const ids = texts.map((text) => text.id);
  invalidateAfterCommit(trx, 'comment', ids);
  await sql`
    update comment set body = text.body
      from unnest(${ids}::bigint[], ${texts.map((text) => text.body)}::text[]) as text (id, body)
     where comment.id = text.id`.execute(trx);
  await trx
    .deleteFrom('comment_mention')
    .where('uid', '=', uid)
    .where('comment_id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** D27: replies with an image under deleted roots. They are never shown again, so their images go with the root. */
export async function listHiddenPictures(trx: Trx, rootIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('comment')
    .select('id')
    .where('root_id', '=', sql<number>`any(${rootIds})`)
    .where('deleted_at', 'is', null)
    .where('image_key', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Comments on the member's posts that still have an attached image. */
export async function listPicturesOnPostsOf(
  trx: Trx,
  uid: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select comment.id from post join comment on comment.post_id = post.id
     where post.author_uid = ${uid} and comment.image_key is not null
       and exists (select from upload_use where holder_kind = 'comment' and holder_id = comment.id)
     limit ${limit}`.execute(trx);
  return rows.map((row) => row.id);
}

/** All comments with an image on these posts. */
export async function listPicturesOn(trx: Trx, postIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('comment')
    .select('id')
    .where('post_id', '=', sql<number>`any(${postIds})`)
    .where('image_key', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}
