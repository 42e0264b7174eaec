import type { Context, Viewer } from '../../context.ts';
import { decideProfileChange } from '../../profiles/actions/change-profile.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';

/** D39, D47: applies the change or returns its escrow; the staff log records who decided. */
export async function reviewProfile(
  ctx: Context,
  staff: Viewer,
  id: number,
  verdict: { accept: boolean; reason: string },
): Promise<void> {
  const { accept } = verdict;
  const reason = verdict.reason.trim();
  await ctx.tx(async (trx) => {
    const change = await decideProfileChange(ctx, trx, staff.uid, id, { accept, reason });
    await recordStaffAction(ctx, trx, staff, {
      action: accept ? 'profile.accept' : 'profile.refuse',
      subject_kind: 'profile_change',
      subject_id: id,
      reason,
      before: change.before,
      after: change.after,
    });
  });
}
