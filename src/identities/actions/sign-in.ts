import { markConfirmed } from '../../accounts/actions/confirm-identity.ts';
import { isPastRestoring, offerRestore } from '../../accounts/actions/offer-restore.ts';
import {
  type Caller,
  type IssuedTokens,
  openSession,
} from '../../accounts/actions/open-session.ts';
import { assertSecondFactor } from '../../accounts/actions/second-factor-log-in.ts';
import { findSessionViewer } from '../../accounts/actions/validate-session.ts';
import type { Context, Viewer } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { type Provider, ProviderFailed } from '../providers/provider.ts';
import { isFreshlyAuthenticated, type Profile, readProfile } from '../rules.ts';
import { selectIdentity, touchIdentity } from '../store/identities.ts';
import { type Attempt, storePending, takeAttempt } from './attempts.ts';
import { linkIdentity } from './link-identity.ts';

export type SignedIn =
  | { kind: 'opened'; user: User; tokens: IssuedTokens; next: string }
  /** Nobody here has this identity: the form asks what to do. */
  | { kind: 'pending'; browser: string }
  /** D64: as after the right password. */
  | { kind: 'second_factor'; challenge: string; next: string }
  | { kind: 'linked' | 'confirmed'; next: string };

type Callback = {
  url: URL;
  browser: string;
  viewer: Viewer | null;
  /** Of a device that needs no second factor. */
  trust_token: string | undefined;
};

/**
 * What the browser brought back from the provider. The attempt is used up before the provider is asked: the same
 * callback a second time is refused, whatever became of the first.
 */
export async function finishSignIn(
  ctx: Context,
  caller: Caller,
  provider: Provider,
  { url, browser, viewer, trust_token }: Callback,
): Promise<SignedIn> {
  const state = url.searchParams.get('state');
  const attempt = state && browser && (await takeAttempt(ctx, provider, state, browser));
  if (!attempt) throw new Refusal('sign_in_expired');
  const profile = readProfile(await provider.exchange(url, attempt.expected));
  if (!profile) throw new ProviderFailed('invalid', 'the subject is not one');
  if (attempt.purpose === 'log_in')
    return logIn(ctx, caller, provider, { profile, next: attempt.next, trust_token });

  const member = await findStarter(ctx, attempt, viewer);
  if (attempt.purpose === 'link') {
    await linkIdentity(ctx, member, { provider: provider.id, profile });
    return { kind: 'linked', next: attempt.next };
  }
  await confirm(ctx, member, profile, attempt);
  return { kind: 'confirmed', next: attempt.next };
}

async function logIn(
  ctx: Context,
  caller: Caller,
  provider: Provider,
  {
    profile,
    next,
    trust_token,
  }: { profile: Profile; next: string; trust_token: string | undefined },
): Promise<SignedIn> {
  const identity = await selectIdentity(ctx.db, profile);
  const known = identity && (await findUser(ctx.db, identity.uid));
  if (!identity || !known || isPastRestoring(ctx, known))
    return {
      kind: 'pending',
      ...(await storePending(ctx, { provider: provider.id, profile, next })),
    };
  const challenge = await findChallenge(ctx, known, trust_token);
  if (challenge) return { kind: 'second_factor', challenge, next };
  if (known.deleted_at) throw await offerRestore(ctx, known, known.deleted_at);
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, known.uid);
    // The account was deleted, or the identity disconnected, while the provider responded.
    const isCurrent = user && !user.deleted_at && user.second_factor === known.second_factor;
    if (!isCurrent || !(await touchIdentity(trx, identity.id, user.uid, ctx.now())))
      throw new Refusal('sign_in_expired');
    const tokens = await openSession(ctx, trx, user, caller, 'provider');
    return { kind: 'opened', user, tokens, next };
  });
}

/** What the second step of the log-in needs, if the account has one. */
async function findChallenge(
  ctx: Context,
  user: User,
  trustToken: string | undefined,
): Promise<string | undefined> {
  try {
    await assertSecondFactor(ctx, user, 'provider', trustToken);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'second_factor_required') throw error;
    return String(error.members['challenge']);
  }
}

/**
 * The session that asked for it, if it is still alive. Its access cookie may have expired meanwhile; the cookie of the
 * attempt shows that it is the same browser.
 */
async function findStarter(
  ctx: Context,
  { starter }: Attempt,
  viewer: Viewer | null,
): Promise<Viewer> {
  if (viewer && viewer.session_id !== starter?.session_id) throw new Refusal('sign_in_expired');
  const found = viewer ?? (starter && (await findSessionViewer(ctx, starter)));
  if (!found) throw new Refusal('login_required');
  return found;
}

/** D64: one of the member's own identities, and the provider has just asked who they are. */
async function confirm(
  ctx: Context,
  viewer: Viewer,
  profile: Profile,
  { created_at }: Attempt,
): Promise<void> {
  if (!isFreshlyAuthenticated(profile.auth_time, created_at))
    throw new ProviderFailed('invalid', 'the person was not asked again');
  const identity = await selectIdentity(ctx.db, profile);
  if (identity?.uid !== viewer.uid) throw new Refusal('identity_taken');
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    if (!user || user.deleted_at || !(await touchIdentity(trx, identity.id, user.uid, ctx.now())))
      throw new Refusal('login_required');
    await markConfirmed(ctx, trx, viewer);
  });
}
