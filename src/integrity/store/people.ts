import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { LEVEL_EXP } from '../../users/rules.ts';
import {
  type CheckGroup,
  createComparison,
  createInspection,
  filterByOwner,
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
    with hidden as materialized (
      select uid from users where deleted_at is not null
    ), uncounted as materialized (
      select uid from hidden where uid not in (select uid from hidden_star)
    ), led as materialized (
      select followed_uid, count(*) as followers from user_follow
       where following and ${only('followed_uid')} and follower_uid not in (select uid from hidden)
       group by followed_uid
    ), chosen as materialized (
      select follower_uid, count(*) as following from user_follow
       where following and ${only('follower_uid')} and followed_uid not in (select uid from uncounted)
       group by follower_uid
    )
    select users.uid, coalesce(led.followers, 0) as followers, coalesce(chosen.following, 0) as following
      from users left join led on led.followed_uid = users.uid left join chosen on chosen.follower_uid = users.uid
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

const LEVEL = sql`(
  select count(*) - 1 from unnest(${sql.lit(`{${LEVEL_EXP}}`)}::int[]) as start where users.exp >= start)::int`;
const STATE = sql`case when users.deleted_at is null then users.status else 'deleted' end`;

/** Every user has a card. What is compared are texts, so 1 means that they are equal. */
export const CARDS: CheckGroup = {
  checks: [
    createInspection({
      name: 'member cards',
      invariant: 'ADR 0073',
      title: 'what others see of every member is what the member has, and has their level',
      key: ['uid'],
      owner: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['name', 'picture', 'signature', 'state', 'level'],
      rows: (only) => sql`
        select uid, (card.username is not distinct from users.username)::int as name, 1 as right_name,
               (card.avatar_key is not distinct from users.avatar_key)::int as picture, 1 as right_picture,
               ((card.signature, card.signature_lang)
                 is not distinct from (users.signature, users.signature_lang))::int as signature, 1 as right_signature,
               (card.state is not distinct from ${STATE})::int as state, 1 as right_state,
               card.level, ${LEVEL} as right_level
          from users full join member_card card using (uid) where ${only('uid')}`,
    }),
  ],
  repair: {
    lock: async (trx, [uid = 0]) => {
      await sql`select from users where uid = ${uid} for no key update`.execute(trx);
    },
    rewrite: rewriteCard,
  },
};

export async function rewriteCard(trx: Trx, owner: number[]): Promise<void> {
  await sql`
    insert into member_card as card (uid, level, state, username, avatar_key, signature, signature_lang)
    select uid, ${LEVEL}, ${STATE}, username, avatar_key, signature, signature_lang
      from users where ${filterByOwner(owner)('uid')}
    on conflict (uid) do update
       set version = card.version + 1, level = excluded.level, state = excluded.state, username = excluded.username, avatar_key = excluded.avatar_key,
           signature = excluded.signature, signature_lang = excluded.signature_lang
     where (card.level, card.state, card.username, card.avatar_key, card.signature, card.signature_lang)
           is distinct from (excluded.level, excluded.state, excluded.username, excluded.avatar_key, excluded.signature,
                             excluded.signature_lang)`.execute(trx);
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
        with pair as materialized (
          select uid, other_uid, uid as follower_uid, other_uid as followed_uid from user_block where kind = 'block'
          union all
          select uid, other_uid, other_uid, uid from user_block where kind = 'block'
        ), despite as materialized (
          select pair.uid, pair.other_uid from pair join user_follow using (follower_uid, followed_uid) where following
        )
        select uid, other_uid, 0 as right_follows, count(despite.uid) as follows
          from user_block left join despite using (uid, other_uid) where kind = 'block' group by uid, other_uid`,
    }),
  ],
};

/** Reported only: whether the member or the ban is right, a person must find out. */
export const BANS: CheckGroup = {
  checks: [
    createInspection({
      name: 'bans',
      invariant: 'D68',
      title: 'every banned member has one open ban, whose end is the one that requests read',
      key: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['banned', 'until'],
      rows: () => sql`
        select users.uid, (users.status = 'banned')::int as banned, (ban.id is not null)::int as right_banned,
               coalesce(extract(epoch from users.banned_until), 0)::bigint as until,
               coalesce(extract(epoch from ban.ends_at), 0)::bigint as right_until
          from (select uid from users where status = 'banned' and purged_at is null
                union select uid from ban where ended_at is null) as found
          join users on users.uid = found.uid
          left join ban on ban.uid = users.uid and ban.ended_at is null`,
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

/** Reported only: a trigger ends it with its session, so a person must find out who switched that off. */
export const PUSHES: CheckGroup = {
  checks: [
    createInspection({
      name: 'push-subscriptions',
      invariant: 'ADR 0068',
      title: 'every browser that is sent notifications has a live session of the same member',
      key: ['id'],
      subject: sql`'push subscription ' || id`,
      values: ['sessions'],
      rows: () => sql`
        select push_subscription.id, 1 as sessions,
               (select count(*) from session
                 where session.uid = push_subscription.uid and session.id = push_subscription.session_id
                   and session.ended_at is null) as right_sessions
          from push_subscription`,
    }),
  ],
};

/** Reported only: what a member has accepted must not be made up. */
export const ACCEPTED_TERMS: CheckGroup = {
  checks: [
    createInspection({
      name: 'accepted terms',
      invariant: 'ADR 0060',
      title:
        'the newest terms that requests know as accepted are those that the member accepted last',
      key: ['uid'],
      subject: sql`'user ' || uid`,
      values: ['newest'],
      rows: () => sql`
        select users.uid, users.accepted_terms as newest, coalesce(max(version_id), 0) as right_newest
          from users left join page_acceptance accepted on accepted.uid = users.uid
         where users.purged_at is null and (users.accepted_terms > 0 or accepted.uid is not null)
         group by users.uid`,
    }),
  ],
};
