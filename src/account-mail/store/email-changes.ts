import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

const COLUMNS = [
  'id',
  'uid',
  'old_email',
  'old_email_key',
  'new_email',
  'new_email_key',
  'requested_at',
  'confirmed_at',
  'undo_token_id',
  'undo_expires_at',
] as const;

export type EmailChange = NonNullable<Awaited<ReturnType<typeof findPending>>>;

export type NewEmailChange = Pick<
  EmailChange,
  'uid' | 'old_email' | 'old_email_key' | 'new_email' | 'new_email_key' | 'requested_at'
>;

/** A new request replaces the pending one. */
export async function replacePending(trx: Trx, change: NewEmailChange): Promise<void> {
  const { uid: _, ...changes } = change;
  await trx
    .insertInto('email_change')
    .values(change)
    .onConflict((conflict) =>
      conflict.column('uid').where('confirmed_at', 'is', null).doUpdateSet(changes),
    )
    .execute();
}

/** Those requested before `since` have expired. */
export function findPending(db: Db, uid: number, since: Date) {
  return db
    .selectFrom('email_change')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('confirmed_at', 'is', null)
    .where('requested_at', '>', since)
    .executeTakeFirst();
}

/** Returns whether there was one. */
export async function deletePending(trx: Trx, uid: number): Promise<boolean> {
  const rows = await trx
    .deleteFrom('email_change')
    .where('uid', '=', uid)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length > 0;
}

export type Confirmation = Pick<EmailChange, 'old_email' | 'old_email_key'> & {
  confirmed_at: Date;
  undo_token_id: string;
  undo_expires_at: Date;
};

export async function confirmChange(
  trx: Trx,
  uid: number,
  id: number,
  change: Confirmation,
): Promise<void> {
  await trx
    .updateTable('email_change')
    .set(change)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .execute();
}

export function findByUndoToken(db: Db, uid: number, tokenId: string) {
  return db
    .selectFrom('email_change')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('undo_token_id', '=', tokenId)
    .executeTakeFirst();
}

/** The oldest one: its link also undoes all later ones. */
export function findUndoableByOldAddress(db: Db, oldKey: string, now: Date) {
  return db
    .selectFrom('email_change')
    .select(COLUMNS)
    .where('old_email_key', '=', oldKey)
    .where('confirmed_at', 'is not', null)
    .where('undo_expires_at', '>', now)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes this change and everything after it, with their links. Earlier ones can still be undone. */
export async function deleteChangesFrom(trx: Trx, uid: number, id: number): Promise<void> {
  await sql`
    with undone as (
      delete from email_change where uid = ${uid} and (id >= ${id} or confirmed_at is null)
      returning undo_token_id
    )
    delete from mail_token where uid = ${uid} and id in (select undo_token_id from undone)`.execute(
    trx,
  );
}

/** Pending ones whose link has expired, and those that can no longer be undone. */
export async function deleteExpiredChanges(trx: Trx, since: Date, now: Date): Promise<void> {
  await trx
    .deleteFrom('email_change')
    .where((eb) =>
      eb.or([
        eb.and([eb('confirmed_at', 'is', null), eb('requested_at', '<=', since)]),
        eb('undo_expires_at', '<=', now),
      ]),
    )
    .execute();
}
