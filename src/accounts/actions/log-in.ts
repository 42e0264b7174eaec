import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import { limitKey } from '../../platform/limits/address.ts';
import { accountDelaySeconds } from '../../platform/limits/rules.ts';
import { randomToken } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import { findUserByEmail, lockUser, refreshPasswordHash, type User } from '../../users/actions.ts';
import { foldEmail } from '../../users/rules.ts';
import { RESTORE_DAYS, RESTORE_TOKEN_SECONDS } from '../rules.ts';
import { insertRestoreToken } from '../store/restore-tokens.ts';
import { type Caller, type IssuedTokens, openSession } from './open-session.ts';

const RESTORE_TOKEN_BYTES = 32;

type Credentials = { email: string; password: string };

/**
 * Known, unknown, banned and deleted addresses take the same path up to the verdict: one look-up, one
 * hash, one count. What differs comes only after the right password.
 */
export async function logIn(
  ctx: Context,
  caller: Caller,
  input: Credentials,
): Promise<{ user: User; tokens: IssuedTokens }> {
  const keys = failureKeys(caller, input.email);
  await assertOpen(ctx, keys);
  const user = await findUserByEmail(ctx.db, input.email);
  const known = user && !isPastRestoring(ctx, user) ? user.password_hash : null;
  const right = await ctx.passwords.matches(input.password, known, {
    // Many guesses sent at once have all found it open: those that waited for their turn are asked again.
    before: () => assertOpen(ctx, keys),
    after: async (same) => {
      if (!same) await countFailure(ctx, keys);
    },
  });
  if (!right || !user) throw new Refusal('bad_credentials');
  await ctx.limits.clear('login_account', keys.account);
  if (user.deleted_at) throw await offerRestore(ctx, user, user.deleted_at);
  return admit(ctx, caller, user, input.password);
}

async function admit(ctx: Context, caller: Caller, verified: User, password: string) {
  const outdated = ctx.passwords.isOutdated(verified.password_hash ?? '');
  const newHash = outdated ? await ctx.passwords.hash(password) : undefined;
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, verified.uid);
    // Changed or deleted while we were hashing: what was proven is no longer true.
    if (!user || user.deleted_at || user.password_hash !== verified.password_hash) {
      throw new Refusal('bad_credentials');
    }
    if (newHash) await refreshPasswordHash(trx, user.uid, newHash);
    return { user, tokens: await openSession(ctx, trx, user, caller) };
  });
}

/** D15: never restored silently; the right password only earns the question. */
async function offerRestore(ctx: Context, user: User, deletedAt: Date): Promise<Refusal> {
  const token = randomToken(RESTORE_TOKEN_BYTES);
  await ctx.tx((trx) =>
    insertRestoreToken(trx, {
      token_hash: hashRestoreToken(token),
      uid: user.uid,
      expires_at: addSeconds(ctx.now(), RESTORE_TOKEN_SECONDS),
    }),
  );
  return new Refusal(
    'restore_required',
    { restore_token: token, restorable_until: addDays(deletedAt, RESTORE_DAYS).toISOString() },
    { keepsEffects: true },
  );
}

export function hashRestoreToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function isPastRestoring(ctx: Context, user: User): boolean {
  return user.deleted_at !== null && addDays(user.deleted_at, RESTORE_DAYS) <= ctx.now();
}

type FailureKeys = { address: string; account: string; wait: string };

/** Whether or not the account exists, so that being slowed down says nothing about it. */
function failureKeys(caller: Caller, email: string): FailureKeys {
  const account = createHash('sha256').update(foldEmail(email)).digest('base64url');
  return { address: limitKey(caller.ip ?? ''), account, wait: `wait:${account}` };
}

async function assertOpen(ctx: Context, keys: FailureKeys): Promise<void> {
  await ctx.limits.assertOpen('login_ip', keys.address);
  await ctx.limits.assertOpen('login_account', keys.wait);
}

async function countFailure(ctx: Context, keys: FailureKeys): Promise<void> {
  await ctx.limits.countFailure('login_ip', keys.address);
  const failures = await ctx.limits.countFailure('login_account', keys.account);
  const rule = ctx.config.limits.login_account;
  const seconds = rule ? accountDelaySeconds(failures, rule) : 0;
  if (seconds > 0) await ctx.limits.delay('login_account', keys.wait, seconds);
}
