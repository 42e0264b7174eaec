import type { Context, Viewer } from '../../context.ts';
import { decideProfileChange } from '../../profiles/actions/change-profile.ts';
import { noteChange } from '../../profiles/actions/undo-change.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';

/** D39, D47: applies the change or returns its escrow; the staff log records who decided. */
export async function reviewProfile(
  ctx: Context,
  staff: Viewer,
  id: number,
  verdict: { accept: boolean; reason: string; batch?: string | undefined },
): Promise<void> {
  const { accept, batch } = verdict;
  const reason = verdict.reason.trim();
  await ctx.tx(async (trx) => {
    const profile = await noteChange(trx, id, accept);
    const change = await decideProfileChange(ctx, trx, staff.uid, id, { accept, reason });
    const { before, after, sent_notifications } = change;
    await recordDecision(
      ctx,
      trx,
      staff,
      {
        action: accept ? 'profile.accept' : 'profile.refuse',
        subject_kind: 'profile_change',
        subject_id: id,
        reason,
        before,
        after,
      },
      { state: { ...(profile ? { profile } : {}), sent_notifications }, batch },
    );
  });
}
