import { showCommentsOf } from '../../comments/actions/hide-comments.ts';
import type { Context } from '../../context.ts';
import { showFollowsOf } from '../../follows/actions.ts';
import { addDays } from '../../platform/clock.ts';
import { Refusal } from '../../refusals.ts';
import { showTagFollowsOf } from '../../tags/actions/follow-tag.ts';
import { markRestored } from '../../users/actions/delete-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { RESTORE_DAYS } from '../rules.ts';
import { takeRestoreToken } from '../store/restore-tokens.ts';
import { hashRestoreToken, readRestoreToken } from './offer-restore.ts';
import { type Caller, type IssuedTokens, openSession } from './open-session.ts';
import { recordSecurityEvent } from './security-events.ts';

/** D15: spends the one-time token, brings everything back and opens a session. */
export function restoreAccount(
  ctx: Context,
  caller: Caller,
  token: string,
): Promise<{ user: User; tokens: IssuedTokens }> {
  return ctx.tx(async (trx) => {
    const uid = readRestoreToken(token);
    if (!uid || !(await takeRestoreToken(trx, uid, hashRestoreToken(token), ctx.now())))
      throw new Refusal('restore_token_invalid');
    const user = await lockUser(trx, uid);
    const restorable = user?.deleted_at && ctx.now() < addDays(user.deleted_at, RESTORE_DAYS);
    if (!restorable) throw new Refusal('restore_token_invalid');
    await markRestored(trx, user.uid);
    const tokens = await openSession(ctx, trx, user, caller, 'restore');
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'account_restored',
      session_id: tokens.session.id,
    });
    await showFollowsOf(trx, user.uid);
    await showTagFollowsOf(trx, user.uid);
    await showCommentsOf(ctx, trx, user.uid);
    return { user, tokens };
  });
}
