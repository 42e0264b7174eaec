import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import type { HoldCause } from '../rules.ts';
import { hiddenReplies } from './hidden.ts';
import { type CommentRow, columnsOf, withPeople } from './read.ts';
import { type CountChange, deleteComments } from './write.ts';

export type HeldRow = CommentRow & { cause: HoldCause; held_at: Date };
export type Hold = {
  comment_id: number;
  author_uid: number;
  post_id: number;
  cause: HoldCause;
  held_at: Date;
};

/** Those of the locked comments that stand. Returns the changes of the posts' counters. */
export async function holdComments(
  trx: Trx,
  ids: number[],
  { cause, now }: { cause: HoldCause; now: Date },
): Promise<{ held: number[]; decreases: CountChange[] }> {
  const { rows } = await sql<{ comment_id: number }>`
    insert into comment_hold (comment_id, post_id, author_uid, cause, held_at)
    select id, post_id, author_uid, ${cause}, ${now} from comment where id = any(${ids}) and deleted_at is null
    returning comment_id`.execute(trx);
  const held = rows.map((row) => row.comment_id);
  const deletion = { deleted_at: now, deleted_by: sql<number>`author_uid` };
  return { held, decreases: await deleteComments(trx, held, deletion) };
}

export async function findHold(db: Db, id: number): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    select comment_id, author_uid, post_id, cause, held_at from comment_hold where comment_id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Whom the comment is for. */
export async function findRecipients(
  db: Db,
  id: number,
): Promise<{ post_author_uid: number; reply_to_id: number | null; mentioned: number[] }> {
  const { rows } = await sql<{
    post_author_uid: number;
    reply_to_id: number | null;
    mentioned: number[];
  }>`
    select post.author_uid as post_author_uid, comment.reply_to_id,
           array(select uid from comment_mention where comment_id = ${id} order by uid) as mentioned
      from comment join post on post.id = comment.post_id where comment.id = ${id}`.execute(db);
  if (!rows[0]) throw new Error(`there is no comment ${id}`);
  return rows[0];
}

/** When it was deleted, also by being held; null if it stands. Undefined if its text is gone. */
export async function findRemoval(db: Db, id: number): Promise<Date | null | undefined> {
  const { rows } = await sql<{ deleted_at: Date | null }>`
    select deleted_at from comment where id = ${id} and body <> ''`.execute(db);
  return rows[0]?.deleted_at;
}

/** Also of held and removed comments. */
export async function findTextsOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; body: string }>`
    select id, body from comment where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** Of a removed comment, which is held again. False if its text is gone. */
export async function insertHold(
  trx: Trx,
  id: number,
  { cause, now }: { cause: HoldCause; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with held as (
      update comment set deleted_at = ${now}, deleted_by = author_uid
       where id = ${id} and deleted_at is not null and body <> ''
      returning id, post_id, author_uid
    )
    insert into comment_hold (comment_id, post_id, author_uid, cause, held_at)
    select id, post_id, author_uid, ${cause}, ${now} from held`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Oldest first; those of rules: a comment that reports hold waits with its reports. */
export async function listHeldByRules(
  db: Db,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    with held as materialized (
      select comment_id, held_at, cause from comment_hold
       where cause = 'rule' and (held_at, comment_id) > (${after.since}::timestamptz, ${after.id}::bigint)
       order by held_at, comment_id limit ${limit}
    ), shown as (
      select ${columnsOf('comment')} from comment where comment.id in (select comment_id from held)
    ), people as (${withPeople(FOR_EVERYBODY)})
    select people.*, held.cause, held.held_at from people join held on held.comment_id = people.id
     order by held.held_at, people.id`.execute(db);
  return rows;
}

/** Returns those that were held. */
export async function deleteHolds(trx: Trx, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ comment_id: number }>`
    delete from comment_hold where comment_id = any(${ids}) returning comment_id`.execute(trx);
  return rows.map((row) => row.comment_id);
}

/** A held comment that is removed keeps the time of the removal. */
export async function markRemoved(
  trx: Trx,
  ids: number[],
  { deleted_at, deleted_by }: { deleted_at: Date; deleted_by: number },
): Promise<void> {
  await sql`
    update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
     where id = any(${ids}) and deleted_at is not null`.execute(trx);
}

/**
 * The reverse of `deleteComments`: returns by how much to increase the counters of posts. Roots are restored first,
 * since a reply may be among the ids with its root. Purged comments stay deleted. A root loses its pin if the author of
 * the post has pinned another meanwhile.
 */
export async function restoreComments(trx: Trx, ids: number[]): Promise<CountChange[]> {
  invalidateAfterCommit(trx, 'comment', ids);
  const roots = await sql<CountChange>`
    with restored as (
      update comment set deleted_at = null, deleted_by = null,
             pinned = pinned and not exists (
               select from comment other
                where other.post_id = comment.post_id and other.pinned and other.deleted_at is null)
       where id = any(${ids}) and root_id is null and deleted_at is not null and body <> ''
      returning id, post_id, author_uid, reply_count
    )
    select post_id, 1 + reply_count - ${hiddenReplies(sql`restored.id`)} as comments
      from restored join users author on author.uid = restored.author_uid
     where author.deleted_at is null`.execute(trx);
  const replies = await sql<CountChange>`
    with restored as (
      update comment set deleted_at = null, deleted_by = null
       where id = any(${ids}) and root_id is not null and deleted_at is not null and body <> ''
      returning root_id, author_uid
    ), per_author as (
      select restored.root_id, restored.author_uid, count(*)::int as replies, author.deleted_at is null as visible
        from restored join users author on author.uid = restored.author_uid
       group by restored.root_id, restored.author_uid, author.deleted_at
    ), hidden as (
      insert into hidden_reply (uid, root_id, replies)
      select author_uid, root_id, replies from per_author where not visible
      on conflict (uid, root_id) do update set replies = hidden_reply.replies + excluded.replies
    ), per_root as (
      select root_id, sum(replies)::int as replies, (coalesce(sum(replies) filter (where visible), 0))::int as visible
        from per_author group by root_id
    ), updated_root as (
      update comment root set reply_count = root.reply_count + per_root.replies
        from per_root where root.id = per_root.root_id
      returning root.post_id, root.author_uid, root.deleted_at, per_root.visible
    )
    select post_id, visible as comments
      from updated_root join users root_author on root_author.uid = updated_root.author_uid
     where updated_root.deleted_at is null and root_author.deleted_at is null and visible > 0`.execute(
    trx,
  );
  return [...roots.rows, ...replies.rows];
}

const listOwnHeldQuery = prepareQuery(
  (_db, { uid, post_id }: Params<{ uid: number; post_id: number }>) => sql<HeldRow>`
    with shown as (
      select ${columnsOf('comment')} from comment
       where comment.id in (select comment_id from comment_hold where author_uid = ${uid} and post_id = ${post_id})
    ), people as (${withPeople(FOR_EVERYBODY)})
    select people.*, comment_hold.cause, comment_hold.held_at from people join comment_hold on comment_hold.comment_id = people.id
     order by people.id desc limit 20`,
);

export function listOwnHeld(db: Db, uid: number, postId: number): Promise<HeldRow[]> {
  return listOwnHeldQuery(db, { uid, post_id: postId });
}
