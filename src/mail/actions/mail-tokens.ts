import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { equalSecrets, randomToken, type Secrets } from '../../platform/secrets.ts';
import { normalizeEmail } from '../../users/rules.ts';
import * as store from '../store/tokens.ts';

export type { MailToken } from '../store/tokens.ts';

const FORM = /^v2\.([1-9]\d{0,15})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
const ID_BYTES = 16;
const SALT_BYTES = 32;
const CODE_TRIES = 5;
const CODES = 1_000_000n;

/** D63 */
export const MAIL_TOKEN_SECONDS: Record<store.MailPurpose, number> = {
  verify_address: 24 * 3600,
  change_address: 24 * 3600,
  undo_change: 7 * 24 * 3600,
  reset_password: 30 * 60,
  confirm_identity: 10 * 60,
};

/** How long an invited member has to set a first password; later they ask for a link themselves. */
export const INVITATION_SECONDS = 30 * 24 * 3600;

/** Whether it looks like one; everything else cannot be a link that we sent. */
export function isMailToken(text: string): boolean {
  return FORM.test(text);
}

/** Returns its id, for the data of the mail: the token itself is never stored. */
export async function createMailToken(
  ctx: Context,
  trx: Trx,
  token: { purpose: store.MailPurpose; uid: number; email: string },
  seconds = MAIL_TOKEN_SECONDS[token.purpose],
): Promise<string> {
  const id = randomToken(ID_BYTES);
  const now = ctx.now();
  await store.replaceMailToken(trx, {
    id,
    purpose: token.purpose,
    uid: token.uid,
    email_key: normalizeEmail(token.email),
    salt: randomBytes(SALT_BYTES),
    created_at: now,
    expires_at: addSeconds(now, seconds),
  });
  return id;
}

/** Ends the link and the code of this purpose, if there are any. */
export async function endMailTokens(
  trx: Trx,
  uid: number,
  purpose: store.MailPurpose,
): Promise<void> {
  await store.deleteMailTokensFor(trx, uid, purpose);
}

/** For the worker that writes the mail. Undefined if the token was used, replaced or expired meanwhile. */
export async function renderMailToken(
  ctx: Context,
  uid: number,
  id: string,
): Promise<{ token: string; code: string } | undefined> {
  const row = await store.findMailToken(ctx.db, uid, id);
  if (!row || row.expires_at <= ctx.now()) return undefined;
  return {
    token: `v2.${uid}.${id}.${ctx.secrets.sign('mail token', message(row))}`,
    code: codeOf(ctx.secrets.sign('mail code', message(row))),
  };
}

/** Without using it, for a page that asks before it acts: programs that scan mail open links. */
export async function findMailToken(
  ctx: Context,
  db: Db,
  purpose: store.MailPurpose,
  text: string,
) {
  const [, owner, id, mac] = FORM.exec(text) ?? [];
  const uid = Number(owner);
  if (!id || !mac || !Number.isSafeInteger(uid)) return undefined;
  const row = await store.findMailToken(db, uid, id);
  if (!row || row.purpose !== purpose || row.expires_at <= ctx.now()) return undefined;
  return ctx.secrets.verify('mail token', message(row), mac) ? row : undefined;
}

/** Uses it. Undefined if it is wrong, for another purpose, expired or used. Lock the user before. */
export async function takeMailToken(
  ctx: Context,
  trx: Trx,
  purpose: store.MailPurpose,
  text: string,
) {
  const row = await findMailToken(ctx, trx, purpose, text);
  return row && (await store.deleteMailToken(trx, row.uid, row.id)) ? row : undefined;
}

/**
 * Uses the six digits instead of the link. The fifth wrong try ends the token. The caller must commit a failed try:
 * return normally, or refuse with `keepsEffects`.
 */
export async function takeMailCode(
  ctx: Context,
  trx: Trx,
  purpose: store.MailPurpose,
  uid: number,
  code: string,
) {
  const row = await store.lockMailTokenOf(trx, uid, purpose);
  if (!row || row.expires_at <= ctx.now() || row.code_tries >= CODE_TRIES) return undefined;
  if (!isCode(ctx.secrets, row, code)) {
    await store.countCodeTry(trx, uid, row.id);
    return undefined;
  }
  return (await store.deleteMailToken(trx, row.uid, row.id)) ? row : undefined;
}

function isCode(secrets: Secrets, row: SignedRow, code: string): boolean {
  return secrets
    .signatures('mail code', message(row))
    .some((mac) => equalSecrets(codeOf(mac), code.trim()));
}

function codeOf(mac: string): string {
  const number = Buffer.from(mac, 'base64url').readBigUInt64BE() % CODES;
  return String(number).padStart(6, '0');
}

type SignedRow = { purpose: string; id: string; uid: number; email_key: string; salt: Buffer };

function message({ purpose, id, uid, email_key, salt }: SignedRow): Buffer {
  return Buffer.concat([Buffer.from(`${purpose}|${id}|${uid}|${email_key}|`), salt]);
}
