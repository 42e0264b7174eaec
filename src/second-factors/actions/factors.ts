import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import {
  hashRecoveryCode,
  inGroups,
  RECOVERY_BYTES,
  RECOVERY_CODES,
  TRUST_SECONDS,
  toBase32,
} from '../rules.ts';
import * as store from '../store/factors.ts';
import * as passkeys from '../store/passkeys.ts';
import { mintChallenge, openChallenge } from './challenges.ts';

const SALT_BYTES = 32;

export type Factors = {
  passkeys: passkeys.Passkey[];
  totp_added_at: Date | null;
  passkey_step: boolean;
  recovery_codes_left: number;
};

export async function listFactors(db: Db, uid: number): Promise<Factors> {
  const [factor, own, recovery_codes_left] = await Promise.all([
    store.selectFactor(db, uid),
    passkeys.selectPasskeysOf(db, uid),
    store.countRecoveryCodes(db, uid),
  ]);
  return {
    passkeys: own,
    totp_added_at: factor?.totp_added_at ?? null,
    passkey_step: factor?.passkey_step ?? false,
    recovery_codes_left,
  };
}

export async function hasPasskey(db: Db, uid: number): Promise<boolean> {
  return (await passkeys.selectPasskeysOf(db, uid)).length > 0;
}

/** Ends every trusted device, too: they were trusted with the factors of before. After `lockUser`. */
export function changeFactor(trx: Trx, uid: number, changes: store.FactorChanges): Promise<void> {
  return store.putFactor(trx, uid, changes, randomBytes(SALT_BYTES));
}

export async function renamePasskey(
  trx: Trx,
  uid: number,
  id: number,
  name: string,
): Promise<void> {
  if (!(await passkeys.updateName(trx, uid, id, name))) throw new Refusal('not_found');
}

/** After `lockUser`. The last way to log in stays. */
export async function removePasskey(
  trx: Trx,
  uid: number,
  id: number,
): Promise<{ name: string; left: number }> {
  const removed = await passkeys.deletePasskey(trx, uid, id);
  if (!removed) throw new Refusal('not_found');
  await assertWayIn(trx, uid);
  const left = (await passkeys.selectPasskeysOf(trx, uid)).length;
  return { name: removed.name, left };
}

/** After `lockUser` and the change: refuses it if nothing is left to log in with. */
export async function assertWayIn(trx: Trx, uid: number): Promise<void> {
  if ((await store.countWaysIn(trx, uid)) === 0) throw new Refusal('last_factor');
}

/** Returns them in clear, for the one time they are shown. */
export async function makeRecoveryCodes(ctx: Context, trx: Trx, uid: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    inGroups(toBase32(randomBytes(RECOVERY_BYTES))),
  );
  await store.replaceRecoveryCodes(trx, uid, codes.map(hashRecoveryCode), ctx.now());
  return codes;
}

export function useRecoveryCode(trx: Trx, uid: number, code: string): Promise<boolean> {
  return store.deleteRecoveryCode(trx, uid, hashRecoveryCode(code));
}

export function dropRecoveryCodes(trx: Trx, uid: number): Promise<void> {
  return store.deleteRecoveryCodes(trx, uid);
}

/** For the purge, and for the operator whose member lost everything. */
export async function deleteFactorsOf(trx: Trx, uid: number): Promise<void> {
  await passkeys.deletePasskeysOf(trx, uid);
  await store.deleteRecoveryCodes(trx, uid);
  await store.deleteFactor(trx, uid);
}

type Account = { uid: number; password_hash: string | null };

/** "Trust this device": bound to the account, its password and its factors, so that a new one of them ends it. */
export async function mintTrust(ctx: Context, db: Db, account: Account) {
  const message = await bindTo(db, account);
  return mintChallenge(ctx, { purpose: 'trusted device', message }, TRUST_SECONDS).token;
}

export async function isTrusted(
  ctx: Context,
  account: Account,
  token: string | undefined,
): Promise<boolean> {
  if (!token) return false;
  const message = await bindTo(ctx.db, account);
  return openChallenge(ctx, { purpose: 'trusted device', message }, token) !== undefined;
}

/** What short-lived tokens about the factors of an account are bound to. */
export async function bindTo(db: Db, { uid, password_hash }: Account): Promise<Buffer> {
  const factor = await store.selectFactor(db, uid);
  return Buffer.concat([
    Buffer.from(`${uid}|${password_hash ?? ''}|`),
    factor?.trust_salt ?? Buffer.alloc(0),
  ]);
}

/** Undoes what whoever stole the account has added. After `lockUser`. */
export function removeFactorsSince(trx: Trx, uid: number, since: Date): Promise<void> {
  return store.deleteFactorsSince(trx, uid, since);
}
