import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';

const presence = prepareQuery((db, { uids }: Params<{ uids: number[] }>) =>
  db
    .selectFrom('user_count')
    .select('uid')
    .where('uid', '=', sql<number>`any(${uids})`)
    .orderBy('uid')
    .forKeyShare(),
);

/**
 * Keeps these people from being deleted or restored until the end of the transaction. The counter stands for the user
 * here, because every row that refers to a user shares the key of that user's row: a deletion that waited for all
 * of those could wait in a circle. Many may hold it at once, and it is in nobody's way who counts.
 */
export async function lockUserForShare(trx: Trx, uids: number[]): Promise<void> {
  await presence(trx, { uids });
}

/** Waits for whoever shares it. */
export async function lockUserForUpdate(trx: Trx, uid: number): Promise<void> {
  await trx.selectFrom('user_count').select('uid').where('uid', '=', uid).forUpdate().execute();
}

/**
 * The rest of a statement that has made a CTE named `change` (uid, followers, following): it is counted.
 * Who finds a counter free takes it; who finds it taken, or would bring it below zero because the other half
 * still waits as a delta, leaves a delta for a worker to fold. So nobody waits for somebody famous, nobody
 * can deadlock here, and counters plus deltas equal the rows in every snapshot.
 */
export function followCountChangesSql(): RawBuilder<unknown> {
  return sql`
    ${total()}, free as materialized (
      select uid from user_count where uid in (select uid from total) for no key update skip locked
    ), ${addTotal()}`;
}

function total(): RawBuilder<unknown> {
  return sql`
    total as (
      select uid, sum(followers)::int as followers, sum(following)::int as following from change group by uid
    )`;
}

/** `total` onto the counters in `free`; what does not fit there waits. */
function addTotal(): RawBuilder<unknown> {
  return sql`
    counted as (
      update user_count
         set followers = user_count.followers + total.followers, following = user_count.following + total.following
        from total join free using (uid)
       where user_count.uid = total.uid
         and user_count.followers + total.followers >= 0 and user_count.following + total.following >= 0
      returning user_count.uid
    ), noted as (
      insert into user_count_delta (uid, followers, following)
      select uid, followers, following from total
       where uid not in (select uid from counted) and (followers <> 0 or following <> 0)
    )`;
}

export type FollowCounts = { followers: number; following: number };

/**
 * Exact at any moment: what was counted, and what waits to be, without whom the lists leave out. Hardly ever is
 * somebody with so many followers deleted, so looking for them costs next to nothing.
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

/** People with deltas waiting, a handful at a time. */
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
 * Leaves alone a counter somebody is writing to; the next round finds it. What is added comes from the rows
 * this statement really deleted, because a row it only saw may have been folded a moment ago.
 */
export async function flushDeltas(trx: TrxOrAutocommit, uid: number): Promise<void> {
  await sql`
    with free as materialized (
      select uid from user_count where uid = ${uid} for no key update skip locked
    ), change as (
      delete from user_count_delta using free where user_count_delta.uid = free.uid
      returning user_count_delta.uid, followers, following
    ), ${total()}, ${addTotal()}
    select`.execute(trx);
}

export async function insertHiddenStar(trx: Trx, uid: number): Promise<void> {
  await trx.insertInto('hidden_star').values({ uid }).execute();
}

/** Whether there was one. */
export async function deleteHiddenStar(trx: Trx, uid: number): Promise<boolean> {
  const rows = await trx
    .deleteFrom('hidden_star')
    .where('uid', '=', uid)
    .returning('uid')
    .execute();
  return rows.length > 0;
}
