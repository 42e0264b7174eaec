import type { Db, Trx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../refusals.ts';

export type NewPasskey = {
  uid: number;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  backed_up: boolean;
  created_at: Date;
};

const COLUMNS = [
  'id',
  'uid',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'backed_up',
  'created_at',
  'last_used_at',
] as const;

export type Passkey = Awaited<ReturnType<typeof selectPasskeysOf>>[number];

export async function insertPasskey(trx: Trx, passkey: NewPasskey) {
  try {
    return await trx
      .insertInto('passkey')
      .values(passkey)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violatedConstraint(error) === 'passkey_credential_once') throw new Refusal('passkey_taken');
    throw error;
  }
}

export function selectPasskeysOf(db: Db, uid: number) {
  return db.selectFrom('passkey').select(COLUMNS).where('uid', '=', uid).orderBy('id').execute();
}

export function selectByCredential(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkey')
    .select(COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Undefined if it was removed meanwhile. */
export function lockPasskey(trx: Trx, uid: number, id: number) {
  return trx
    .selectFrom('passkey')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateUse(
  trx: Trx,
  uid: number,
  id: number,
  use: { counter: number; backed_up: boolean; last_used_at: Date },
): Promise<void> {
  await trx.updateTable('passkey').set(use).where('uid', '=', uid).where('id', '=', id).execute();
}

export async function updateName(
  trx: Trx,
  uid: number,
  id: number,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deletePasskey(trx: Trx, uid: number, id: number) {
  return trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

export async function deletePasskeysOf(trx: Trx, uid: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkey')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
