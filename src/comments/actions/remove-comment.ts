import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { mayDelete } from '../rules.ts';
import type { CommentPosition } from '../store/keys.ts';
import { listHiddenPictures } from '../store/purge.ts';
import { findVisibleComment } from '../store/read.ts';
import { deleteComments, lockThread } from '../store/write.ts';
import { countChanges } from './count-comments.ts';

type LockedComment = CommentPosition & { author_uid: number; post_author_uid: number };

/** D27: locks a comment that the viewer may delete, and its root, so it is deleted once. */
export async function lockForRemoval(
  trx: Trx,
  viewer: Viewer,
  at: CommentPosition,
): Promise<LockedComment> {
  const post = await getVisiblePost(trx, viewer, at.post_id);
  await lockThread(trx, at);
  const comment = await findVisibleComment(trx, at);
  if (!comment) throw new Refusal('not_found');
  const sides = { author_uid: comment.author_uid, post_author_uid: post.author_uid };
  if (!mayDelete(viewer, sides)) throw new Refusal('role_required');
  return { ...at, ...sides };
}

/**
 * D27: the counter falls in the same transaction, for a root by its visible replies too. The last step of a
 * transaction, like every change of a counter.
 */
export async function removeLocked(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  comment: LockedComment,
): Promise<void> {
  const deletion = { deleted_at: ctx.now(), deleted_by: viewer.uid };
  const decreases = await deleteComments(trx, [comment], deletion);
  const hidden = await listHiddenPictures(trx, [comment]);
  await detachUploads(trx, 'comment', [comment.id, ...hidden], ctx.now());
  await countChanges(ctx, trx, decreases, 1);
}
