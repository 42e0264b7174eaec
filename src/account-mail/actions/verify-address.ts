import { mailVerification } from '../../accounts/actions/account-mails.ts';
import { recordSecurityEvent } from '../../accounts/actions/security-events.ts';
import type { Context, Viewer } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { markEmailVerified } from '../../users/actions/change-user.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { assertMailOn, consumeMailLimits } from './mail-limits.ts';
import { type LinkOrCode, useLinkOrCode } from './use-link.ts';

/** Sends another link and code, and ends the earlier ones. */
export async function requestVerification(ctx: Context, viewer: Viewer): Promise<void> {
  assertMailOn(ctx);
  const before = await findUser(ctx.db, viewer.uid);
  if (!before?.email) throw new Refusal('login_required');
  if (before.email_verified_at) throw new Refusal('wrong_state', { state: 'verified' });
  await consumeMailLimits(ctx, before.email);
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    if (!user || user.deleted_at || user.email_verified_at)
      throw new Refusal('wrong_state', { state: 'verified' });
    await mailVerification(ctx, trx, user);
  });
}

export async function verifyAddress(
  ctx: Context,
  viewer: Viewer | null,
  input: LinkOrCode,
): Promise<{ email: string }> {
  return ctx.tx(async (trx) => {
    const { user, used } = await useLinkOrCode(ctx, trx, 'verify_address', viewer, input);
    if (used.email_key !== user.email_key) throw new Refusal('mail_link_invalid');
    await markEmailVerified(trx, user.uid, ctx.now());
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'email_verified',
      session_id: viewer?.uid === user.uid ? viewer.session_id : null,
    });
    return { email: user.email ?? '' };
  });
}
