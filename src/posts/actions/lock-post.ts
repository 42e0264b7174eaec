import type { Viewer } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findVisible, lockVisibleForShare } from '../store/lock.ts';

export type LockedPost = { id: number; author_uid: number };

/** D25 for comments and favorites of a post: visible only with the post itself. */
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
 * D30: locks the post, so that it cannot be deleted or hidden before the addition to it is committed. In the lock order,
 * posts come after users and before the post's children.
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
