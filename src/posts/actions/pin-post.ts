import type { Context, PresenterContext, Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import type { PostSummary } from '../schema.ts';
import { findPinnedPost, unpinPostsOf, updatePinned } from '../store/pins.ts';
import { lockOwnPost } from '../store/posts.ts';
import { presentSummary } from './present.ts';

/** D69: the author's space begins with this post, instead of the one pinned before. */
export async function pinPost(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const post = await lockAuthorAndPost(trx, viewer, id);
    if (post.status !== 'approved') throw new Refusal('wrong_state', { post_status: post.status });
    if (post.pinned) return;
    await unpinPostsOf(trx, viewer.uid);
    await updatePinned(trx, id, ctx.now());
  });
}

/** No effect on a post that is not pinned. */
export async function unpinPost(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const post = await lockAuthorAndPost(trx, viewer, id);
    if (post.pinned) await updatePinned(trx, id, null);
  });
}

/** The lock of the author's row: of two pins at once, the second waits and replaces the first. */
async function lockAuthorAndPost(trx: Trx, viewer: Viewer, id: number) {
  const user = await lockUser(trx, viewer.uid);
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
  const post = await lockOwnPost(trx, viewer.uid, id);
  if (!post) throw new Refusal('not_found');
  return post;
}

/** Null while the pinned post is not public: it is hidden, not unpinned. */
export async function getPinnedPost(
  ctx: PresenterContext & { readDb: Db },
  author: number,
): Promise<PostSummary | null> {
  const row = await findPinnedPost(ctx.readDb, author);
  return row ? presentSummary(ctx, row) : null;
}
