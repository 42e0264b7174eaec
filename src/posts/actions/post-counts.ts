import type { Context } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import {
  addChange,
  addChanges,
  findCounts,
  flushDeltas,
  listPendingDeltas,
  type PostChange,
  subtractFromCount,
} from '../store/counts.ts';
import type { PostCounts } from '../store/shared/counts.ts';

const POSTS_PER_FLUSH = 100;

/** Changes the counters of a post, as the last step of a transaction. Returns the counters before the change. */
export async function changeCounts(trx: Trx, change: PostChange): Promise<PostCounts> {
  const before = await addChange(trx, change);
  if (!before) throw new Error(`post ${change.post_id} has no counters`);
  return before;
}

/** The counters of many posts in one statement, also the last step. */
export async function changeCountsOfMany(trx: Trx, changes: PostChange[]): Promise<void> {
  if (changes.length > 0) await addChanges(trx, changes);
}

/** Deleted comments leave the counter and no day. Also the last step. */
export function subtractComments(
  ctx: Context,
  trx: Trx,
  postId: number,
  by: number,
): Promise<void> {
  return subtractFromCount(trx, postId, calendarDay(ctx.now()), by);
}

/** Exact, unlike lists, which on a busy post lack the deltas of the last second. */
export async function getCounts(
  db: Db,
  id: number,
): Promise<{
  like_count: number;
  dislike_count: number;
  comment_count: number;
  favorite_count: number;
  energy: number;
}> {
  const counts = await findCounts(db, id);
  return {
    like_count: counts?.likes ?? 0,
    dislike_count: counts?.dislikes ?? 0,
    comment_count: counts?.comments ?? 0,
    favorite_count: counts?.favorites ?? 0,
    energy: counts?.energy ?? 0,
  };
}

/** Adds pending deltas to counters that were locked when they changed. A worker runs it on every tick. */
export async function flushCountDeltas(ctx: Context): Promise<void> {
  for (const postId of await listPendingDeltas(ctx.db, POSTS_PER_FLUSH)) {
    await ctx.tx((trx) => flushDeltas(trx, postId));
  }
}
