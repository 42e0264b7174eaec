import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

/** D27 */
function selectActualReplies(only: Only) {
  return sql`
    select post_id, root_id as id, count(*) as reply_count from comment
     where root_id is not null and deleted_at is null and ${only('post_id', 'root_id')} group by post_id, root_id`;
}

export const REPLIES: CheckGroup = {
  checks: [
    createComparison({
      name: 'reply counters',
      invariant: 'I7',
      title: 'the replies of every comment equal their rows',
      key: ['post_id', 'id'],
      owner: ['post_id', 'id'],
      subject: sql`'comment ' || id`,
      values: ['reply_count'],
      stored: (only) =>
        sql`select post_id, id, reply_count from comment where root_id is null and ${only('post_id', 'id')}`,
      actual: selectActualReplies,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: lockRoot,
    rewrite: async (trx, owner) => {
      const only = filterByOwner(owner);
      await sql`
        update comment
           set reply_count = coalesce((select reply_count from (${selectActualReplies(only)}) as actual), 0)
         where ${only('post_id', 'id')}`.execute(trx);
      await sql`
        update comment_count set replies = comment.reply_count from comment
         where comment.post_id = comment_count.post_id and comment.id = comment_count.comment_id
           and ${only('comment.post_id', 'comment.id')} and ${only('comment_count.post_id', 'comment_count.comment_id')}`.execute(
        trx,
      );
    },
  },
};

/** D15 */
function selectActualHidden(only: Only) {
  return sql`
    select comment.post_id, comment.root_id, users.uid, count(*) as replies
      from users join comment on comment.author_uid = users.uid
     where users.deleted_at is not null and comment.root_id is not null and comment.deleted_at is null
       and ${only('comment.post_id', 'comment.root_id')}
     group by comment.post_id, comment.root_id, users.uid`;
}

export const HIDDEN_REPLIES: CheckGroup = {
  checks: [
    createComparison({
      name: 'hidden replies',
      invariant: 'D15',
      title: 'the replies that are hidden with a deleted account equal their rows',
      key: ['post_id', 'root_id', 'uid'],
      owner: ['post_id', 'root_id'],
      subject: sql`'replies of user ' || uid || ' to comment ' || root_id`,
      values: ['replies'],
      stored: (only) =>
        sql`select post_id, root_id, uid, replies from hidden_reply where ${only('post_id', 'root_id')}`,
      actual: selectActualHidden,
      absent: 'means zero',
    }),
  ],
  repair: {
    lock: lockRoot,
    rewrite: async (trx, owner) => {
      const only = filterByOwner(owner);
      await sql`delete from hidden_reply where ${only('post_id', 'root_id')}`.execute(trx);
      await sql`insert into hidden_reply (post_id, root_id, uid, replies) ${selectActualHidden(only)}`.execute(
        trx,
      );
    },
  },
};

/** A deleted root is in no list. A reply has counters from its first like on. */
function selectActualCounts(only: Only) {
  return sql`
    select comment.id as comment_id, comment.post_id, coalesce(given.likes, 0) as likes, comment.reply_count as replies,
           (comment.root_id is null and comment.deleted_at is null)::int as listed
      from comment left join (
        select post_id, comment_id, count(*) as likes from comment_like
         where ${only('post_id', 'comment_id')} group by post_id, comment_id
      ) as given on given.post_id = comment.post_id and given.comment_id = comment.id
     where (comment.root_id is null or given.likes > 0) and ${only('comment.post_id', 'comment.id')}`;
}

function selectActualDays(only: Only) {
  return sql`
    select comment.post_id, comment.id as comment_id, comment_like.day, comment.author_uid, count(*) as likes
      from comment_like join comment on comment.post_id = comment_like.post_id and comment.id = comment_like.comment_id
     where ${only('comment_like.post_id', 'comment_like.comment_id')}
     group by comment.post_id, comment.id, comment_like.day, comment.author_uid`;
}

export const COMMENT_COUNTS: CheckGroup = {
  checks: [
    createComparison({
      name: 'comment counters',
      invariant: 'I7',
      title: 'likes and replies of every comment equal their rows',
      key: ['post_id', 'comment_id'],
      owner: ['post_id', 'comment_id'],
      subject: sql`'comment ' || comment_id`,
      values: ['likes', 'replies', 'listed'],
      stored: (only) => sql`
        select post_id, comment_id, likes, replies, listed::int as listed from comment_count
         where (likes > 0 or replies > 0 or listed or exists (select 1 from comment where comment.post_id = comment_count.post_id
                                        and comment.id = comment_id and root_id is null))
           and ${only('comment_count.post_id', 'comment_id')}`,
      actual: selectActualCounts,
      absent: 'differs',
    }),
    createComparison({
      name: 'comment days',
      invariant: 'I7',
      title: 'likes of every comment on every day equal their rows',
      key: ['post_id', 'comment_id', 'day'],
      owner: ['post_id', 'comment_id'],
      subject: sql`'comment ' || comment_id || ' on ' || day`,
      values: ['likes'],
      stored: (only) =>
        sql`select post_id, comment_id, day, likes from comment_day where ${only('post_id', 'comment_id')}`,
      actual: selectActualDays,
      absent: 'means zero',
    }),
  ],
  repair: {
    // Likes wait for the counter, replies and deletions for the comment.
    lock: async (trx, owner) => {
      await lockRoot(trx, owner);
      const only = filterByOwner(owner);
      await sql`select from comment_count where ${only('post_id', 'comment_id')} for no key update`.execute(
        trx,
      );
    },
    rewrite: async (trx, owner) => {
      const only = filterByOwner(owner);
      await sql`
        insert into comment_count (comment_id, post_id, likes, replies, listed)
        select id, post_id, 0, 0, false from comment where ${only('post_id', 'id')}
        on conflict (post_id, comment_id) do nothing`.execute(trx);
      await sql`
        update comment_count set likes = coalesce(actual.likes, 0), replies = comment.reply_count,
               listed = comment.root_id is null and comment.deleted_at is null
          from comment left join (${selectActualCounts(only)}) as actual
            on actual.post_id = comment.post_id and actual.comment_id = comment.id
         where comment.post_id = comment_count.post_id and comment.id = comment_count.comment_id
           and ${only('comment_count.post_id', 'comment_count.comment_id')}`.execute(trx);
      await sql`update comment_day set likes = 0 where ${only('post_id', 'comment_id')}`.execute(
        trx,
      );
      await sql`
        insert into comment_day (post_id, comment_id, day, author_uid, likes)
        select post_id, comment_id, day, author_uid, likes from (${selectActualDays(only)}) as actual
        on conflict (author_uid, day, post_id, comment_id) do update set likes = excluded.likes`.execute(
        trx,
      );
    },
  },
};

async function lockRoot(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`select from comment where ${only('post_id', 'id')} for no key update`.execute(trx);
}
