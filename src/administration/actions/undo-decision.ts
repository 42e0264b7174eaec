import { reopenRefused } from '../../bans/actions/appeal.ts';
import { undoBanChange } from '../../bans/actions/end-ban.ts';
import type { BanUndo } from '../../bans/rules.ts';
import { getPosition } from '../../comments/actions/find-comment.ts';
import { type CommentUndo, undoCommentDecision } from '../../comments/actions/undo-removal.ts';
import type { Context, Viewer } from '../../context.ts';
import { withdrawNotifications } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translator } from '../../platform/i18n.ts';
import { type ReviewUndo, undoReview } from '../../posts/actions/undo-review.ts';
import { type ChangeUndo, undoChange } from '../../profiles/actions/undo-change.ts';
import { Refusal } from '../../refusals.ts';
import { reopenCase } from '../../reports/actions/decide-case.ts';
import {
  listBatch,
  lockUndoable,
  recordUndo,
  superseded,
  type Undoable,
} from '../../staff-log/actions/undo.ts';
import { setStatus } from '../../users/actions/change-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { type PictureUndo, undoPicture } from './remove-picture.ts';

/**
 * Undoes a decision of the caller's own within the hour, with all its effects; or refuses, because somebody changed
 * the subject since. Sessions that a ban ended stay ended.
 */
export async function undoDecision(ctx: Context, staff: Viewer, logId: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const decision = await lockUndoable(ctx, trx, staff, logId);
    await recordUndo(ctx, trx, staff, decision, decision.action);
    await withdrawNotifications(trx, decision.state.sent_notifications ?? []);
    await restore(ctx, trx, decision);
  });
}

/** Decisions that were made together. Returns how many were undone, and how many could not be. */
export async function undoBatch(
  ctx: Context,
  staff: Viewer,
  batch: string,
): Promise<{ undone: number; refused: number }> {
  let [undone, refused] = [0, 0];
  for (const id of await listBatch(ctx, staff, batch)) {
    try {
      await undoDecision(ctx, staff, id);
      undone++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused++;
    }
  }
  return { undone, refused };
}

/** In the lock order: users, posts, children. Counters come last. */
async function restore(
  ctx: Context,
  trx: Trx,
  { state, subject_id, log_id }: Undoable,
): Promise<void> {
  const changed = superseded(translator(ctx.locale)('admin.queue.changed_since'));
  if (state.case !== undefined && !(await reopenCase(trx, state.case))) throw changed;
  if (state.user) {
    const user = await lockUser(trx, subject_id);
    if (user?.status !== state.user.left) throw changed;
    await setStatus(trx, subject_id, state.user.status as 'active' | 'banned');
  }
  if (state.ban || state.refused_appeal !== undefined) {
    await lockUser(trx, subject_id);
    const done = state.ban
      ? await undoBanChange(ctx, trx, subject_id, state.ban as BanUndo)
      : await reopenRefused(trx, subject_id, Number(state.refused_appeal));
    if (!done) throw changed;
  }
  if (state.profile && !(await undoChange(ctx, trx, log_id, state.profile as ChangeUndo)))
    throw changed;
  if (state.picture && !(await undoPicture(trx, state.picture as PictureUndo))) throw changed;
  if (state.post && !(await undoReview(trx, subject_id, state.post as ReviewUndo))) throw changed;
  if (state.comment) {
    const at = await getPosition(trx, { owner: undefined, id: subject_id });
    const done = await undoCommentDecision(ctx, trx, at, state.comment as CommentUndo);
    if (!done) throw changed;
  }
}
