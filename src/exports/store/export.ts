import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';

const COLUMNS = ['uid', 'key', 'asked_at', 'ready_at', 'bytes', 'expires_at', 'taken_at'] as const;

export function selectExport(db: Db, uid: number) {
  return db.selectFrom('user_export').select(COLUMNS).where('uid', '=', uid).executeTakeFirst();
}

/** In the place of the one before, if there was one. */
export async function putRequest(
  trx: Trx,
  request: { uid: number; key: string; asked_at: Date },
): Promise<void> {
  const anew = {
    ...request,
    alive_at: request.asked_at,
    ready_at: null,
    bytes: null,
    expires_at: null,
    taken_at: null,
  };
  await trx
    .insertInto('user_export')
    .values(anew)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(anew))
    .execute();
}

export async function updateAlive(trx: TrxOrAutocommit, key: string, now: Date): Promise<void> {
  await trx.updateTable('user_export').set({ alive_at: now }).where('key', '=', key).execute();
}

/** Requests nobody has been seen at work on since then. They count as begun anew: one look takes each once. */
export function restartStalled(trx: Trx, since: Date, now: Date) {
  return trx
    .updateTable('user_export')
    .set({ alive_at: now })
    .where('ready_at', 'is', null)
    .where('alive_at', '<', since)
    .returning(['uid', 'key'])
    .execute();
}

/** False where it is ready already, was asked for anew, or went with its account. */
export async function updateReady(
  trx: Trx,
  {
    uid,
    key,
    ...made
  }: { uid: number; key: string; ready_at: Date; bytes: number; expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_export')
    .set(made)
    .where('uid', '=', uid)
    .where('key', '=', key)
    .where('ready_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of two downloads at once, one finds it. */
export function updateTaken(trx: TrxOrAutocommit, uid: number, now: Date) {
  return trx
    .updateTable('user_export')
    .set({ taken_at: now })
    .where('uid', '=', uid)
    .where('taken_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('key')
    .executeTakeFirst();
}

export async function updateReturned(
  trx: TrxOrAutocommit,
  uid: number,
  key: string,
): Promise<void> {
  await trx
    .updateTable('user_export')
    .set({ taken_at: null })
    .where('uid', '=', uid)
    .where('key', '=', key)
    .execute();
}

/** Of these files, those somebody may still take or is about to be given. */
export async function findReferencedKeys(db: Db, keys: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user_export')
    .select('key')
    .where('key', '=', sql<string>`any(${keys})`)
    .where('taken_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map((row) => row.key));
}
