import { mailPasswordChanged } from '../../accounts/actions/account-mails.ts';
import { recordSecurityEvent } from '../../accounts/actions/security-events.ts';
import { assertUncommonPassword } from '../../accounts/common-passwords.ts';
import { emailKey } from '../../accounts/email-key.ts';
import type { Context } from '../../context.ts';
import { findMailToken } from '../../mail/actions/mail-tokens.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { afterCommit } from '../../platform/db/transaction.ts';
import { Refusal } from '../../refusals.ts';
import { markEmailVerified, setPasswordHash } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { useLink } from './use-link.ts';

/**
 * D63: by a link, once, within 30 minutes. Triggers end all sessions and all other links. Second factors stay: the mail
 * replaces the password only.
 */
export async function resetPassword(
  ctx: Context,
  { token, new_password }: { token: string; new_password: string },
): Promise<User> {
  // Hashing is expensive, so a wrong link must not cause it.
  if (!(await findMailToken(ctx, ctx.db, 'reset_password', token)))
    throw new Refusal('mail_link_invalid');
  await assertUncommonPassword(new_password, '/new_password');
  const hash = await ctx.passwords.hash(new_password);
  return ctx.tx(async (trx) => {
    const { user, used } = await useLink(ctx, trx, 'reset_password', token);
    if (used.email_key !== user.email_key) throw new Refusal('mail_link_invalid');
    const now = ctx.now();
    await setPasswordHash(trx, user.uid, hash);
    if (!user.email_verified_at) await markEmailVerified(trx, user.uid, now);
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'password_reset',
      session_id: null,
    });
    await notifyUser(trx, {
      uid: user.uid,
      kind: 'password_changed',
      cause: `password_changed:${now.toISOString()}`,
      created_at: now,
    });
    await mailPasswordChanged(ctx, trx, user);
    afterCommit(trx, () => liftDelay(ctx, user.email ?? ''));
    return { ...user, password_hash: hash };
  });
}

/** Wrong guesses of others delay the account (D13); its owner has just shown who they are. */
async function liftDelay(ctx: Context, email: string): Promise<void> {
  const account = emailKey(email);
  await ctx.limits.clear('login_account', account);
  await ctx.limits.clear('login_account', `wait:${account}`);
}
