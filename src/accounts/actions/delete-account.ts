import { hideCommentsOf } from '../../comments/actions/hide-comments.ts';
import type { Context, Viewer } from '../../context.ts';
import { hideFollowsOf } from '../../follows/actions.ts';
import { addDays } from '../../platform/clock.ts';
import { Refusal } from '../../refusals.ts';
import { markDeleted } from '../../users/actions/delete-user.ts';
import { RESTORE_DAYS } from '../rules.ts';
import { lockVerifiedUser, verifyPassword } from './change-password.ts';
import { recordSecurityEvent } from './security-events.ts';

/** D15: a soft delete; logging in again within the window undoes it. */
export async function deleteAccount(
  ctx: Context,
  viewer: Viewer,
  password: string,
): Promise<{ restorable_until: Date }> {
  const verified = await verifyPassword(ctx, viewer, password);
  // A site without an owner could not be administered, nor be set up again while it has posts.
  if (verified.role === 'owner') throw new Refusal('owner_must_stay');
  const now = ctx.now();
  await ctx.tx(async (trx) => {
    const user = await lockVerifiedUser(trx, verified);
    await markDeleted(trx, user.uid, now);
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'account_deleted',
      session_id: viewer.session_id,
    });
    await hideFollowsOf(trx, user.uid);
    await hideCommentsOf(ctx, trx, user.uid);
  });
  return { restorable_until: addDays(now, RESTORE_DAYS) };
}
