import { sql } from 'kysely';
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
  image_key: string | null;
  created_at: Date;
  day: string;
};

const inserted = prepareQuery((db, comment: Params<NewComment>) =>
  db.insertInto('comment').values(comment).returning('id'),
);

export async function insertComment(trx: Trx, comment: NewComment): Promise<number> {
  const [made] = await inserted(trx, comment);
  if (!made) throw new Error('a comment that was written has a number');
  return made.id;
}

/** Only under the root's lock, as everything that moves this number. */
export async function addReply(trx: Trx, rootId: number): Promise<void> {
  await trx
    .updateTable('comment')
    .set((eb) => ({ reply_count: eb('reply_count', '+', 1) }))
    .where('id', '=', rootId)
    .execute();
}

/**
 * Whoever adds to or takes from a thread holds its root, so a reply and the deletion of its root come one
 * after the other. By id, which puts a root before its replies: nobody waits in a circle.
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

export type Deletion = { deleted_at: Date; deleted_by: number };
/** How far a post's counter falls. */
export type Fall = { post_id: number; comments: number };

/**
 * D27: a deleted root takes its replies with it by hiding them, so they are counted out with it and never
 * again: a reply that goes later leaves the counter alone. Replies go first, since their root may go too. D15: what
 * a deleted account wrote was counted out with the account.
 */
export async function deleteComments(trx: Trx, ids: number[], deletion: Deletion): Promise<Fall[]> {
  const { deleted_at, deleted_by } = deletion;
  invalidateAfterCommit(trx, 'comment', ids);
  const replies = await sql<Fall>`
    with gone as (
      update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
       where id = any(${ids}) and root_id is not null and deleted_at is null
      returning root_id, author_uid
    ), per_author as (
      select gone.root_id, gone.author_uid, count(*)::int as replies,
             (count(*) filter (where author.deleted_at is null))::int as visible
        from gone join users author on author.uid = gone.author_uid
       group by gone.root_id, gone.author_uid
    ), spent as (
      delete from hidden_reply using per_author
       where hidden_reply.uid = per_author.author_uid and hidden_reply.root_id = per_author.root_id
         and hidden_reply.replies = per_author.replies
    ), fewer as (
      update hidden_reply set replies = hidden_reply.replies - per_author.replies from per_author
       where hidden_reply.uid = per_author.author_uid and hidden_reply.root_id = per_author.root_id
         and hidden_reply.replies > per_author.replies
    ), per_root as (
      select root_id, sum(replies)::int as replies, sum(visible)::int as visible from per_author group by root_id
    ), left_behind as (
      update comment root set reply_count = root.reply_count - per_root.replies
        from per_root where root.id = per_root.root_id
      returning root.post_id, root.author_uid, root.deleted_at, per_root.visible
    )
    select post_id, visible as comments
      from left_behind join users root_author on root_author.uid = left_behind.author_uid
     where left_behind.deleted_at is null and root_author.deleted_at is null and visible > 0`.execute(
    trx,
  );
  const roots = await sql<Fall>`
    with gone as (
      update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
       where id = any(${ids}) and root_id is null and deleted_at is null
      returning id, post_id, author_uid, reply_count
    )
    select post_id, 1 + reply_count - ${hiddenReplies(sql`gone.id`)} as comments
      from gone join users author on author.uid = gone.author_uid
     where author.deleted_at is null`.execute(trx);
  return [...replies.rows, ...roots.rows];
}
