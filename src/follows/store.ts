import { type SqlBool, sql } from 'kysely';
import type { Hidden } from '../blocks/rules.ts';
import { notHiddenSql } from '../blocks/store/shared.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS, type TimeAndId } from '../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { followCountChangesSql } from '../users/actions/count-follows.ts';
import { CARD_COLUMNS } from '../users/schema.ts';
import { isNotDeletedSql } from '../users/store/shared.ts';

/** For each list: the column of its owner, and the column of the listed users. */
const COLUMNS = {
  followers: { owner: 'user_follow.followed_uid', listed: 'user_follow.follower_uid' },
  following: { owner: 'user_follow.follower_uid', listed: 'user_follow.followed_uid' },
} as const;
export type FollowList = keyof typeof COLUMNS;

/** A literal, not a parameter: the partial indexes of the lists need it. */
const isFollowing = sql<SqlBool>`user_follow.following`;

export type FollowChange = {
  follower_uid: number;
  followed_uid: number;
  /** D8: the state to set; null toggles. */
  target: boolean | null;
  /** The post of the followed member on whose page the button was. */
  post_id: number | null;
  now: Date;
};

const upsertFollowQuery = prepareQuery(
  (_db, input: Params<FollowChange>) => sql<{ following: boolean; changed: boolean }>`
    with toggled as (
      insert into user_follow as existing (follower_uid, followed_uid, following, previous, changed_at, post_id)
      values (${input.follower_uid}, ${input.followed_uid}, coalesce(${input.target}::boolean, true), false, ${input.now},
              case when coalesce(${input.target}::boolean, true) then ${input.post_id}::bigint end)
      on conflict (follower_uid, followed_uid) do update
         set previous = existing.following, following = coalesce(${input.target}::boolean, not existing.following),
             -- A follow that stays keeps its position in the lists.
             changed_at = case when existing.following = ${input.target}::boolean then existing.changed_at
                               else excluded.changed_at end,
             -- And its origin; one that ends has none.
             post_id = case when not coalesce(${input.target}::boolean, not existing.following) then null
                            when existing.following then existing.post_id
                            else ${input.post_id}::bigint end
      returning follower_uid, followed_uid, following, previous
    ), moved as (
      select follower_uid, followed_uid, following::int - previous::int as step from toggled where following <> previous
    ), change as (
      select followed_uid as uid, step as followers, 0 as following from moved
      union all
      select follower_uid, 0, step from moved
    ), ${followCountChangesSql(sql`array[${input.follower_uid}, ${input.followed_uid}]::bigint[]`)}
    select following, following <> previous as changed from toggled`,
);

/** One statement updates the row and the counters of both users. */
export async function upsertFollow(
  trx: Trx,
  change: FollowChange,
): Promise<{ following: boolean; changed: boolean }> {
  const [state] = await upsertFollowQuery(trx, change);
  if (!state) throw new Error('upsert returned no follow');
  return state;
}

/**
 * Those of `uids` whom the follower follows. Filters `following` here: as a condition it would make the planner choose
 * the index of the whole list instead of the primary key, which finds just these rows.
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

/** Those of `uids` who follow the member, by the primary key too. */
export async function selectFollowers(db: Db, uid: number, uids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user_follow')
    .select(['follower_uid', 'following'])
    .where('follower_uid', '=', sql<number>`any(${uids})`)
    .where('followed_uid', '=', uid)
    .execute();
  return rows.filter((row) => row.following).map((row) => row.follower_uid);
}

/** Finds the page first and joins the users after: otherwise the limit would not stop the join. */
/** `hidden`: whom the reader hides (D67). */
export function selectList(
  db: Db,
  { list, uid, hidden }: { list: FollowList; uid: number; hidden: Hidden },
  page: KeysetPage<TimeAndId>,
) {
  const { owner, listed } = COLUMNS[list];
  let query = db
    .selectFrom('user_follow')
    .select((eb) => [eb.ref(listed).as('listed_uid'), 'user_follow.changed_at'])
    .where(owner, '=', uid)
    .where(isFollowing)
    // D15: lists omit deleted accounts. They are few, so this filters little.
    .where(isNotDeletedSql(sql.ref(listed)));
  if (hidden) query = query.where(notHiddenSql(sql.ref(listed), hidden));
  if (page.after) {
    const [time, last] = page.after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('user_follow.changed_at', listed), '<', tuple(new Date(time), last)),
    );
  }
  const shown = query
    .orderBy('user_follow.changed_at', 'desc')
    .orderBy(listed, 'desc')
    .limit(PAGE_ROWS);
  return db
    .selectFrom(shown.as('shown'))
    .innerJoin('member_card', 'member_card.uid', 'shown.listed_uid')
    .select([...CARD_COLUMNS, 'shown.changed_at'])
    .orderBy('shown.changed_at', 'desc')
    .orderBy('shown.listed_uid', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** D15: subtracts the user from the counters of everyone in these lists of theirs, or adds them again. */
export async function countFollowsOf(
  trx: Trx,
  uid: number,
  { lists, step }: { lists: FollowList[]; step: 1 | -1 },
): Promise<void> {
  const followed = lists.includes('following') ? await listAll(trx, 'following', uid) : [];
  const followers = lists.includes('followers') ? await listAll(trx, 'followers', uid) : [];
  await sql`
    with change as (
      select uid, ${step}::int as followers, 0 as following from unnest(${followed}::bigint[]) as one (uid)
      union all
      select uid, 0, ${step}::int from unnest(${followers}::bigint[]) as one (uid)
    ), ${followCountChangesSql(sql`${[...followed, ...followers]}::bigint[]`)}
    select`.execute(trx);
}

async function listAll(trx: Trx, list: FollowList, uid: number): Promise<number[]> {
  const { owner, listed } = COLUMNS[list];
  const rows = await trx
    .selectFrom('user_follow')
    .select((eb) => eb.ref(listed).as('uid'))
    .where(owner, '=', uid)
    .where(isFollowing)
    .execute();
  return rows.map((row) => row.uid);
}

/** Users in one of the user's lists, following or not. */
export async function listListed(
  db: Db,
  list: FollowList,
  uid: number,
  limit: number,
): Promise<number[]> {
  const { owner, listed } = COLUMNS[list];
  const rows = await db
    .selectFrom('user_follow')
    .select((eb) => eb.ref(listed).as('uid'))
    .where(owner, '=', uid)
    .limit(limit)
    .execute();
  return rows.map((row) => row.uid);
}

/**
 * Removes rows of a purged user's list and updates the counters. A deleted account was already subtracted from the
 * other user's counter. Another worker may have removed some: each row is counted by the one who deletes it.
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
        from deleted where following and ${isNotDeletedSql(sql`follower_uid`)}
      union all
      select follower_uid, 0, -1
        from deleted
       where following and (
         ${isNotDeletedSql(sql`followed_uid`)} or exists (select from hidden_star where hidden_star.uid = followed_uid))
    ), ${followCountChangesSql(sql`${[uid, ...uids]}::bigint[]`)}
    select`.execute(trx);
}
