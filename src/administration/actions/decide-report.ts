import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getForReview } from '../../posts/actions/read-for-review.ts';
import { reviewPost } from '../../posts/actions/review-post.ts';
import { withReviewUndo } from '../../posts/actions/undo-review.ts';
import { Refusal } from '../../refusals.ts';
import { type CaseRow, closeCase, lockUndecided } from '../../reports/actions/decide-case.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import type { UndoState } from '../../staff-log/rules.ts';
import { banMember } from './change-user.ts';
import { release } from './decide-held.ts';
import { takeComment } from './remove-comment.ts';
import { takePicture, undoOf } from './remove-picture.ts';

type Verdict = { uphold: boolean; reason: string; batch?: string | undefined };
type Effect = { about: object; state: UndoState };

const NOTHING: Effect = { about: {}, state: {} };

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
    const { about, state } = uphold
      ? await act(ctx, trx, staff, found, reason)
      : (found.subject_kind === 'comment' && (await release(ctx, trx, staff, found.subject_id))) ||
        NOTHING;
    const toReporters = await closeCase(ctx, trx, staff, id, uphold ? 'upheld' : 'dismissed');
    const isPicture = found.subject_kind === 'upload';
    const action = {
      action: uphold ? 'report.uphold' : 'report.dismiss',
      subject_kind: isPicture ? 'user' : found.subject_kind,
      subject_id: isPicture ? found.subject_uid : found.subject_id,
      reason,
      before: { report: id, ...about },
      after: {},
    };
    const sent_notifications = [...(state.sent_notifications ?? []), ...toReporters];
    await recordDecision(ctx, trx, staff, action, {
      state: { ...state, sent_notifications, case: id },
      batch,
    });
  });
}

async function act(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { subject_kind, subject_id, subject_uid }: CaseRow,
  reason: string,
): Promise<Effect> {
  try {
    switch (subject_kind) {
      case 'comment':
        return await takeComment(ctx, trx, staff, subject_id, { reason });
      case 'upload': {
        const removal = await takePicture(ctx, trx, staff, subject_id, reason);
        if (!removal) return NOTHING;
        return {
          about: { upload_id: subject_id },
          state: { picture: undoOf(removal), sent_notifications: removal.sent_notifications },
        };
      }
      case 'user': {
        const state = await banMember(ctx, trx, staff, subject_uid, reason);
        return { about: {}, state };
      }
      case 'post': {
        const { edit, live_version } = await getForReview(ctx, trx, staff, subject_id);
        const version = edit?.version ?? live_version;
        const decision = { post_id: subject_id, trigger: 'lock' as const, version, reason };
        const { result, undo } = await withReviewUndo(trx, subject_id, () =>
          reviewPost(ctx, trx, staff, { ...decision, prepared: undefined }),
        );
        return { about: {}, state: { post: undo, sent_notifications: result.sent_notifications } };
      }
    }
  } catch (error) {
    // Somebody removed or locked it another way; the reports still need a decision.
    if (error instanceof Refusal && ['not_found', 'wrong_state'].includes(error.code))
      return NOTHING;
    throw error;
  }
}
