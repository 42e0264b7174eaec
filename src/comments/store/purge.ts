import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { deleteHolds } from './holds.ts';
import { type CommentKey, type CommentPosition, isOneOf } from './keys.ts';
import { deleteMentions } from './mentions.ts';
import { deleteRevisions } from './revisions.ts';
import { NO_IMAGE } from './write.ts';

/** In id order, so that the batches read each comment once. */
export async function listWritten(
  db: Db,
  uid: number,
  after: number,
  limit: number,
): Promise<CommentPosition[]> {
  const { rows } = await sql<CommentPosition>`
    select post_id, id, coalesce(root_id, id) as root_id from comment
     where author_uid = ${uid} and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

export async function emptyComments(trx: Trx, keys: CommentKey[]): Promise<void> {
  invalidateAfterCommit(
    trx,
    'comment',
    keys.map(({ id }) => id),
  );
  await trx
    .updateTable('comment')
    .set({ body: '', lang: null, ...NO_IMAGE })
    .where(isOneOf('comment', keys))
    .execute();
  await deleteHolds(trx, keys);
  await deleteRevisions(trx, keys);
  await deleteMentions(trx, keys);
}

export function listMentioning(db: Db, uid: number, limit: number): Promise<CommentKey[]> {
  return db
    .selectFrom('comment_mention')
    .select(['post_id', 'comment_id as id'])
    .where('uid', '=', uid)
    .orderBy('comment_id')
    .limit(limit)
    .execute();
}

type MentioningText = CommentKey & { body: string; mentions: { uid: number; label: string }[] };

/** With all mentions of each text: one name may be the beginning of another. */
export async function findTexts(db: Db, keys: CommentKey[]): Promise<MentioningText[]> {
  const { rows } = await sql<MentioningText>`
    select comment.post_id, comment.id, comment.body,
           json_agg(json_build_object('uid', mention.uid, 'label', mention.label)) as mentions
      from comment join comment_mention mention
        on mention.post_id = comment.post_id and mention.comment_id = comment.id
     where ${isOneOf('comment', keys)} group by comment.post_id, comment.id`.execute(db);
  return rows;
}

export async function rewriteTexts(
  trx: Trx,
  uid: number,
  texts: (CommentKey & { body: string })[],
): Promise<void> {
  const ids = texts.map((text) => text.id);
  invalidateAfterCommit(trx, 'comment', ids);
  await sql`
    update comment set body = text.body
      from unnest(${texts.map((text) => text.post_id)}::bigint[], ${ids}::bigint[],
                  ${texts.map((text) => text.body)}::text[]) as text (post_id, id, body)
     where comment.post_id = text.post_id and comment.id = text.id`.execute(trx);
  await trx
    .deleteFrom('comment_mention')
    .where('uid', '=', uid)
    .where(isOneOf('comment_mention', texts))
    .execute();
}

/** D27: replies with an image under deleted roots. They are never shown again, so their images go with the root. */
export async function listHiddenPictures(trx: Trx, roots: CommentKey[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('comment')
    .select('id')
    .where('post_id', '=', sql<number>`any(${[...new Set(roots.map(({ post_id }) => post_id))]})`)
    .where('root_id', '=', sql<number>`any(${roots.map(({ id }) => id)})`)
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
    with own as materialized (
      select id from post where author_uid = ${uid}
    ), picture as materialized (
      select comment.id from own join comment on comment.post_id = own.id where comment.image_key is not null
    )
    select id from picture
     where exists (select from upload_use where holder_kind = 'comment' and holder_id = picture.id)
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
