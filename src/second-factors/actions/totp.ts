import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  findTotpStep,
  TOTP_SECRET_BYTES,
  TOTP_SETUP_SECONDS,
  totpUri,
  withoutBlanks,
} from '../rules.ts';
import { selectFactor, updateTotp } from '../store/factors.ts';

const SECRET = 'totp secret';
const SETUP = 'totp setup';

export type TotpSetup = { setup: string; secret: Buffer; uri: string };

/** The sealed text comes back with the first code, so an unfinished setup stores nothing. */
export function beginTotp(ctx: Context, account: { uid: number; email: string }, site: string) {
  const expires = addSeconds(ctx.now(), TOTP_SETUP_SECONDS).getTime();
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const plain = Buffer.concat([secret, Buffer.from(`${account.uid}|${expires}`)]);
  const setup = ctx.secrets.seal(SETUP, plain).toString('base64url');
  return describeSetup(setup, secret, account.email, site);
}

/** Undefined if it is another member's, forged or too old. */
export function reopenTotp(
  ctx: Context,
  account: { uid: number; email: string },
  site: string,
  setup: string,
): TotpSetup | undefined {
  const plain = ctx.secrets.open(SETUP, Buffer.from(setup, 'base64url'));
  if (!plain || plain.length <= TOTP_SECRET_BYTES) return undefined;
  const secret = plain.subarray(0, TOTP_SECRET_BYTES);
  const [uid, expires] = plain.subarray(TOTP_SECRET_BYTES).toString().split('|').map(Number);
  if (uid !== account.uid || !expires || expires <= ctx.now().getTime()) return undefined;
  return describeSetup(setup, secret, account.email, site);
}

function describeSetup(setup: string, secret: Buffer, email: string, site: string): TotpSetup {
  return { setup, secret, uri: totpUri(site, email, secret) };
}

/** What to store for a secret whose first code is right; undefined if the code is wrong. */
export function sealTotp(ctx: Context, secret: Buffer, code: string) {
  const step = findTotpStep(secret, withoutBlanks(code), ctx.now(), 0);
  if (step === undefined) return undefined;
  const totp_secret = ctx.secrets.seal(SECRET, secret);
  return { totp_secret, totp_step: step, totp_added_at: ctx.now() };
}

/** After `lockUser`, so that of two concurrent uses of one code only one succeeds. */
export async function useTotp(ctx: Context, trx: Trx, uid: number, code: string): Promise<boolean> {
  const factor = await selectFactor(trx, uid);
  const secret = factor?.totp_secret && ctx.secrets.open(SECRET, factor.totp_secret);
  if (!secret) return false;
  const step = findTotpStep(secret, withoutBlanks(code), ctx.now(), factor.totp_step);
  if (step === undefined) return false;
  // Sealed again, so that a new SECRET_KEY takes over while the old one is still accepted.
  await updateTotp(trx, uid, { totp_step: step, totp_secret: ctx.secrets.seal(SECRET, secret) });
  return true;
}
