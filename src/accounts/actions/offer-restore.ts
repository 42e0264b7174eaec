import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import { randomToken } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import type { User } from '../../users/actions/find-user.ts';
import { RESTORE_DAYS, RESTORE_TOKEN_SECONDS } from '../rules.ts';
import { insertRestoreToken } from '../store/restore-tokens.ts';

const RESTORE_TOKEN_BYTES = 32;
const FORM = /^([1-9]\d{0,15})\.[A-Za-z0-9_-]{43}$/;

/** D15: never restores silently; after the member has shown who they are, the member is offered a restore. */
export async function offerRestore(ctx: Context, user: User, deletedAt: Date): Promise<Refusal> {
  const token = `${user.uid}.${randomToken(RESTORE_TOKEN_BYTES)}`;
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

/** Whose it is. Undefined if it looks like none. */
export function readRestoreToken(token: string): number | undefined {
  const uid = Number(FORM.exec(token)?.[1]);
  return Number.isSafeInteger(uid) ? uid : undefined;
}

export function hashRestoreToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isPastRestoring(ctx: Context, user: User): boolean {
  return user.deleted_at !== null && addDays(user.deleted_at, RESTORE_DAYS) <= ctx.now();
}
