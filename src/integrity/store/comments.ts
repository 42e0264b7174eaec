import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

/** D27 */
function selectActualReplies(only: Only) {
  return sql`
    select root_id as id, count(*) as reply_count from comment
     where root_id is not null and deleted_at is null and ${only('root_id')} group by root_id`;
}

export const REPLIES: CheckGroup = {
  checks: [
    createComparison({
      name: 'reply counters',
      invariant: 'I7',
      title: 'the replies of every comment equal their rows',
      key: ['id'],
      owner: ['id'],
      subject: sql`'comment ' || id`,
      values: ['reply_count'],
      stored: (only) =>
        sql`select id, reply_count from comment where root_id is null and ${only('id')}`,
      actual: selectActualReplies,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: lockRoot,
    rewrite: async (trx, owner) => {
      const [id = 0] = owner;
      await sql`
        update comment
           set reply_count = coalesce((select reply_count from (${selectActualReplies(filterByOwner(owner))}) as actual), 0)
         where id = ${id}`.execute(trx);
    },
  },
};

/** D15 */
function selectActualHidden(only: Only) {
  return sql`
    select users.uid, comment.root_id, count(*) as replies
      from users join comment on comment.author_uid = users.uid
     where users.deleted_at is not null and comment.root_id is not null and comment.deleted_at is null
       and ${only('comment.root_id')}
     group by users.uid, comment.root_id`;
}

export const HIDDEN_REPLIES: CheckGroup = {
  checks: [
    createComparison({
      name: 'hidden replies',
      invariant: 'D15',
      title: 'the replies that are hidden with a deleted account equal their rows',
      key: ['uid', 'root_id'],
      owner: ['root_id'],
      subject: sql`'replies of user ' || uid || ' to comment ' || root_id`,
      values: ['replies'],
      stored: (only) =>
        sql`select uid, root_id, replies from hidden_reply where ${only('root_id')}`,
      actual: selectActualHidden,
      absent: 'means zero',
    }),
  ],
  repair: {
    lock: lockRoot,
    rewrite: async (trx, owner) => {
      const only = filterByOwner(owner);
      await sql`delete from hidden_reply where ${only('root_id')}`.execute(trx);
      await sql`insert into hidden_reply (uid, root_id, replies) ${selectActualHidden(only)}`.execute(
        trx,
      );
    },
  },
};

async function lockRoot(trx: Trx, [id = 0]: number[]): Promise<void> {
  await sql`select from comment where id = ${id} for no key update`.execute(trx);
}
