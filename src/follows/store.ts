import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { followCountChangesSql } from '../users/actions/count-follows.ts';
import { CARD_COLUMNS } from '../users/schema.ts';

/** Of each list: the column of whose it is, and the column of who is in it. */
const COLUMNS = {
  followers: { owner: 'user_follow.followed_uid', listed: 'user_follow.follower_uid' },
  following: { owner: 'user_follow.follower_uid', listed: 'user_follow.followed_uid' },
} as const;
export type FollowList = keyof typeof COLUMNS;

/** A literal, not a parameter: the partial indexes of the lists are found by it. */
const stands = sql<SqlBool>`user_follow.following`;

export type FollowChange = {
  follower_uid: number;
  followed_uid: number;
  /** D8: how the button is to stand afterwards; null flips it. */
  wanted: boolean | null;
  now: Date;
};

const pressed = prepareQuery(
  (_db, press: Params<FollowChange>) => sql<{ following: boolean; changed: boolean }>`
    with pressed as (
      insert into user_follow as held (follower_uid, followed_uid, following, previous, changed_at)
      values (${press.follower_uid}, ${press.followed_uid}, coalesce(${press.wanted}::boolean, true), false, ${press.now})
      on conflict (follower_uid, followed_uid) do update
         set previous = held.following, following = coalesce(${press.wanted}::boolean, not held.following),
             -- Who already follows keeps their place in the lists.
             changed_at = case when held.following = ${press.wanted}::boolean then held.changed_at
                               else excluded.changed_at end
      returning follower_uid, followed_uid, following, previous
    ), moved as (
      select follower_uid, followed_uid, following::int - previous::int as step from pressed where following <> previous
    ), change as (
      select followed_uid as uid, step as followers, 0 as following from moved
      union all
      select follower_uid, 0, step from moved
    ), ${followCountChangesSql()}
    select following, following <> previous as changed from pressed`,
);

/** One statement: the button moves, and the counters of both people with it. */
export async function upsertFollow(
  trx: Trx,
  press: FollowChange,
): Promise<{ following: boolean; changed: boolean }> {
  const [state] = await pressed(trx, press);
  if (!state) throw new Error('a press always leaves a row');
  return state;
}

/**
 * Those of `uids` whom the follower follows. Whether the button stands is looked at here: as a condition it
 * would draw the query to the index of the whole list, and away from the key that finds just these rows.
 */
export async function selectFollowed(db: Db, follower: number, uids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user_follow')
    .select(['followed_uid', 'following'])
    .where('follower_uid', '=', follower)
    .where('followed_uid', '=', sql<number>`any(${uids})`)
    .execute();
  return rows.filter((row) => row.following).map((row) => row.followed_uid);
}

/** Those of `uids` who follow the member: the same key, asked for one row of each of them. */
export async function selectFollowers(db: Db, uid: number, uids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user_follow')
    .select(['follower_uid', 'following'])
    .where('follower_uid', '=', sql<number>`any(${uids})`)
    .where('followed_uid', '=', uid)
    .execute();
  return rows.filter((row) => row.following).map((row) => row.follower_uid);
}

/** The page is found first and its people joined after: joined before, the limit would not stop the join. */
export function selectList(db: Db, list: FollowList, uid: number, page: KeysetPage<TimeAndId>) {
  const { owner, listed } = COLUMNS[list];
  let found = db
    .selectFrom('user_follow')
    .select((eb) => [eb.ref(listed).as('listed_uid'), 'user_follow.changed_at'])
    .where(owner, '=', uid)
    .where(stands)
    // D15: deleted accounts are in no list. They are few, so looking for them skips little.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as hidden')
            .select('hidden.uid')
            .whereRef('hidden.uid', '=', listed)
            .where('hidden.deleted_at', 'is not', null),
        ),
      ),
    );
  if (page.after) {
    const [time, last] = page.after;
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('user_follow.changed_at', listed), '<', tuple(new Date(time), last)),
    );
  }
  const shown = found
    .orderBy('user_follow.changed_at', 'desc')
    .orderBy(listed, 'desc')
    .limit(PAGE_ROWS);
  return db
    .selectFrom(shown.as('shown'))
    .innerJoin('users', 'users.uid', 'shown.listed_uid')
    .select([...CARD_COLUMNS, 'shown.changed_at'])
    .orderBy('shown.changed_at', 'desc')
    .orderBy('shown.listed_uid', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** D15: takes somebody off the counters of everybody in these lists of theirs, or puts them back. */
export async function countFollowsOf(
  trx: Trx,
  uid: number,
  { lists, step }: { lists: FollowList[]; step: 1 | -1 },
): Promise<void> {
  await sql`
    with change as (
      select followed_uid as uid, ${step}::int as followers, 0 as following from user_follow
       where ${lists.includes('following')} and follower_uid = ${uid} and ${stands}
      union all
      select follower_uid, 0, ${step}::int from user_follow
       where ${lists.includes('followers')} and followed_uid = ${uid} and ${stands}
    ), ${followCountChangesSql()}
    select`.execute(trx);
}

/**
 * The next people in one of somebody's lists, whichever way the button stands. The lock waits for another worker that
 * does the same, so fewer rows than asked for means that none are left.
 */
export async function lockListed(
  trx: Trx,
  list: FollowList,
  uid: number,
  limit: number,
): Promise<number[]> {
  const { owner, listed } = COLUMNS[list];
  const rows = await trx
    .selectFrom('user_follow')
    .select((eb) => eb.ref(listed).as('uid'))
    .where(owner, '=', uid)
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => row.uid);
}

/**
 * Takes a purged person out of one of their lists, and off the counters. Who is deleted was counted out of the other's
 * counter already.
 */
export async function deleteListed(
  trx: Trx,
  list: FollowList,
  uid: number,
  uids: number[],
): Promise<void> {
  const { owner, listed } = COLUMNS[list];
  await sql`
    with deleted as (
      delete from user_follow where ${sql.ref(owner)} = ${uid} and ${sql.ref(listed)} = any(${uids})
      returning follower_uid, followed_uid, following
    ), change as (
      select followed_uid as uid, -1 as followers, 0 as following
        from deleted join users on users.uid = follower_uid where following and users.deleted_at is null
      union all
      select follower_uid, 0, -1
        from deleted join users on users.uid = followed_uid
       where following and (
         users.deleted_at is null or exists (select from hidden_star where hidden_star.uid = followed_uid))
    ), ${followCountChangesSql()}
    select`.execute(trx);
}
