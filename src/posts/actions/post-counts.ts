import type { RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { countingComments } from '../store/comment-counts.ts';
import {
  addChange,
  addChanges,
  counterUpdateSql,
  exactCounts,
  findCounts,
  flushDeltas,
  listPendingDeltas,
  type PostChange,
  type PostCounts,
} from '../store/counts.ts';

const POSTS_AT_ONCE = 100;

/** Moves the counters of a post, in the transaction of what moved them, as its last step. Says what they were before. */
export async function changeCounts(trx: Trx, change: PostChange): Promise<PostCounts> {
  const before = await addChange(trx, change);
  if (!before) throw new Error(`post ${change.post_id} has no counters`);
  return before;
}

/** The counters of many posts in one statement, likewise the last step. */
export async function changeCountsOfMany(trx: Trx, changes: PostChange[]): Promise<void> {
  if (changes.length > 0) await addChanges(trx, changes);
}

/** The same as the end of a statement of another domain, which has made a CTE named `change`. */
export function countChangesSql(): RawBuilder<unknown> {
  return counterUpdateSql();
}

/** The same for comments alone, which leave the days as they are; `change` has post_id and comments. */
export function commentCountChangesSql(day: string): RawBuilder<unknown> {
  return countingComments(day);
}

/** The counters of a post, exact, as part of another domain's statement. */
export function countsSql(id: RawBuilder<number>): RawBuilder<PostCounts> {
  return exactCounts(id);
}

/** Exact at any moment. Lists show the counters as counted, at most a second old on a hot post. */
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

/** Brings counters up to date that were too busy to be written at once; run every moment by a worker. */
export async function flushCountDeltas(ctx: Context): Promise<void> {
  for (const postId of await listPendingDeltas(ctx.db, POSTS_AT_ONCE)) {
    await ctx.tx((trx) => flushDeltas(trx, postId));
  }
}
