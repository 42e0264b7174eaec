import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { subtractComments } from '../../posts/actions/post-counts.ts';
import { Refusal } from '../../refusals.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { mayDelete } from '../rules.ts';
import { listHiddenPictures } from '../store/purge.ts';
import { findPosition, findVisibleComment } from '../store/read.ts';
import { deleteComments, lockComments } from '../store/write.ts';

type LockedComment = {
  id: number;
  author_uid: number;
  post_id: number;
  post_author_uid: number;
  root_id: number;
};

/** D27: locks a comment that the viewer may delete, and its root, so it is deleted once. */
export async function lockForRemoval(trx: Trx, viewer: Viewer, id: number): Promise<LockedComment> {
  const position = await findPosition(trx, id);
  if (!position) throw new Refusal('not_found');
  const post = await getVisiblePost(trx, viewer, position.post_id);
  await lockComments(trx, [position.root_id, id]);
  const comment = await findVisibleComment(trx, post.id, id);
  if (!comment) throw new Refusal('not_found');
  const sides = { author_uid: comment.author_uid, post_author_uid: post.author_uid };
  if (!mayDelete(viewer, sides)) throw new Refusal('role_required');
  return { id, ...sides, post_id: post.id, root_id: comment.root_id };
}

/**
 * D27: the counter falls in the same transaction, for a root by its visible replies too. The last step of a
 * transaction, like every change of a counter.
 */
export async function removeLocked(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { id }: LockedComment,
): Promise<void> {
  const deletion = { deleted_at: ctx.now(), deleted_by: viewer.uid };
  const decreases = await deleteComments(trx, [id], deletion);
  const hidden = await listHiddenPictures(trx, [id]);
  await detachUploads(trx, 'comment', [id, ...hidden], ctx.now());
  for (const { post_id, comments } of decreases) {
    await subtractComments(ctx, trx, post_id, comments);
  }
}
