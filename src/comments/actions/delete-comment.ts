import type { Context, Viewer } from '../../context.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import { findHold } from '../store/holds.ts';
import { getPosition } from './find-comment.ts';
import { removeHeld } from './hold-comment.ts';
import { lockForRemoval, removeLocked } from './remove-comment.ts';
import { noteComment } from './undo-removal.ts';

/** D27: for its author, the post's author and the staff. A deletion by the staff is recorded (D47). */
export async function deleteComment(
  ctx: Context,
  viewer: Viewer,
  address: RoutedId,
): Promise<void> {
  await ctx.tx(async (trx) => {
    const at = await getPosition(trx, address);
    const hold = await findHold(trx, at);
    if (hold?.author_uid === viewer.uid && (await removeHeld(ctx, trx, viewer, at))) return;
    const comment = await lockForRemoval(trx, viewer, at);
    const { id, author_uid, post_author_uid, post_id, root_id } = comment;
    if (author_uid !== viewer.uid && post_author_uid !== viewer.uid) {
      const action = {
        action: 'comment.remove',
        subject_kind: 'comment',
        subject_id: id,
        reason: '',
        before: { deleted: false, author_uid, post_id, root_id, category: 'none' },
        after: { deleted: true },
      };
      const state = { comment: await noteComment(trx, at) };
      await recordDecision(ctx, trx, viewer, action, { state });
    }
    await removeLocked(ctx, trx, viewer, comment);
  });
}
