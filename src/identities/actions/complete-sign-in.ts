import { mailVerification } from '../../accounts/actions/account-mails.ts';
import {
  type Caller,
  type IssuedTokens,
  openSession,
} from '../../accounts/actions/open-session.ts';
import { recordSecurityEvent } from '../../accounts/actions/security-events.ts';
import type { Context } from '../../context.ts';
import { assertMayRegister, useInvitation } from '../../invitations/actions/use-invitation.ts';
import { Refusal } from '../../refusals.ts';
import { createUser } from '../../users/actions/create-user.ts';
import { findUserByEmail, type User } from '../../users/actions/find-user.ts';
import { normalizeEmail } from '../../users/rules.ts';
import { acceptOnJoining } from '../../written-pages/actions/accept-terms.ts';
import { providersOf } from '../providers/all.ts';
import { labelOf, type Profile } from '../rules.ts';
import { findPending, takePending } from './attempts.ts';
import { insertIdentityOf } from './link-identity.ts';

export type Completion = {
  provider_name: string;
  label: string;
  /** The address that the provider verified; empty if it did not. */
  email: string;
  /** That address has an account here. */
  is_taken: boolean;
  next: string;
};

/** For the page that asks what to do with an identity that nobody here has. */
export async function findCompletion(
  ctx: Context,
  browser: string,
): Promise<Completion | undefined> {
  const pending = await findPending(ctx, browser);
  if (!pending) return undefined;
  const { provider, profile, next } = pending;
  // An address that the provider did not verify is not looked up: it could be anybody's.
  const email = profile.email_verified ? (profile.email ?? '') : '';
  return {
    provider_name: providersOf(ctx.config).get(provider)?.name ?? provider,
    label: labelOf(profile),
    email,
    is_taken: email !== '' && (await findUserByEmail(ctx.db, email)) !== undefined,
    next,
  };
}

/**
 * A new account without a password. D65: an address that has an account is refused; it is never joined here, verified or
 * not.
 */
export async function completeSignIn(
  ctx: Context,
  caller: Caller,
  browser: string,
  { email, invitation, terms_seen }: { email: string; invitation?: string; terms_seen?: number },
): Promise<{ user: User; tokens: IssuedTokens; provider: string }> {
  const pending = await findPending(ctx, browser);
  if (!pending) throw new Refusal('sign_in_expired');
  const { provider, profile } = pending;
  await assertMayRegister(ctx, invitation);
  const isVerified = isVerifiedAddress(profile, email);
  return ctx.tx(async (trx) => {
    if (!(await takePending(ctx, trx, browser, provider))) throw new Refusal('sign_in_expired');
    const now = ctx.now();
    const user = await createUser(trx, {
      email,
      password_hash: null,
      role: 'member',
      created_at: now,
      locale: ctx.locale,
      ...(isVerified ? { email_verified_at: now } : {}),
    });
    await acceptOnJoining(ctx, trx, user.uid, terms_seen);
    if (!isVerified) await mailVerification(ctx, trx, user);
    await insertIdentityOf(ctx, trx, user, { provider, profile });
    const tokens = await openSession(ctx, trx, user, caller, 'registration');
    await recordSecurityEvent(ctx, trx, {
      uid: user.uid,
      kind: 'identity_linked',
      session_id: tokens.session.id,
    });
    await useInvitation(ctx, trx, invitation, user.uid);
    return { user, tokens, provider };
  });
}

function isVerifiedAddress(profile: Profile, email: string): boolean {
  if (!profile.email_verified || !profile.email) return false;
  return normalizeEmail(profile.email) === normalizeEmail(email);
}
