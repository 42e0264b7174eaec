import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getForReview } from '../../posts/actions/read-for-review.ts';
import { reviewPost } from '../../posts/actions/review-post.ts';
import { withReviewUndo } from '../../posts/actions/undo-review.ts';
import { Refusal } from '../../refusals.ts';
import {
  type CaseRow,
  closeCase,
  findMainReason,
  lockUndecided,
} from '../../reports/actions/decide-case.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import type { UndoState } from '../../staff-log/rules.ts';
import type { Effect } from '../../transparency/rules.ts';
import { banMember } from './change-user.ts';
import { release } from './decide-held.ts';
import { takeComment } from './remove-comment.ts';
import { takePicture, undoOf } from './remove-picture.ts';

type Verdict = { uphold: boolean; reason: string; batch?: string | undefined };
type Done = { about: object; state: UndoState; effect?: Effect };

const NOTHING: Done = { about: {}, state: {}, effect: 'none' };

/**
 * D66: all reports of one subject at once. Upheld: a comment or a picture is removed, a post locked, a member banned;
 * whatever is gone already stays gone. Dismissed: a comment that reports hid is shown again.
 */
export async function decideReport(
  ctx: Context,
  staff: Viewer,
  id: number,
  { uphold, batch, ...sent }: Verdict,
): Promise<void> {
  const reason = sent.reason.trim();
  if (uphold && reason === '') {
    const fields = [{ pointer: '/reason', detail: 'a reason is required' }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  await ctx.tx(async (trx) => {
    const found = await lockUndecided(ctx, trx, id);
    const { about, state, effect } = uphold
      ? await act(ctx, trx, staff, found, reason)
      : await clear(ctx, trx, staff, found);
    const toReporters = await closeCase(ctx, trx, staff, id, uphold ? 'upheld' : 'dismissed');
    // The reports themselves are deleted with those who sent them.
    const category = effect && (await findMainReason(trx, id));
    const isPicture = found.subject_kind === 'upload';
    const action = {
      action: uphold ? 'report.uphold' : 'report.dismiss',
      subject_kind: isPicture ? 'user' : found.subject_kind,
      subject_id: isPicture ? found.subject_uid : found.subject_id,
      reason,
      before: { report: id, ...about, ...(effect ? { effect, category } : {}) },
      after: {},
    };
    const sent_notifications = [...(state.sent_notifications ?? []), ...toReporters];
    await recordDecision(ctx, trx, staff, action, {
      state: { ...state, sent_notifications, case: id },
      batch,
    });
  });
}

/** D66: both sides hear the outcome. Whose comment is shown again hears that instead. */
async function clear(ctx: Context, trx: Trx, staff: Viewer, found: CaseRow): Promise<Done> {
  const { id, subject_kind, subject_id, subject_uid: uid } = found;
  const released = subject_kind === 'comment' && (await release(ctx, trx, staff, subject_id));
  if (released) return released;
  if (uid === staff.uid) return NOTHING;
  const now = ctx.now();
  const cause = `report_cleared:${id}:${now.getTime()}`;
  await notifyUser(trx, {
    uid,
    kind: 'report_cleared',
    cause,
    ...(subject_kind === 'post' ? { related_id: subject_id } : {}),
    created_at: now,
  });
  return { about: {}, state: { sent_notifications: [{ uid, cause }] } };
}

async function act(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { subject_kind, subject_id, subject_uid }: CaseRow,
  reason: string,
): Promise<Done> {
  try {
    switch (subject_kind) {
      case 'comment':
        return {
          ...(await takeComment(ctx, trx, staff, subject_id, { reason })),
          effect: 'comment_removed',
        };
      case 'upload': {
        const removal = await takePicture(ctx, trx, staff, subject_id, reason);
        if (!removal) return NOTHING;
        return {
          about: { upload_id: subject_id },
          state: { picture: undoOf(removal), sent_notifications: removal.sent_notifications },
          effect: 'picture_removed',
        };
      }
      case 'user': {
        const state = await banMember(ctx, trx, staff, subject_uid, reason);
        return { about: {}, state, effect: state.ban ? 'ban' : 'none' };
      }
      case 'post': {
        const { edit, live_version } = await getForReview(ctx, trx, staff, subject_id);
        const version = edit?.version ?? live_version;
        const decision = { post_id: subject_id, trigger: 'lock' as const, version, reason };
        const { result, undo } = await withReviewUndo(trx, subject_id, () =>
          reviewPost(ctx, trx, staff, { ...decision, prepared: undefined }),
        );
        const { sent_notifications, before } = result;
        return {
          about: {},
          state: { post: undo, sent_notifications },
          effect: effectOfLock(before.status),
        };
      }
    }
  } catch (error) {
    // Somebody removed or locked it another way; the reports still need a decision.
    if (error instanceof Refusal && ['not_found', 'wrong_state'].includes(error.code))
      return NOTHING;
    throw error;
  }
}

function effectOfLock(status: string): Effect {
  if (status === 'pending') return 'post_refused';
  return status === 'approved' ? 'post_removed' : 'none';
}
