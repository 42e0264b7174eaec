import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { commentCountChangesSql } from '../../posts/store/shared/counts.ts';

/**
 * Every thread in which the member has something that stands. Whoever adds to a thread or takes from it holds its
 * root, so none of these changes until the end of the transaction. By id, as everywhere.
 */
export async function lockThreadsOf(trx: Trx, uid: number): Promise<void> {
  await sql`
    select count(*) from (
      select id from comment
       where id = any(array(
         select coalesce(root_id, id) from comment where author_uid = ${uid} and deleted_at is null))
       order by id for no key update
    ) as locked`.execute(trx);
}

export async function insertHiddenReplies(trx: Trx, uid: number): Promise<void> {
  await sql`
    insert into hidden_reply (uid, root_id, replies)
    select ${uid}::bigint, root_id, count(*) from comment
     where author_uid = ${uid} and root_id is not null and deleted_at is null
     group by root_id`.execute(trx);
}

export async function deleteHiddenReplies(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('hidden_reply').where('uid', '=', uid).execute();
}

/**
 * Adds to the counters of posts, or takes from them, everything that is visible only while this account is: its
 * threads with the visible replies in them, and its replies in threads that are visible without it.
 */
export async function countCommentsOf(
  trx: Trx,
  { uid, day, step }: { uid: number; day: string; step: 1 | -1 },
): Promise<void> {
  await sql`
    with owned as (
      select root.post_id, 1 + root.reply_count - ${hiddenReplies(sql`root.id`, uid)} as comments
        from comment root
       where root.author_uid = ${uid} and root.root_id is null and root.deleted_at is null
      union all
      select reply.post_id, 1
        from comment reply join comment root on root.id = reply.root_id
       where reply.author_uid = ${uid} and reply.deleted_at is null
         and root.author_uid <> ${uid} and root.deleted_at is null
         and not exists (
           select from users hidden where hidden.uid = root.author_uid and hidden.deleted_at is not null)
    ), change as (
      select post_id, sum(comments)::int * ${step}::int as comments from owned group by post_id
    ), ${commentCountChangesSql(day)}
    select`.execute(trx);
}

/** How many replies of a root are hidden with the accounts that wrote them; of all accounts, or of all but one. */
export function hiddenReplies(root: RawBuilder<unknown>, except = 0): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(hidden_reply.replies)::int from hidden_reply
     where hidden_reply.root_id = ${root} and hidden_reply.uid <> ${except}), 0)`;
}
