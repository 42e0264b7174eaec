import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { limitKey } from '../../platform/limits/address.ts';
import { Refusal } from '../../refusals.ts';
import {
  mintChallenge,
  openChallenge,
  spendChallenge,
} from '../../second-factors/actions/challenges.ts';
import {
  bindTo,
  isTrusted,
  listFactors,
  mintTrust,
  useRecoveryCode,
} from '../../second-factors/actions/factors.ts';
import { type VerifiedUse, verifyPasskey } from '../../second-factors/actions/passkeys.ts';
import { useTotp } from '../../second-factors/actions/totp.ts';
import { isTotpForm, LOG_IN_SECONDS } from '../../second-factors/rules.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isPastRestoring, offerRestore } from './offer-restore.ts';
import { type Caller, type IssuedTokens, type LogInMethod, openSession } from './open-session.ts';
import { reportFactorChange } from './report-factors.ts';
import { acceptPasskey } from './use-passkey.ts';

/** `v1-<uid>-<method>-<signed part>` */
const FORM = /^v1-([1-9]\d{0,15})-(password|provider)-([\w.-]{1,200})$/;

export type SecondFactorWay = 'totp' | 'passkey' | 'recovery_code';
export type SecondFactorInput = {
  challenge: string;
  code?: string | undefined;
  passkey?: string | undefined;
  passkey_token?: string | undefined;
  trust_device?: boolean | undefined;
};

/**
 * D64: after the first factor was right. Refuses with a challenge for `finishLogIn` unless the account has no second
 * factor or trusts the device. A passkey needs no second step: it verified the person itself.
 */
export async function assertSecondFactor(
  ctx: Context,
  user: User,
  method: Extract<LogInMethod, 'password' | 'provider'>,
  trustToken: string | undefined,
): Promise<void> {
  if (!user.second_factor || (await isTrusted(ctx, user, trustToken))) return;
  const message = await bindTo(ctx.db, user);
  const { token } = mintChallenge(ctx, { purpose: purposeOf(method), message }, LOG_IN_SECONDS);
  const ways = await listWays(ctx, user.uid);
  throw new Refusal('second_factor_required', {
    challenge: `v1-${user.uid}-${method}-${token}`,
    ways,
    expires_in: LOG_IN_SECONDS,
  });
}

async function listWays(ctx: Context, uid: number): Promise<SecondFactorWay[]> {
  const factors = await listFactors(ctx.db, uid);
  return [
    ...(factors.totp_added_at ? (['totp'] as const) : []),
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    'recovery_code',
  ];
}

const purposeOf = (method: string) => `second factor after ${method}`;

/** For the page: what the challenge allows, without using it. */
export async function findSecondFactorWays(
  ctx: Context,
  challenge: string | undefined,
): Promise<SecondFactorWay[] | undefined> {
  const found = await openLogIn(ctx, challenge ?? '');
  return found && listWays(ctx, found.user.uid);
}

async function openLogIn(ctx: Context, text: string, trx?: Trx) {
  const [, uid, method, token] = FORM.exec(text) ?? [];
  if (!uid || !method) return undefined;
  const user = trx ? await lockUser(trx, Number(uid)) : await findUser(ctx.db, Number(uid));
  if (!user || isPastRestoring(ctx, user)) return undefined;
  // A new password or factor meanwhile changes what was signed.
  const message = await bindTo(trx ?? ctx.db, user);
  const opened = openChallenge(ctx, { purpose: purposeOf(method), message }, token);
  return opened && { user, opened, method: method as LogInMethod };
}

/** Opens the session. With `trust_device` the password is enough on this device for 30 days. */
export async function finishLogIn(
  ctx: Context,
  caller: Caller,
  input: SecondFactorInput,
): Promise<{ user: User; tokens: IssuedTokens; trust_token: string | undefined }> {
  const address = limitKey(caller.ip ?? '');
  await ctx.limits.assertOpen('login_ip', address);
  if (!(await openLogIn(ctx, input.challenge))) throw new Refusal('second_factor_expired');
  const passkey =
    input.passkey === undefined
      ? undefined
      : await verifyPasskey(ctx, { token: input.passkey_token, passkey: input.passkey });
  const result = await ctx.tx(async (trx) => {
    const found = await openLogIn(ctx, input.challenge, trx);
    if (!found) throw new Refusal('second_factor_expired');
    const { user, opened, method } = found;
    const refusal = await checkFactor(ctx, trx, user, passkey, input.code ?? '');
    if (refusal) return { refusal };
    if (!(await spendChallenge(trx, opened))) throw new Refusal('second_factor_expired');
    if (user.deleted_at) return { user };
    const tokens = await openSession(ctx, trx, user, caller, method);
    const trust_token = input.trust_device ? await mintTrust(ctx, trx, user) : undefined;
    return { user, tokens, trust_token };
  });
  if (result.refusal) {
    await ctx.limits.countFailure('login_ip', address);
    throw result.refusal;
  }
  if (!result.tokens) throw await offerRestore(ctx, result.user, result.user.deleted_at as Date);
  return result;
}

/** Returned, not thrown: what a failed try records must be committed. */
async function checkFactor(
  ctx: Context,
  trx: Trx,
  user: User,
  passkey: VerifiedUse | undefined,
  code: string,
): Promise<Refusal | undefined> {
  if (passkey) return acceptPasskey(ctx, trx, user, passkey);
  if (isTotpForm(code)) return checkTotp(ctx, trx, user.uid, code);
  if (!(await useRecoveryCode(trx, user.uid, code))) return wrongCode();
  await reportFactorChange(ctx, trx, user, { change: 'recovery_code_used', session_id: null });
  return undefined;
}

/** Inside the lock on the member's row: guesses sent at once are counted one after the other. */
async function checkTotp(
  ctx: Context,
  trx: Trx,
  uid: number,
  code: string,
): Promise<Refusal | undefined> {
  const key = String(uid);
  await ctx.limits.assertOpen('factor_account', key);
  await ctx.limits.assertOpen('factor_day', key);
  if (await useTotp(ctx, trx, uid, code)) {
    await ctx.limits.clear('factor_account', key);
    return undefined;
  }
  await ctx.limits.countFailure('factor_account', key);
  await ctx.limits.countFailure('factor_day', key);
  return wrongCode();
}

function wrongCode(): Refusal {
  return new Refusal('wrong_code', {}, { keepsEffects: true });
}
