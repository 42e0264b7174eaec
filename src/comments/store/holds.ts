import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { recordWebhookEvent } from '../../platform/outbound/webhook-event.ts';
import type { HoldCause } from '../rules.ts';
import { type CommentKey, isOfPost, isOneOf } from './keys.ts';
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

/** The locked comment, if it stands. Returns what to subtract from counters. */
export async function insertHold(
  trx: Trx,
  { post_id, id }: CommentKey,
  { cause, now }: { cause: HoldCause; now: Date },
): Promise<{ held: boolean; decreases: CountChange[] }> {
  const { numAffectedRows } = await sql`
    insert into comment_hold (comment_id, post_id, author_uid, cause, held_at)
    select id, post_id, author_uid, ${cause}, ${now} from comment
     where post_id = ${post_id} and id = ${id} and deleted_at is null`.execute(trx);
  if (!numAffectedRows) return { held: false, decreases: [] };
  const deletion = { deleted_at: now, deleted_by: sql<number>`author_uid` };
  return { held: true, decreases: await deleteComments(trx, [{ post_id, id }], deletion) };
}

export async function findHold(db: Db, { post_id, id }: CommentKey): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    select comment_id, author_uid, post_id, cause, held_at from comment_hold
     where post_id = ${post_id} and comment_id = ${id}`.execute(db);
  return rows[0];
}

/** Whom the comment is for. */
export async function findRecipients(
  db: Db,
  { post_id, id }: CommentKey,
): Promise<{ post_author_uid: number; reply_to_id: number | null; mentioned: number[] }> {
  const { rows } = await sql<{
    post_author_uid: number;
    reply_to_id: number | null;
    mentioned: number[];
  }>`
    with held as materialized (
      select reply_to_id, array(select uid from comment_mention
                                 where post_id = ${post_id} and comment_id = ${id} order by uid) as mentioned
        from comment where post_id = ${post_id} and id = ${id}
    )
    select post.author_uid as post_author_uid, held.reply_to_id, held.mentioned
      from held cross join post where post.id = ${post_id}`.execute(db);
  if (!rows[0]) throw new Error(`there is no comment ${id}`);
  return rows[0];
}

/** When it was deleted, also by being held; null if it stands. Undefined if its text is gone. */
export async function findRemoval(
  db: Db,
  { post_id, id }: CommentKey,
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ deleted_at: Date | null }>`
    select deleted_at from comment where post_id = ${post_id} and id = ${id} and body <> ''`.execute(
    db,
  );
  return rows[0]?.deleted_at;
}

/** Also of held and removed comments. For the staff, who knows them by their numbers. */
export async function findTextsOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; body: string }>`
    select id, body from comment where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** Of a removed comment, which is held again. False if its text is gone. */
export async function holdAgain(
  trx: Trx,
  { post_id, id }: CommentKey,
  { cause, now }: { cause: HoldCause; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update comment set deleted_at = ${now}, deleted_by = author_uid
     where post_id = ${post_id} and id = ${id} and deleted_at is not null and body <> ''`.execute(
    trx,
  );
  if (!numAffectedRows) return false;
  await sql`
    insert into comment_hold (comment_id, post_id, author_uid, cause, held_at)
    select id, post_id, author_uid, ${cause}, ${now} from comment where post_id = ${post_id} and id = ${id}`.execute(
    trx,
  );
  return true;
}

/** Oldest first; those of rules: a comment that reports hold waits with its reports. */
export async function listHeldByRules(
  db: Db,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    with held as materialized (
      select post_id, comment_id, held_at, cause from comment_hold
       where cause = 'rule' and (held_at, comment_id) > (${after.since}::timestamptz, ${after.id}::bigint)
       order by held_at, comment_id limit ${limit}
    ), shown as (
      select ${columnsOf('comment')} from held join comment on comment.post_id = held.post_id and comment.id = held.comment_id
    ), people as (${withPeople(FOR_EVERYBODY)})
    select people.*, held.cause, held.held_at from people join held on held.post_id = people.post_id and held.comment_id = people.id
     order by held.held_at, people.id`.execute(db);
  return rows;
}

export async function deleteHolds(trx: Trx, keys: CommentKey[]): Promise<void> {
  await trx.deleteFrom('comment_hold').where(isOneOf('comment_hold', keys)).execute();
}

/** A held comment that is removed keeps the time of the removal. */
export async function markRemoved(
  trx: Trx,
  { post_id, id }: CommentKey,
  { deleted_at, deleted_by }: { deleted_at: Date; deleted_by: number },
): Promise<void> {
  await sql`
    update comment set deleted_at = ${deleted_at}, deleted_by = ${deleted_by}
     where post_id = ${post_id} and id = ${id} and deleted_at is not null`.execute(trx);
}

/**
 * The reverse of `deleteComments`: returns by how much to increase the counters. A purged comment stays
 * deleted. A root loses its pin if the author of the post has pinned another meanwhile.
 */
export async function restoreComment(
  trx: Trx,
  { post_id, id }: CommentKey,
): Promise<CountChange[]> {
  invalidateAfterCommit(trx, 'comment', [id]);
  recordWebhookEvent(trx, 'comment.created', [id]);
  const isRemoved = sql`post_id = ${post_id} and id = ${id} and deleted_at is not null and body <> ''`;
  const roots = await sql<CountChange>`
    with restored as (
      update comment set deleted_at = null, deleted_by = null,
             pinned = pinned and not exists (
               select 1 from comment other
                where other.post_id = ${post_id} and other.pinned and other.deleted_at is null)
       where ${isRemoved} and root_id is null
      returning id, post_id, author_uid, reply_count
    ), hidden as (
      select sum(replies)::int as replies from hidden_reply where post_id = ${post_id} and root_id = ${id}
    )
    select post_id, restored.id as root_id,
           case when author.state <> 'deleted' then 1 + reply_count - coalesce(hidden.replies, 0) else 0 end as comments
      from restored join member_card author on author.uid = restored.author_uid cross join hidden`.execute(
    trx,
  );
  const replies = await sql<CountChange>`
    with restored as (
      update comment set deleted_at = null, deleted_by = null
       where ${isRemoved} and root_id is not null
      returning post_id, root_id, author_uid
    ), reply as (
      select post_id, root_id, author_uid, author.state <> 'deleted' as visible
        from restored join member_card author on author.uid = restored.author_uid
    ), hidden as (
      insert into hidden_reply (post_id, root_id, uid, replies)
      select post_id, root_id, author_uid, 1 from reply where not visible
      on conflict (post_id, root_id, uid) do update set replies = hidden_reply.replies + 1
    ), updated_root as (
      update comment root set reply_count = root.reply_count + 1
        from reply where root.post_id = ${post_id} and root.post_id = reply.post_id and root.id = reply.root_id
      returning root.post_id, root.id, root.author_uid, root.deleted_at, reply.visible
    )
    select post_id, id as root_id,
           case when updated_root.deleted_at is null and root_author.state <> 'deleted' and visible then 1 else 0 end as comments
      from updated_root join member_card root_author on root_author.uid = updated_root.author_uid`.execute(
    trx,
  );
  return [...roots.rows, ...replies.rows];
}

const listOwnHeldQuery = prepareQuery(
  (_db, { uid, post_id }: Params<{ uid: number; post_id: number }>) => sql<HeldRow>`
    with shown as (
      select ${columnsOf('comment')} from comment
       where comment.post_id = ${post_id}
         and comment.id in (select comment_id from comment_hold where author_uid = ${uid} and post_id = ${post_id})
    ), people as (${withPeople(FOR_EVERYBODY, { isOfPosts: isOfPost(post_id) })})
    select people.*, comment_hold.cause, comment_hold.held_at
      from people join comment_hold on comment_hold.post_id = ${post_id} and comment_hold.comment_id = people.id
     order by people.id desc limit 20`,
);

export function listOwnHeld(db: Db, uid: number, postId: number): Promise<HeldRow[]> {
  return listOwnHeldQuery(db, { uid, post_id: postId });
}
