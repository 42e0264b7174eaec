import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';

const lockForShareQuery = prepareQuery((db, { uids }: Params<{ uids: number[] }>) =>
  db
    .selectFrom('user_count')
    .select('uid')
    .where('uid', '=', sql<number>`any(${uids})`)
    .orderBy('uid')
    .forKeyShare(),
);

/**
 * Keeps these users from being deleted or restored until the transaction ends. It locks the counter instead of the
 * user: every foreign key locks the user's row FOR KEY SHARE, and a deletion that waited for all of those could
 * deadlock. Many transactions can share this lock, and it does not block updates of the counter.
 */
export async function lockUserForShare(trx: Trx, uids: number[]): Promise<void> {
  await lockForShareQuery(trx, { uids });
}

/** Waits for every transaction that shares the lock. */
export async function lockUserForUpdate(trx: Trx, uid: number): Promise<void> {
  await trx.selectFrom('user_count').select('uid').where('uid', '=', uid).forUpdate().execute();
}

/**
 * The rest of a statement with a CTE named `change` (uid, followers, following); it adds the changes to the counters.
 * If another transaction has locked a counter, or the sum would be below zero because the other half is still a
 * delta, it inserts a delta that a worker flushes. So followers of a popular member never wait for each other, nothing
 * deadlocks here, and counters plus deltas equal the rows in every snapshot. `uids`: those of `change`, because Citus locks no
 * rows that another part of the statement names.
 */
export function followCountChangesSql(uids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${total()}, free as materialized (
      select uid from user_count where uid = any(${uids}) for no key update skip locked
    ), ${addTotal()}`;
}

function total(): RawBuilder<unknown> {
  return sql`
    total as (
      select uid, sum(followers)::int as followers, sum(following)::int as following from change group by uid
    )`;
}

/** Adds `total` to the counters in `free`, and inserts deltas for the others. */
function addTotal(): RawBuilder<unknown> {
  return sql`
    counted as (
      update user_count
         set followers = user_count.followers + total.followers, following = user_count.following + total.following
        from total join free using (uid)
       where user_count.uid = total.uid
         and user_count.followers + total.followers >= 0 and user_count.following + total.following >= 0
      returning user_count.uid
    ), delta as (
      insert into user_count_delta (uid, followers, following)
      select uid, followers, following from total
       where uid not in (select uid from counted) and (followers <> 0 or following <> 0)
    )`;
}

export type FollowCounts = { followers: number; following: number };

/**
 * Always exact: the counters and the pending deltas, without hidden stars, which the lists omit. A member with so
 * many followers is rarely deleted, so the subquery costs next to nothing.
 */
export async function selectFollowCounts(db: Db, uid: number): Promise<FollowCounts | undefined> {
  const { rows } = await sql<FollowCounts>`
    select (user_count.followers + coalesce(sum(delta.followers), 0))::bigint as followers,
           (user_count.following + coalesce(sum(delta.following), 0) - (
              select count(*) from hidden_star star join user_follow follow on follow.followed_uid = star.uid
               where follow.follower_uid = ${uid} and follow.following))::bigint as following
      from user_count left join user_count_delta delta using (uid)
     where user_count.uid = ${uid}
     group by user_count.uid`.execute(db);
  return rows[0];
}

/** Users with pending deltas. */
export async function listPendingDeltas(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_count_delta')
    .select('uid')
    .distinct()
    .limit(limit)
    .execute();
  return rows.map((row) => row.uid);
}

/**
 * Skips a counter that another transaction has locked; the next tick retries. Adds only the deltas that this
 * statement deleted: another worker may have flushed a delta that this snapshot still shows.
 */
export async function flushDeltas(trx: TrxOrAutocommit, uid: number): Promise<void> {
  await sql`
    with free as materialized (
      select uid from user_count where uid = ${uid} for no key update skip locked
    ), change as (
      delete from user_count_delta using free where user_count_delta.uid = ${uid}
      returning user_count_delta.uid, followers, following
    ), ${total()}, ${addTotal()}
    select`.execute(trx);
}

export async function insertHiddenStar(trx: Trx, uid: number): Promise<void> {
  await trx.insertInto('hidden_star').values({ uid }).execute();
}

/** Returns whether there was one. */
export async function deleteHiddenStar(trx: Trx, uid: number): Promise<boolean> {
  const rows = await trx
    .deleteFrom('hidden_star')
    .where('uid', '=', uid)
    .returning('uid')
    .execute();
  return rows.length > 0;
}
