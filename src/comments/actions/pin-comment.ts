import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { lockPublicPost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { findVisibleComment, type VisibleComment } from '../store/read.ts';
import { listPinned } from '../store/roots.ts';
import { lockComments, unpinCommentsOf, updatePinned } from '../store/write.ts';
import { getPosition } from './find-comment.ts';

/** The author of the post puts a root comment first, instead of the one pinned before. */
export async function pinComment(ctx: Context, viewer: Viewer, address: RoutedId): Promise<void> {
  await ctx.tx(async (trx) => {
    const comment = await lockComment(trx, viewer, address);
    if (comment.post_author_uid !== viewer.uid) throw new Refusal('role_required');
    if (comment.root_id !== comment.id)
      throw new Refusal('wrong_state', { root_id: comment.root_id });
    if (comment.root_pinned) return;
    await unpinCommentsOf(trx, comment.post_id);
    await updatePinned(trx, comment, true);
  });
}

/** The staff may as well; that is recorded (D47). No effect on a comment that is not pinned. */
export async function unpinComment(ctx: Context, viewer: Viewer, address: RoutedId): Promise<void> {
  await ctx.tx(async (trx) => {
    const comment = await lockComment(trx, viewer, address);
    const { post_id, id, post_author_uid, root_id, root_pinned } = comment;
    const isAuthor = post_author_uid === viewer.uid;
    if (!isAuthor && viewer.role === 'member') throw new Refusal('role_required');
    if (root_id !== id || !root_pinned) return;
    if (!isAuthor) {
      await recordStaffAction(ctx, trx, viewer, {
        action: 'comment.unpin',
        subject_kind: 'comment',
        subject_id: id,
        reason: '',
        before: { pinned: true, post_id },
        after: { pinned: false },
      });
    }
    await updatePinned(trx, comment, false);
  });
}

type PinnableComment = VisibleComment & { post_author_uid: number };

/**
 * The lock of the author's row: of two pins at once, the second waits and replaces the first. Comments are locked by id,
 * the one pinned before too.
 */
async function lockComment(trx: Trx, viewer: Viewer, address: RoutedId): Promise<PinnableComment> {
  const user = await lockUser(trx, viewer.uid);
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
  const at = await getPosition(trx, address);
  const post = await lockPublicPost(trx, viewer, at.post_id);
  await lockComments(trx, [at, { ...at, id: at.root_id }, ...(await listPinned(trx, post.id))]);
  const comment = await findVisibleComment(trx, at);
  if (!comment) throw new Refusal('not_found');
  return { ...comment, post_author_uid: post.author_uid };
}
