import type { Context } from '../../context.ts';
import { limitKey, networkKey } from '../../platform/limits/address.ts';
import { accountDelaySeconds } from '../../platform/limits/rules.ts';
import { Refusal } from '../../refusals.ts';
import { refreshPasswordHash } from '../../users/actions/change-user.ts';
import { findUserByEmail, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { emailKey } from '../email-key.ts';
import { findKnownDevice } from '../known-device.ts';
import { isPastRestoring, offerRestore } from './offer-restore.ts';
import { type Caller, type IssuedTokens, openSession } from './open-session.ts';
import { assertSecondFactor } from './second-factor-log-in.ts';

type Credentials = {
  email: string;
  password: string;
  device_token?: string | undefined;
  trust_token?: string | undefined;
};

/**
 * Known, unknown, banned and deleted addresses take the same path until the password is checked: one look-up, one
 * hash, one count. They differ only after the matches password.
 */
export async function logIn(
  ctx: Context,
  caller: Caller,
  input: Credentials,
): Promise<{ user: User; tokens: IssuedTokens }> {
  const address = createFailureKeys(caller, input.email);
  await assertAddressOpen(ctx, address);
  const user = await findUserByEmail(ctx.db, input.email);
  const keys = { ...address, device: findKnownDevice(ctx.secrets, user, input.device_token) };
  await assertAccountOpen(ctx, keys);
  const known = user && !isPastRestoring(ctx, user) ? user.password_hash : null;
  const matches = await ctx.passwords.matches(input.password, known, {
    // Guesses sent at once all pass the first check, so check again after waiting for a hashing slot.
    before: async () => {
      await assertAddressOpen(ctx, keys);
      await assertAccountOpen(ctx, keys);
    },
    after: async (same) => {
      if (!same) await countFailure(ctx, keys);
    },
  });
  if (!matches || !user) throw new Refusal('bad_credentials');
  // A known device skips the delay that other guesses caused, so its success does not clear their counter.
  if (keys.device) await ctx.limits.clear('login_device', keys.device);
  else await ctx.limits.clear('login_account', keys.account);
  await assertSecondFactor(ctx, user, 'password', input.trust_token);
  if (user.deleted_at) throw await offerRestore(ctx, user, user.deleted_at);
  return admit(ctx, caller, user, input.password);
}

async function admit(ctx: Context, caller: Caller, verified: User, password: string) {
  const outdated = ctx.passwords.isOutdated(verified.password_hash ?? '');
  const newHash = outdated ? await ctx.passwords.hash(password) : undefined;
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, verified.uid);
    // The account was changed or deleted while we were hashing.
    if (
      !user ||
      user.deleted_at ||
      user.password_hash !== verified.password_hash ||
      user.second_factor !== verified.second_factor
    ) {
      throw new Refusal('bad_credentials');
    }
    if (newHash) await refreshPasswordHash(trx, user.uid, newHash);
    const tokens = await openSession(ctx, trx, user, caller, 'password');
    return { user: newHash ? { ...user, password_hash: newHash } : user, tokens };
  });
}

type FailureKeys = {
  address: string;
  network: string | undefined;
  account: string;
  wait: string;
  device?: string | undefined;
};

/** The same keys whether or not the account exists, so that a delay does not reveal it. */
function createFailureKeys(caller: Caller, email: string): FailureKeys {
  const account = emailKey(email);
  const ip = caller.ip ?? '';
  return { address: limitKey(ip), network: networkKey(ip), account, wait: `wait:${account}` };
}

async function assertAddressOpen(ctx: Context, keys: FailureKeys): Promise<void> {
  await ctx.limits.assertOpen('login_ip', keys.address);
  if (keys.network) await ctx.limits.assertOpen('login_network', keys.network);
}

/**
 * Wrong guesses delay an account only on devices it has never been used on: otherwise anyone who knows an
 * address could lock its owner out.
 */
async function assertAccountOpen(ctx: Context, keys: FailureKeys): Promise<void> {
  if (keys.device && (await ctx.limits.isOpen('login_device', keys.device))) return;
  await ctx.limits.assertOpen('login_account', keys.wait);
}

async function countFailure(ctx: Context, keys: FailureKeys): Promise<void> {
  await ctx.limits.countFailure('login_ip', keys.address);
  if (keys.network) await ctx.limits.countFailure('login_network', keys.network);
  if (keys.device) await ctx.limits.countFailure('login_device', keys.device);
  const failures = await ctx.limits.countFailure('login_account', keys.account);
  const rule = ctx.config.limits.login_account;
  const seconds = rule ? accountDelaySeconds(failures, rule) : 0;
  if (seconds > 0) await ctx.limits.delay('login_account', keys.wait, seconds);
}
