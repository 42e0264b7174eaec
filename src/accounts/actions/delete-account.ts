import { hideCommentsOf } from '../../comments/actions/hide-comments.ts';
import type { Context, Viewer } from '../../context.ts';
import { hideFollowsOf } from '../../follows/actions.ts';
import { addDays } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { hideTagFollowsOf } from '../../tags/actions/follow-tag.ts';
import { markDeleted } from '../../users/actions/delete-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { RESTORE_DAYS } from '../rules.ts';
import { lockVerifiedUser, verifyPassword } from './change-password.ts';
import { recordSecurityEvent } from './security-events.ts';

/** D15: a soft delete; logging in again within the window undoes it. */
export async function deleteAccount(
  ctx: Context,
  viewer: Viewer,
  password: string | undefined,
): Promise<{ restorable_until: Date }> {
  const verified = await verifyPassword(ctx, viewer, password);
  // A site without an owner could not be administered, nor be set up again while it has posts.
  if (verified.role === 'owner') throw new Refusal('owner_must_stay');
  return ctx.tx(async (trx) => {
    const { uid } = await lockVerifiedUser(trx, verified);
    return hideAccount(ctx, trx, { uid, session_id: viewer.session_id });
  });
}

/** For the operator, of a member who cannot log in. The member can restore it likewise. */
export function deleteAccountByCommand(
  ctx: Context,
  uid: number,
  reason: string,
): Promise<{ restorable_until: Date }> {
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, uid);
    if (!user || user.email === null) throw new Refusal('not_found');
    if (user.role === 'owner') throw new Refusal('owner_must_stay');
    if (user.deleted_at) throw new Refusal('wrong_state', { state: 'deleted' });
    await recordStaffAction(ctx, trx, null, {
      action: 'user.delete',
      subject_kind: 'user',
      subject_id: uid,
      reason,
      before: { deleted: false },
      after: { deleted: true },
    });
    return hideAccount(ctx, trx, { uid, session_id: null });
  });
}

/** A trigger ends all sessions in the same transaction. */
async function hideAccount(
  ctx: Context,
  trx: Trx,
  { uid, session_id }: { uid: number; session_id: string | null },
): Promise<{ restorable_until: Date }> {
  const now = ctx.now();
  await markDeleted(trx, uid, now);
  await recordSecurityEvent(ctx, trx, { uid, kind: 'account_deleted', session_id });
  await hideFollowsOf(trx, uid);
  await hideTagFollowsOf(trx, uid);
  await hideCommentsOf(ctx, trx, uid);
  return { restorable_until: addDays(now, RESTORE_DAYS) };
}
