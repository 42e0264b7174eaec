import { type RawBuilder, sql } from 'kysely';
import { groupByServer } from '../../platform/db/cluster.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { sendAlong } from '../../platform/db/transaction.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { recordWebhookEvent } from '../../platform/outbound/webhook-event.ts';
import { type CommentKey, type CommentPosition, isOneOf } from './keys.ts';

/** All null without an image. `image_id` alone: the staff removed the image. */
export type CommentImage = {
  image_key: string | null;
  image_id: number | null;
  image_width: number | null;
  image_height: number | null;
};
export const NO_IMAGE: CommentImage = {
  image_key: null,
  image_id: null,
  image_width: null,
  image_height: null,
};

export type NewComment = CommentImage & {
  post_id: number;
  author_uid: number;
  root_id: number | null;
  reply_to_id: number | null;
  body: string;
  lang: string | null;
  created_at: Date;
  day: string;
};

const insertCommentQuery = prepareQuery((db, comment: Params<NewComment>) =>
  db.insertInto('comment').values(comment).returning('id'),
);

export async function insertComment(trx: Trx, comment: NewComment): Promise<number> {
  const [created] = await insertCommentQuery(trx, comment);
  if (!created) throw new Error('insert returned no comment id');
  const { post_id, root_id } = comment;
  if (root_id === null) sendAlong(trx, insertCountQuery(trx, { post_id, comment_id: created.id }));
  recordWebhookEvent(trx, 'comment.created', [created.id]);
  return created.id;
}

const insertCountQuery = prepareQuery((db, count: Params<CountKey>) =>
  db.insertInto('comment_count').values({ ...count, listed: true }),
);
type CountKey = { post_id: number; comment_id: number };

/**
 * Copies the count of replies to the counters of the roots, where lists find it. The caller has locked the roots. Likes wait
 * for the counters, so this comes after everything that does not have to follow it. In id order, as likes lock them.
 */
export async function countRoots(trx: Trx, keys: CommentKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into comment_count (post_id, comment_id, replies, listed)
    select post_id, id, reply_count, deleted_at is null from comment
     where ${isOneOf('comment', keys)} and root_id is null order by id
    on conflict (post_id, comment_id) do update set replies = excluded.replies, listed = excluded.listed`.execute(
    trx,
  );
}

/** The caller has locked the root, like every writer of this count, and calls `countRoots` later. */
export async function addReply(trx: Trx, postId: number, rootId: number): Promise<void> {
  await trx
    .updateTable('comment')
    .set((eb) => ({ reply_count: eb('reply_count', '+', 1) }))
    .where('post_id', '=', postId)
    .where('id', '=', rootId)
    .execute();
}

/**
 * Every write to a thread locks its root first, so a reply and the deletion of its root are serialized. In id order,
 * which puts a root before its replies, so there is no deadlock; on a cluster post by post.
 */
export async function lockComments(trx: Trx, keys: CommentKey[]): Promise<void> {
  const lock = (some: CommentKey[]) =>
    trx
      .selectFrom('comment')
      .select('id')
      .where(isOneOf('comment', some))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  await Promise.all(groupByServer(keys, ({ post_id }) => post_id).map(lock));
}

/** The comment and its root. */
export async function lockThread(trx: Trx, at: CommentPosition): Promise<void> {
  await lockComments(trx, [at, { ...at, id: at.root_id }]);
}

type NewText = Partial<CommentImage> & { body: string; lang: string | null; edited_at: Date };

/** D55: no cache shows the old text any more. */
export async function updateText(trx: Trx, key: CommentKey, text: NewText): Promise<void> {
  invalidateAfterCommit(trx, 'comment', [key.id]);
  await trx
    .updateTable('comment')
    .set(text)
    .where(isOneOf('comment', [key]))
    .execute();
}

export async function updatePinned(trx: Trx, key: CommentKey, pinned: boolean): Promise<void> {
  invalidateAfterCommit(trx, 'comment', [key.id]);
  await trx
    .updateTable('comment')
    .set({ pinned })
    .where(isOneOf('comment', [key]))
    .execute();
}

/** Shows an image where it was, or no longer. */
export async function updateImage(
  trx: Trx,
  keys: CommentKey[],
  { image_key, image_id }: Pick<CommentImage, 'image_id'> & { image_key: string },
): Promise<void> {
  invalidateAfterCommit(
    trx,
    'comment',
    keys.map(({ id }) => id),
  );
  await trx
    .updateTable('comment')
    .set({ image_id })
    .where(isOneOf('comment', keys))
    .where('image_key', '=', image_key)
    .execute();
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
/** The counters that a change of comments leaves to be written: by how much to decrease that of a post, or to increase it. */
export type CountChange = { post_id: number; root_id: number; comments: number };

/**
 * D27: a deleted root hides its replies, so they are subtracted with it, and not again when a reply is deleted later.
 * Replies are deleted first, since their root may be among the ids. D15: comments of a deleted account were subtracted
 * with the account.
 */
export async function deleteComments(
  trx: Trx,
  keys: CommentKey[],
  deletion: Deletion,
): Promise<CountChange[]> {
  const { deleted_at, deleted_by } = deletion;
  const posts = [...new Set(keys.map(({ post_id }) => post_id))];
  invalidateAfterCommit(
    trx,
    'comment',
    keys.map(({ id }) => id),
  );
  const replies = await sql<CountChange>`
    with removed as (
      update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
       where ${isOneOf('comment', keys)} and root_id is not null and deleted_at is null
      returning post_id, root_id, author_uid
    ), per_author as (
      select removed.post_id, removed.root_id, removed.author_uid, count(*)::int as replies,
             (count(*) filter (where author.state <> 'deleted'))::int as visible
        from removed join member_card author on author.uid = removed.author_uid
       group by removed.post_id, removed.root_id, removed.author_uid
    ), emptied as (
      delete from hidden_reply using per_author
       where hidden_reply.post_id = any(${posts})
         and hidden_reply.post_id = per_author.post_id and hidden_reply.root_id = per_author.root_id
         and hidden_reply.uid = per_author.author_uid and hidden_reply.replies = per_author.replies
    ), decreased as (
      update hidden_reply set replies = hidden_reply.replies - per_author.replies from per_author
       where hidden_reply.post_id = any(${posts})
         and hidden_reply.post_id = per_author.post_id and hidden_reply.root_id = per_author.root_id
         and hidden_reply.uid = per_author.author_uid and hidden_reply.replies > per_author.replies
    ), per_root as (
      select post_id, root_id, sum(replies)::int as replies, sum(visible)::int as visible
        from per_author group by post_id, root_id
    ), updated_root as (
      update comment root set reply_count = root.reply_count - per_root.replies
        from per_root
       where root.post_id = any(${posts}) and root.post_id = per_root.post_id and root.id = per_root.root_id
      returning root.post_id, root.id, root.author_uid, root.deleted_at, per_root.visible
    )
    select post_id, id as root_id,
           case when updated_root.deleted_at is null and root_author.state <> 'deleted' then visible else 0 end as comments
      from updated_root join member_card root_author on root_author.uid = updated_root.author_uid`.execute(
    trx,
  );
  const roots = await sql<CountChange>`
    with removed as (
      update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
       where ${isOneOf('comment', keys)} and root_id is null and deleted_at is null
      returning id, post_id, author_uid, reply_count
    ), hidden as (
      select post_id, root_id, sum(replies)::int as replies from hidden_reply
       where ${isOneOf('hidden_reply', keys)} group by post_id, root_id
    )
    select removed.post_id, removed.id as root_id,
           case when author.state <> 'deleted' then 1 + reply_count - coalesce(hidden.replies, 0) else 0 end as comments
      from removed join member_card author on author.uid = removed.author_uid
      left join hidden on hidden.post_id = removed.post_id and hidden.root_id = removed.id`.execute(
    trx,
  );
  return [...replies.rows, ...roots.rows];
}
