import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { hiddenReplies } from './hidden.ts';

export type NewComment = {
  post_id: number;
  author_uid: number;
  root_id: number | null;
  reply_to_id: number | null;
  body: string;
  lang: string | null;
  image_key: string | null;
  created_at: Date;
  day: string;
};

const insertCommentQuery = prepareQuery((db, comment: Params<NewComment>) =>
  db.insertInto('comment').values(comment).returning('id'),
);

export async function insertComment(trx: Trx, comment: NewComment): Promise<number> {
  const [created] = await insertCommentQuery(trx, comment);
  if (!created) throw new Error('insert returned no comment id');
  return created.id;
}

/** The caller has locked the root, like every writer of this count. */
export async function addReply(trx: Trx, rootId: number): Promise<void> {
  await trx
    .updateTable('comment')
    .set((eb) => ({ reply_count: eb('reply_count', '+', 1) }))
    .where('id', '=', rootId)
    .execute();
}

/**
 * Every write to a thread locks its root first, so a reply and the deletion of its root are serialized. In id order,
 * which puts a root before its replies, so there is no deadlock.
 */
export async function lockComments(trx: Trx, ids: number[]): Promise<void> {
  await trx
    .selectFrom('comment')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

type NewText = { body: string; lang: string | null; image_key: string | null; edited_at: Date };

/** D55: no cache of this process shows the old text any more; a trigger notifies the other processes. */
export async function updateText(trx: Trx, id: number, text: NewText): Promise<void> {
  invalidateAfterCommit(trx, 'comment', [id]);
  await trx.updateTable('comment').set(text).where('id', '=', id).execute();
}

export async function updatePinned(trx: Trx, id: number, pinned: boolean): Promise<void> {
  invalidateAfterCommit(trx, 'comment', [id]);
  await trx.updateTable('comment').set({ pinned }).where('id', '=', id).execute();
}

/** Also one that is hidden with its author's account. */
export async function unpinCommentsOf(trx: Trx, postId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update comment set pinned = false where post_id = ${postId} and pinned and deleted_at is null
    returning id`.execute(trx);
  invalidateAfterCommit(
    trx,
    'comment',
    rows.map((row) => row.id),
  );
}

/** `deleted_by`: a member, or an expression over the columns of `comment`. */
export type Deletion = { deleted_at: Date; deleted_by: number | RawBuilder<number> };
/** By how much to decrease a post's counter, or to increase it. */
export type CountChange = { post_id: number; comments: number };

/**
 * D27: a deleted root hides its replies, so they are subtracted with it, and not again when a reply is deleted later.
 * Replies are deleted first, since their root may be among the ids. D15: comments of a deleted account were subtracted
 * with the account.
 */
export async function deleteComments(
  trx: Trx,
  ids: number[],
  deletion: Deletion,
): Promise<CountChange[]> {
  const { deleted_at, deleted_by } = deletion;
  invalidateAfterCommit(trx, 'comment', ids);
  const replies = await sql<CountChange>`
    with removed as (
      update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
       where id = any(${ids}) and root_id is not null and deleted_at is null
      returning root_id, author_uid
    ), per_author as (
      select removed.root_id, removed.author_uid, count(*)::int as replies,
             (count(*) filter (where author.deleted_at is null))::int as visible
        from removed join users author on author.uid = removed.author_uid
       group by removed.root_id, removed.author_uid
    ), emptied as (
      delete from hidden_reply using per_author
       where hidden_reply.uid = per_author.author_uid and hidden_reply.root_id = per_author.root_id
         and hidden_reply.replies = per_author.replies
    ), decreased as (
      update hidden_reply set replies = hidden_reply.replies - per_author.replies from per_author
       where hidden_reply.uid = per_author.author_uid and hidden_reply.root_id = per_author.root_id
         and hidden_reply.replies > per_author.replies
    ), per_root as (
      select root_id, sum(replies)::int as replies, sum(visible)::int as visible from per_author group by root_id
    ), updated_root as (
      update comment root set reply_count = root.reply_count - per_root.replies
        from per_root where root.id = per_root.root_id
      returning root.post_id, root.author_uid, root.deleted_at, per_root.visible
    )
    select post_id, visible as comments
      from updated_root join users root_author on root_author.uid = updated_root.author_uid
     where updated_root.deleted_at is null and root_author.deleted_at is null and visible > 0`.execute(
    trx,
  );
  const roots = await sql<CountChange>`
    with removed as (
      update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
       where id = any(${ids}) and root_id is null and deleted_at is null
      returning id, post_id, author_uid, reply_count
    )
    select post_id, 1 + reply_count - ${hiddenReplies(sql`removed.id`)} as comments
      from removed join users author on author.uid = removed.author_uid
     where author.deleted_at is null`.execute(trx);
  return [...replies.rows, ...roots.rows];
}
