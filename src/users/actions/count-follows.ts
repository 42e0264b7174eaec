import type { RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import * as store from '../store/follow-counts.ts';

const FLUSH_BATCH = 100;

/** SQL for the store of follows: counts the rows of its CTE named `change`, about these members, in the same statement. */
export function followCountChangesSql(uids: RawBuilder<unknown>): RawBuilder<unknown> {
  return store.followCountChangesSql(uids);
}

/** Always exact: pending deltas are included. */
export async function findFollowCounts(db: Db, uid: number): Promise<store.FollowCounts> {
  return (await store.selectFollowCounts(db, uid)) ?? { followers: 0, following: 0 };
}

/** D15: for deleted accounts with too many followers to update each follower's count. */
export function markHiddenStar(trx: Trx, uid: number): Promise<void> {
  return store.insertHiddenStar(trx, uid);
}

/** Returns whether the user was marked. */
export function unmarkHiddenStar(trx: Trx, uid: number): Promise<boolean> {
  return store.deleteHiddenStar(trx, uid);
}

/** Adds to the counters the deltas of writes that found them locked. A worker runs it on every tick. */
export async function flushUserCountDeltas(ctx: Context): Promise<void> {
  for (const uid of await store.listPendingDeltas(ctx.db, FLUSH_BATCH)) {
    await ctx.autocommit((trx) => store.flushDeltas(trx, uid));
  }
}
