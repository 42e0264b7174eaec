import type { Context, Viewer } from '../context.ts';
import { calendarDay } from '../platform/clock.ts';
import { getCounts } from '../posts/actions/post-counts.ts';
import { getPost } from '../posts/actions/read-posts.ts';
import { Refusal } from '../refusals.ts';
import { findUser } from '../users/actions/find-user.ts';
import type { ReactionButton, ReactionChange } from './rules.ts';
import type { ReactionState } from './schema.ts';
import { batchedToggle, deleteReactionsOf, findReaction } from './store.ts';

const PURGE_BATCH = 500;

/** SPEC §3: each press flips its own reaction and clears the opposite one, in one statement. */
export async function toggleReaction(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  { button, press }: { button: ReactionButton; press: ReactionChange },
): Promise<ReactionState> {
  const now = ctx.now();
  const reader = { post_id: postId, uid: viewer.uid, now, day: calendarDay(now) };
  const pressed = await ctx.batchWrite(batchedToggle(button, press), reader);
  if (pressed) {
    return { state: pressed.kind, like_count: pressed.likes, dislike_count: pressed.dislikes };
  }
  const user = await findUser(ctx.db, viewer.uid);
  if (user?.status === 'banned') throw new Refusal('banned');
  // D30: a post the caller cannot see is not there; one they can see, but not public, is in the wrong state.
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

/** D15: what a purged member pressed goes, and the counters with it; in batches, each a short statement. */
export async function purgeReactions(ctx: Context, uid: number): Promise<void> {
  for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH; ) {
    deleted = await ctx.autocommit((trx) => deleteReactionsOf(trx, uid, PURGE_BATCH));
  }
}
