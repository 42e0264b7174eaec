import type { Context } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import { deleteExpiredChallenges, insertUsedChallenge } from '../store/challenges.ts';

const FORM = /^v1\.(\d{10,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
const NONCE_BYTES = 16;

/** A signature that expires. `message` is what it is bound to; whoever checks it must know the same. */
type Signed = { purpose: string; message: Buffer | string };
export type OpenedChallenge = { mac: string; expires_at: Date };

/** Nothing is stored until it is used, so a visitor who only opens a page writes nothing. */
export function mintChallenge(ctx: Context, signed: Signed, seconds: number) {
  const expires = Math.floor(addSeconds(ctx.now(), seconds).getTime() / 1000);
  const nonce = randomToken(NONCE_BYTES);
  const mac = ctx.secrets.sign(signed.purpose, bind(expires, nonce, signed.message));
  return { token: `v1.${expires}.${nonce}.${mac}`, mac };
}

/** Undefined if it is forged, for another purpose or expired. */
export function openChallenge(
  ctx: Context,
  signed: Signed,
  token: string | undefined,
): OpenedChallenge | undefined {
  const [, expires, nonce, mac] = FORM.exec(token ?? '') ?? [];
  if (!expires || !nonce || !mac) return undefined;
  const expires_at = new Date(Number(expires) * 1000);
  if (expires_at <= ctx.now()) return undefined;
  const message = bind(Number(expires), nonce, signed.message);
  return ctx.secrets.verify(signed.purpose, message, mac) ? { mac, expires_at } : undefined;
}

/** ASVS 6.5.1: once. Returns whether this was the first use. */
export function spendChallenge(trx: Trx, { mac, expires_at }: OpenedChallenge): Promise<boolean> {
  return insertUsedChallenge(trx, Buffer.from(mac, 'base64url'), expires_at);
}

export function sweepChallenges(trx: Trx, now: Date): Promise<void> {
  return deleteExpiredChallenges(trx, now);
}

function bind(expires: number, nonce: string, message: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${expires}|${nonce}|`), Buffer.from(message)]);
}
