import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

export type MailPurpose =
  | 'verify_address'
  | 'change_address'
  | 'undo_change'
  | 'reset_password'
  | 'confirm_identity';

export type MailToken = {
  id: string;
  purpose: MailPurpose;
  uid: number;
  email_key: string;
  salt: Buffer;
  created_at: Date;
  expires_at: Date;
};

const COLUMNS = [
  'id',
  'purpose',
  'uid',
  'email_key',
  'salt',
  'code_tries',
  'created_at',
  'expires_at',
] as const;

/** A new one ends the old one of the same purpose; but every old address has its own link to undo a change. */
export async function replaceMailToken(trx: Trx, token: MailToken): Promise<void> {
  const { uid: _, ...changes } = token;
  await trx
    .insertInto('mail_token')
    .values(token)
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'purpose'])
        .where('purpose', '<>', sql.lit<MailPurpose>('undo_change'))
        .doUpdateSet({ ...changes, code_tries: 0 }),
    )
    .execute();
}

export function findMailToken(db: Db, uid: number, id: string) {
  return db
    .selectFrom('mail_token')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks it: two concurrent tries of one code count as two. */
export function lockMailTokenOf(trx: Trx, uid: number, purpose: MailPurpose) {
  return trx
    .selectFrom('mail_token')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();
}

export async function countCodeTry(trx: Trx, uid: number, id: string): Promise<void> {
  await trx
    .updateTable('mail_token')
    .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('uid', '=', uid)
    .where('id', '=', id)
    .execute();
}

/** Returns whether it was still there: of two concurrent uses only one succeeds. */
export async function deleteMailToken(trx: Trx, uid: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mail_token')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteMailTokensFor(
  trx: Trx,
  uid: number,
  purpose: MailPurpose,
): Promise<void> {
  await trx
    .deleteFrom('mail_token')
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteExpiredMailTokens(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('mail_token').where('expires_at', '<=', now).execute();
}

export async function deleteMailTokensOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('mail_token').where('uid', '=', uid).execute();
}
