import type { Context } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { assertWayIn, deleteFactorsOf, listFactors } from '../../second-factors/actions/factors.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { endOtherSessions } from '../store/ended-sessions.ts';
import { reportFactorChange } from './report-factors.ts';

/** D64: by the operator, recorded and mailed. A stolen device may be why, so every session ends. */
export function resetFactorsByCommand(ctx: Context, uid: number, reason: string): Promise<void> {
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, uid);
    if (!user || user.email === null) throw new Refusal('not_found');
    const before = await listFactors(trx, uid);
    await deleteFactorsOf(trx, uid);
    await assertWayIn(trx, uid);
    await endOtherSessions(trx, uid, '', 'revoked', ctx.now());
    await recordStaffAction(ctx, trx, null, {
      action: 'user.reset_factors',
      subject_kind: 'user',
      subject_id: uid,
      reason,
      before: { passkeys: before.passkeys.length, totp: before.totp_added_at !== null },
      after: { passkeys: 0, totp: false },
    });
    await reportFactorChange(ctx, trx, user, { change: 'factors_reset', session_id: null });
  });
}
