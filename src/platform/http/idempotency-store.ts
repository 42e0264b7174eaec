import { sql } from 'kysely';
import { addSeconds } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';

/** D8: how long an answer can be asked for again. */
const LIFETIME_SECONDS = 24 * 3600;

export type Claim = { scope: Buffer; key: string; fingerprint: Buffer };

/** Whoever holds it is running this very request; nobody waits for it, they hear so at once. */
export async function tryLock(trx: Trx, lock: bigint): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as free`.execute(trx);
  return rows[0]?.free ?? false;
}

export function findReply(db: Db, claim: Claim, now: Date) {
  return db
    .selectFrom('idempotent_reply')
    .select(['fingerprint', 'reply'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .where('created_at', '>', addSeconds(now, -LIFETIME_SECONDS))
    .executeTakeFirst();
}

export async function insertReply(
  trx: Trx,
  row: Claim & { reply: Buffer; uid: number | null; created_at: Date },
): Promise<void> {
  const insert = trx.insertInto('idempotent_reply').values(row);
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((one) => one.columns(['scope', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return;
  // One past its lifetime still waits for the sweep.
  await trx
    .deleteFrom('idempotent_reply')
    .where('scope', '=', row.scope)
    .where('key', '=', row.key)
    .execute();
  await insert.execute();
}

export async function forgetRepliesOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('idempotent_reply').where('uid', '=', uid).execute();
}

export async function forgetExpiredReplies(trx: Trx, now: Date, limit: number): Promise<number> {
  const expired = trx
    .selectFrom('idempotent_reply')
    .select(['scope', 'key'])
    .where('created_at', '<', addSeconds(now, -LIFETIME_SECONDS))
    .orderBy('created_at')
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('idempotent_reply')
    .where(({ eb, refTuple }) =>
      eb(refTuple('scope', 'key'), 'in', expired.$asTuple('scope', 'key')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
