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

/** D27: a comment the viewer may delete, locked with its root, so that it is deleted once. */
export async function lockForRemoval(trx: Trx, viewer: Viewer, id: number): Promise<LockedComment> {
  const place = await findPosition(trx, id);
  if (!place) throw new Refusal('not_found');
  const post = await getVisiblePost(trx, viewer, place.post_id);
  await lockComments(trx, [place.root_id, id]);
  const comment = await findVisibleComment(trx, post.id, id);
  if (!comment) throw new Refusal('not_found');
  const sides = { author_uid: comment.author_uid, post_author_uid: post.author_uid };
  if (!mayDelete(viewer, sides)) throw new Refusal('role_required');
  return { id, ...sides, post_id: post.id, root_id: comment.root_id };
}

/**
 * D27: the counter falls in the same transaction, for a root by all that hangs under it. The last step of a
 * transaction, as everything that moves a counter.
 */
export async function removeLocked(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { id }: LockedComment,
): Promise<void> {
  const deletion = { deleted_at: ctx.now(), deleted_by: viewer.uid };
  const falls = await deleteComments(trx, [id], deletion);
  const hidden = await listHiddenPictures(trx, [id]);
  await detachUploads(trx, 'comment', [id, ...hidden], ctx.now());
  for (const fall of falls) await subtractComments(ctx, trx, fall.post_id, fall.comments);
}
