import type { Rig } from './site/rig.ts';

/** The stored rows after everything has come to rest. */
export type Effects = {
  energized: { id: number; post_id: number; uid: number; amount: number }[];
  /** The members' sides of every energy transfer, by cause. */
  moves: { cause: string; account_id: number; delta: number; balance_after: number }[];
  reactions: { uid: number; post_id: number; kind: string }[];
  follows: { uid: number; target: number }[];
  favorites: { uid: number; target: number }[];
  check_ins: { uid: number; day: string }[];
  comments: { id: number; mark: string; author_uid: number; post_id: number; deleted: boolean }[];
  posts: { id: number; mark: string; author_uid: number; deleted: boolean }[];
  /** Versions after the first, by the text that the operation wrote. */
  revisions: { mark: string }[];
  renames: { id: number; mark: string; uid: number; state: string; escrow: number }[];
  status_changes: { mark: string; action: string; uid: number }[];
  sessions: { id: string; uid: number; generation: number; ended: boolean }[];
  notifications: { uid: number; kind: string; cause: string }[];
  exports: { uid: number; key: string; ready: boolean }[];
  /** Writes of banned members, by commit time. */
  while_banned: { uid: number; what: string; after_ms: number }[];
};

export async function collectEffects({ sql }: Rig): Promise<Effects> {
  return {
    energized: await sql(`select id, post_id, uid, amount from post_energize order by id`),
    moves: await sql(
      `select cause, account_id, delta, balance_after from energy_entry
         join energy_transfer transfer on transfer.id = transfer_id`,
    ),
    reactions: await sql(`select uid, post_id, kind from post_reaction`),
    follows: await sql(
      `select follower_uid as uid, followed_uid as target from user_follow where following`,
    ),
    favorites: await sql(`select uid, post_id as target from post_favorite`),
    check_ins: await sql(`select uid, day from user_checkin`),
    comments: await sql(
      `select id, body as mark, author_uid, post_id, deleted_at is not null as deleted from comment`,
    ),
    posts: await sql(
      `select id, title as mark, author_uid, deleted_at is not null as deleted from post`,
    ),
    revisions: await sql(
      `select substring(body from '<p>(.*)</p>') as mark from post_revision where version > 1`,
    ),
    renames: await sql(
      `select id, username as mark, uid, state, escrow from profile_change where username is not null`,
    ),
    status_changes: await sql(
      `select reason as mark, action, subject_id as uid from staff_action
        where action in ('user.ban', 'user.unban')`,
    ),
    sessions: await sql(`select id, uid, generation, ended_at is not null as ended from session`),
    notifications: await sql(`select uid, kind, cause from notification`),
    exports: await sql(`select uid, key, ready_at is not null as ready from user_export`),
    while_banned: await sql(WHILE_BANNED),
  };
}

/** I13, by commit: the times at which the rows became visible. */
const WHILE_BANNED = `
  with change as (
    select subject_id as uid, action, pg_xact_commit_timestamp(xmin) as at from staff_action
     where action in ('user.ban', 'user.unban')
  ), ban as (
    select uid, at as from_at,
           coalesce((select min(at) from change as lift
                      where lift.uid = change.uid and action = 'user.unban' and lift.at > change.at),
                    'infinity') as to_at
      from change where action = 'user.ban'
  ), written as (
    select uid, 'energize' as what, pg_xact_commit_timestamp(xmin) as at from post_energize
    union all select author_uid, 'comment', pg_xact_commit_timestamp(xmin) from comment where deleted_at is null
    union all select uid, 'reaction', pg_xact_commit_timestamp(xmin) from post_reaction
    union all select follower_uid, 'follow', pg_xact_commit_timestamp(xmin) from user_follow
    union all select uid, 'favorite', pg_xact_commit_timestamp(xmin) from post_favorite
    union all select uid, 'check-in', pg_xact_commit_timestamp(xmin) from user_checkin
    union all select author_uid, 'post', pg_xact_commit_timestamp(xmin) from post where deleted_at is null
    union all select uid, 'rename', pg_xact_commit_timestamp(xmin) from profile_change
  )
  select written.uid, what, extract(epoch from at - from_at) * 1000 as after_ms
    from written join ban on ban.uid = written.uid and at > from_at and at < to_at`;
