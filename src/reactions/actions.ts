import type { Context, Viewer } from '../context.ts';
import { getCounts, getPost } from '../posts/actions/read-posts.ts';
import { Refusal } from '../refusals.ts';
import type { Button, Press } from './rules.ts';
import type { ReactionState } from './schema.ts';
import { findReaction, pressButton } from './store.ts';

/** SPEC §3: each press flips its own reaction and clears the opposite one, in one statement. */
export async function pressReaction(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  { button, press }: { button: Button; press: Press },
): Promise<ReactionState> {
  const { uid } = viewer;
  const pressed = await ctx.statement((trx) =>
    pressButton(trx, { post_id: postId, uid, button, press, now: ctx.now() }),
  );
  if (pressed) {
    return { state: pressed.kind, like_count: pressed.likes, dislike_count: pressed.dislikes };
  }
  // D30: a post the caller cannot see is not there; one they can see, but not public, is in the wrong state.
  const { status } = await getPost(ctx, viewer, postId);
  throw new Refusal('wrong_state', { status });
}

export async function getReaction(
  ctx: Context,
  viewer: Viewer | null,
  postId: number,
): Promise<ReactionState> {
  await getPost(ctx, viewer, postId);
  const [state, counts] = await Promise.all([
    viewer ? findReaction(ctx.db, postId, viewer.uid) : ('none' as const),
    getCounts(ctx.db, postId),
  ]);
  return { state, ...counts };
}
