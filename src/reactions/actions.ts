import type { Context, Viewer } from '../context.ts';
import { calendarDay } from '../platform/clock.ts';
import { groupByServer } from '../platform/db/cluster.ts';
import { getCounts } from '../posts/actions/post-counts.ts';
import { getPost } from '../posts/actions/read-posts.ts';
import { Refusal } from '../refusals.ts';
import { findUser } from '../users/actions/find-user.ts';
import type { ReactionInput } from './rules.ts';
import type { ReactionState } from './schema.ts';
import { batchedReaction, deleteReactions, findReaction, listReactedPosts } from './store.ts';

const PURGE_BATCH = 500;

/** SPEC §3: toggles, sets or unsets a reaction; the opposite one is removed in the same statement. */
export async function changeReaction(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  input: ReactionInput,
): Promise<ReactionState> {
  const now = ctx.now();
  const reader = { post_id: postId, uid: viewer.uid, now, day: calendarDay(now) };
  const result = await ctx.batchWrite(batchedReaction(input), reader);
  if (result) {
    return { state: result.kind, like_count: result.likes, dislike_count: result.dislikes };
  }
  const user = await findUser(ctx.db, viewer.uid);
  if (user?.status === 'banned') throw new Refusal('banned');
  // D30: a post that the caller cannot see is not found; a visible one that is not public is in the wrong state.
  const { status } = await getPost(ctx, viewer, postId);
  throw new Refusal('wrong_state', { post_status: status });
}

export async function getReaction(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
): Promise<ReactionState> {
  await getPost(ctx, viewer, postId);
  const [state, { like_count, dislike_count }] = await Promise.all([
    viewer ? findReaction(ctx.readDb, postId, viewer.uid) : ('none' as const),
    getCounts(ctx.readDb, postId),
  ]);
  return { state, like_count, dislike_count };
}

/** D15: deletes a purged member's reactions and corrects the counters, in batches of one short statement each. */
export async function purgeReactions(ctx: Context, uid: number): Promise<void> {
  for (let read = PURGE_BATCH; read === PURGE_BATCH; ) {
    const posts = await listReactedPosts(ctx.db, uid, PURGE_BATCH);
    for (const group of groupByServer(posts, (post) => post))
      await ctx.autocommit((trx) => deleteReactions(trx, uid, group));
    read = posts.length;
  }
}
