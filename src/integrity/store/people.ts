import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import {
  type CheckGroup,
  createComparison,
  createInspection,
  filterByOwner,
  isNotDeleted,
  type Only,
} from './check.ts';

function selectStoredFollows(only: Only) {
  return sql`
    select uid, user_count.followers + coalesce(waiting.followers, 0) as followers,
           user_count.following + coalesce(waiting.following, 0) as following
      from user_count left join (
        select uid, sum(followers) as followers, sum(following) as following
          from user_count_delta where ${only('uid')} group by uid
      ) as waiting using (uid)
     where ${only('user_count.uid')}`;
}

/**
 * Every user has counters, also without follows. D15: they exclude deleted accounts, except those with too
 * many followers, which are subtracted when the counter is shown.
 */
function selectActualFollows(only: Only) {
  return sql`
    select users.uid, coalesce(led.followers, 0) as followers, coalesce(chosen.following, 0) as following
      from users left join (
        select followed_uid, count(*) as followers from user_follow
         where following and ${only('followed_uid')} and ${isNotDeleted('follower_uid')} group by followed_uid
      ) as led on led.followed_uid = users.uid left join (
        select follower_uid, count(*) as following from user_follow
         where following and ${only('follower_uid')} and (
               ${isNotDeleted('followed_uid')} or exists (select from hidden_star where hidden_star.uid = followed_uid))
         group by follower_uid
      ) as chosen on chosen.follower_uid = users.uid
     where ${only('users.uid')}`;
}

export const FOLLOWS: CheckGroup = {
  checks: [
    createComparison({
      name: 'follow counters',
      invariant: 'I7',
      title: 'followers and following of every user equal their rows, without deleted accounts',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['followers', 'following'],
      stored: selectStoredFollows,
      actual: selectActualFollows,
      absent: 'differs',
    }),
  ],
  repair: { lock: lockCounters, rewrite: rewriteFollows },
};

async function lockCounters(trx: Trx, [uid = 0]: number[]): Promise<void> {
  await sql`select from user_count where uid = ${uid} for no key update`.execute(trx);
}

/** One statement, for the same reason as `rewriteCounts` in posts.ts. */
async function rewriteFollows(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    with waiting as (delete from user_count_delta where ${only('uid')})
    insert into user_count (uid, followers, following)
    select uid, followers, following from (${selectActualFollows(only)}) as actual
    on conflict (uid) do update set followers = excluded.followers, following = excluded.following`.execute(
    trx,
  );
}

/** Reported only: whether the follow or the block was meant, a person must find out. */
export const BLOCKS: CheckGroup = {
  checks: [
    createInspection({
      name: 'blocks',
      invariant: 'D67',
      title: 'nobody follows a member whom they blocked or who blocked them',
      key: ['uid', 'other_uid'],
      subject: sql`'users ' || uid || ' and ' || other_uid`,
      values: ['follows'],
      rows: () => sql`
        select user_block.uid, user_block.other_uid, 0 as right_follows,
               (select count(*) from user_follow
                 where following and (follower_uid, followed_uid) in (
                   (user_block.uid, user_block.other_uid), (user_block.other_uid, user_block.uid))) as follows
          from user_block where kind = 'block'`,
    }),
  ],
};

/** Reported only: a person must find out how such a session came about. */
export const SESSIONS: CheckGroup = {
  checks: [
    createInspection({
      name: 'sessions',
      invariant: 'I14',
      title: "no live session is of a deleted account, or older than its member's status",
      key: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['live_sessions'],
      rows: () => sql`
        select users.uid, count(*) as live_sessions,
               count(*) filter (where users.deleted_at is null and user_status = status) as right_live_sessions
          from session join users on users.uid = session.uid
         where session.ended_at is null group by users.uid`,
    }),
  ],
};
