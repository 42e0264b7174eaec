import type { Context } from '../../context.ts';
import { assertMayRegister, useInvitation } from '../../invitations/actions/use-invitation.ts';
import { afterCommit } from '../../platform/db/transaction.ts';
import { limitKey } from '../../platform/limits/address.ts';
import { CLEARED_BY_REGISTRATION } from '../../platform/limits/rules.ts';
import { createUser } from '../../users/actions/create-user.ts';
import { isEmailTaken, type User } from '../../users/actions/find-user.ts';
import { acceptOnJoining } from '../../written-pages/actions/accept-terms.ts';
import { assertUncommonPassword } from '../common-passwords.ts';
import { emailKey } from '../email-key.ts';
import { mailVerification } from './account-mails.ts';
import { type Caller, type IssuedTokens, openSession } from './open-session.ts';

/** D13: responds only whether the address is free; banned and deleted accounts look like any other. */
export async function isEmailAvailable(ctx: Context, email: string): Promise<boolean> {
  await ctx.limits.consume('check_email_address', emailKey(email));
  return !(await isEmailTaken(ctx.db, email));
}

export async function register(
  ctx: Context,
  caller: Caller,
  input: { email: string; password: string; invitation?: string; terms_seen?: number },
): Promise<{ user: User; tokens: IssuedTokens }> {
  await assertMayRegister(ctx, input.invitation);
  await assertUncommonPassword(input.password, '/password');
  const password_hash = await ctx.passwords.hash(input.password);
  return ctx.tx(async (trx) => {
    const user = await createUser(trx, {
      email: input.email,
      password_hash,
      role: 'member',
      created_at: ctx.now(),
      locale: ctx.locale,
    });
    await acceptOnJoining(ctx, trx, user.uid, input.terms_seen);
    afterCommit(trx, () => forgetFailures(ctx, caller));
    await mailVerification(ctx, trx, user);
    const tokens = await openSession(ctx, trx, user, caller, 'registration');
    await useInvitation(ctx, trx, input.invitation, user.uid);
    return { user, tokens };
  });
}

/** SPEC §4: a successful registration clears the counters of the address and its block; D13: not the account's. */
async function forgetFailures(ctx: Context, caller: Caller): Promise<void> {
  const key = limitKey(caller.ip ?? '');
  for (const name of CLEARED_BY_REGISTRATION) await ctx.limits.clear(name, key);
}
