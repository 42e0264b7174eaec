import { sql } from 'kysely';
import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import { ownersOfKeys } from '../../platform/storage/keys.ts';

const COLUMNS = ['uid', 'key', 'asked_at', 'ready_at', 'bytes', 'expires_at', 'taken_at'] as const;

export function selectExport(db: Db, uid: number) {
  return db.selectFrom('user_export').select(COLUMNS).where('uid', '=', uid).executeTakeFirst();
}

/** Replaces the previous request, if there was one. */
export async function putRequest(
  trx: TrxOrAutocommit,
  { uid, ...request }: { uid: number; key: string; asked_at: Date },
): Promise<void> {
  const values = {
    ...request,
    alive_at: request.asked_at,
    ready_at: null,
    bytes: null,
    expires_at: null,
    taken_at: null,
  };
  await trx
    .insertInto('user_export')
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
    .execute();
}

export async function updateAlive(
  trx: TrxOrAutocommit,
  uid: number,
  key: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('user_export')
    .set({ alive_at: now })
    .where('uid', '=', uid)
    .where('key', '=', key)
    .execute();
}

/** Unfinished requests without a heartbeat since then. Each gets a new heartbeat, so only one caller restarts it. */
export function restartStalled(trx: TrxOrAutocommit, since: Date, now: Date) {
  return trx
    .updateTable('user_export')
    .set({ alive_at: now })
    .where('ready_at', 'is', null)
    .where('alive_at', '<', since)
    .returning(['uid', 'key'])
    .execute();
}

/** False if it is already ready, was replaced, or was deleted with its account. */
export async function updateReady(
  trx: TrxOrAutocommit,
  {
    uid,
    key,
    ...result
  }: { uid: number; key: string; ready_at: Date; bytes: number; expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_export')
    .set(result)
    .where('uid', '=', uid)
    .where('key', '=', key)
    .where('ready_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of two concurrent downloads, only one gets the row. */
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

/** The keys among these that can still be downloaded or are being prepared. */
export async function findReferencedKeys(db: Db, keys: string[], now: Date): Promise<Set<string>> {
  const uids = ownersOfKeys(keys);
  const rows = await db
    .selectFrom('user_export')
    .select('key')
    .$if(uids !== undefined, (query) => query.where('uid', '=', sql<number>`any(${uids})`))
    .where('key', '=', sql<string>`any(${keys})`)
    .where('taken_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map((row) => row.key));
}
