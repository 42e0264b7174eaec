import { lockForRemoval, removeLocked } from '../../comments/actions/remove-comment.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';

/** SPEC §4, D47: a deletion with a reason for the author. The log entry has no text, which a purge must delete. */
export async function removeCommentAsStaff(
  ctx: Context,
  staff: Viewer,
  id: number,
  sent: { reason: string },
): Promise<void> {
  const reason = sent.reason.trim();
  await ctx.tx(async (trx) => {
    const comment = await lockForRemoval(trx, staff, id);
    const { author_uid, post_id, root_id } = comment;
    await recordStaffAction(ctx, trx, staff, {
      action: 'comment.remove',
      subject_kind: 'comment',
      subject_id: id,
      reason,
      before: { deleted: false, author_uid, post_id, root_id },
      after: { deleted: true },
    });
    // Without an actor. D44: members are not notified of their own actions.
    if (author_uid !== staff.uid) {
      await notifyUser(trx, {
        uid: author_uid,
        kind: 'comment_removed',
        cause: `comment_removed:${id}`,
        related_id: post_id,
        payload: { reason },
        created_at: ctx.now(),
      });
    }
    await removeLocked(ctx, trx, staff, comment);
  });
}
