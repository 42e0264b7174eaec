import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { commentCountChangesSql } from '../../posts/store/shared/counts.ts';
import { isNotDeletedSql } from '../../users/store/shared.ts';
import type { CommentKey } from './keys.ts';
import { lockComments } from './write.ts';

/** A statement compares the post of each of its comments with each of its posts. */
const LOCK_BATCH = 500;

/**
 * Locks every thread with a comment of the member. Every write to a thread locks its root, so none of these changes
 * until the transaction ends. The member cannot write meanwhile: the caller has locked the user.
 */
export async function lockThreadsOf(trx: Trx, uid: number): Promise<void> {
  const { rows } = await sql<CommentKey>`
    select distinct post_id, coalesce(root_id, id) as id from comment
     where author_uid = ${uid} and deleted_at is null order by id`.execute(trx);
  for (let first = 0; first < rows.length; first += LOCK_BATCH)
    await lockComments(trx, rows.slice(first, first + LOCK_BATCH));
}

export async function insertHiddenReplies(trx: Trx, uid: number): Promise<void> {
  await sql`
    insert into hidden_reply (post_id, root_id, uid, replies)
    select post_id, root_id, ${uid}::bigint, count(*) from comment
     where author_uid = ${uid} and root_id is not null and deleted_at is null
     group by post_id, root_id`.execute(trx);
}

export async function deleteHiddenReplies(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('hidden_reply').where('uid', '=', uid).execute();
}

/**
 * Adds to the counters of posts, or subtracts, the comments that are visible only with this account: its threads with
 * their visible replies, and its replies in visible threads of others.
 */
export async function countCommentsOf(
  trx: Trx,
  { uid, day, step }: { uid: number; day: string; step: 1 | -1 },
): Promise<void> {
  await sql`
    with owned as (
      select root.post_id, 1 + root.reply_count - ${hiddenReplies('root', { except: uid })} as comments
        from comment root
       where root.author_uid = ${uid} and root.root_id is null and root.deleted_at is null
      union all
      select reply.post_id, 1
        from comment reply join comment root on root.post_id = reply.post_id and root.id = reply.root_id
       where reply.author_uid = ${uid} and reply.deleted_at is null
         and root.author_uid <> ${uid} and root.deleted_at is null
         and ${isNotDeletedSql(sql`root.author_uid`)}
    ), change as (
      select post_id, sum(comments)::int * ${step}::int as comments from owned group by post_id
    ), ${commentCountChangesSql(day)}
    select`.execute(trx);
}

/** How many replies of a root are hidden because their authors are deleted; optionally without one author. */
export function hiddenReplies(
  root: 'root' | 'shown',
  {
    isOfPosts = () => sql`true`,
    except = 0,
  }: { isOfPosts?: (column: string) => RawBuilder<SqlBool>; except?: number } = {},
): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(hidden_reply.replies)::int from hidden_reply
     where hidden_reply.post_id = ${sql.ref(`${root}.post_id`)} and ${isOfPosts('hidden_reply.post_id')}
       and hidden_reply.root_id = ${sql.ref(`${root}.id`)} and hidden_reply.uid <> ${except}), 0)`;
}
