import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { subtractFromCount } from '../store/comment-counts.ts';
import { findVisible, lockVisibleForShare } from '../store/lock.ts';

export type LockedPost = { id: number; author_uid: number };

/** D25 for what hangs on a post: whoever cannot see the post sees nothing of it either. */
export async function getVisiblePost(
  db: Db,
  viewer: Viewer | null,
  id: number,
): Promise<LockedPost> {
  const post = await findVisible(db, viewer, id);
  if (!post) throw new Refusal('not_found');
  return { id: post.id, author_uid: post.author_uid };
}

/**
 * D30: locked, so that the post can be neither deleted nor hidden before what is being added to it is there.
 * After users and before the post's children in the order of locks.
 */
export async function lockPublicPost(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { but_own = false } = {},
): Promise<LockedPost> {
  const post = await lockVisibleForShare(trx, viewer, id);
  if (!post) throw new Refusal('not_found');
  if (but_own && post.author_uid === viewer.uid) throw new Refusal('own_post');
  if (post.status !== 'approved') throw new Refusal('wrong_state', { post_status: post.status });
  return { id: post.id, author_uid: post.author_uid };
}

/** Comments that are gone leave the counter and no day. The last step of a transaction, as `changeCounts` is. */
export function subtractComments(
  ctx: Context,
  trx: Trx,
  postId: number,
  by: number,
): Promise<void> {
  return subtractFromCount(trx, postId, calendarDay(ctx.now()), by);
}
