import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

const COLUMNS = [
  'uid',
  'totp_secret',
  'totp_added_at',
  'totp_step',
  'passkey_step',
  'trust_salt',
] as const;

export type FactorChanges = Partial<{
  totp_secret: Buffer | null;
  totp_added_at: Date | null;
  totp_step: number;
  passkey_step: boolean;
}>;

export function selectFactor(db: Db, uid: number) {
  return db.selectFrom('second_factor').select(COLUMNS).where('uid', '=', uid).executeTakeFirst();
}

/** Also ends every trusted device. */
export async function putFactor(
  trx: Trx,
  uid: number,
  changes: FactorChanges,
  trustSalt: Buffer,
): Promise<void> {
  const values = { ...changes, trust_salt: trustSalt };
  await trx
    .insertInto('second_factor')
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
    .execute();
}

/** Trusted devices stay. */
export async function updateTotp(
  trx: Trx,
  uid: number,
  use: { totp_step: number; totp_secret: Buffer },
): Promise<void> {
  await trx.updateTable('second_factor').set(use).where('uid', '=', uid).execute();
}

export async function deleteFactor(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('second_factor').where('uid', '=', uid).execute();
}

export async function replaceRecoveryCodes(
  trx: Trx,
  uid: number,
  hashes: Buffer[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(trx, uid);
  const rows = hashes.map((code_hash) => ({ uid, code_hash, created_at: now }));
  await trx.insertInto('recovery_code').values(rows).execute();
}

export async function countRecoveryCodes(db: Db, uid: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of two concurrent uses only one succeeds. */
export async function deleteRecoveryCode(trx: Trx, uid: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_code')
    .where('uid', '=', uid)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteRecoveryCodes(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('recovery_code').where('uid', '=', uid).execute();
}

/** Passkeys, connected accounts, the authenticator app and recovery codes, if they were added after this time. */
export async function deleteFactorsSince(trx: Trx, uid: number, since: Date): Promise<void> {
  await sql`delete from passkey where uid = ${uid} and created_at >= ${since}`.execute(trx);
  await sql`delete from identity where uid = ${uid} and created_at >= ${since}`.execute(trx);
  const { rows } = await sql<{ uid: number }>`
    delete from second_factor where uid = ${uid} and totp_added_at >= ${since} returning uid`.execute(
    trx,
  );
  if (rows.length > 0) await deleteRecoveryCodes(trx, uid);
  // Whoever made new ones for an older app has read them.
  await sql`delete from recovery_code where uid = ${uid} and created_at >= ${since}`.execute(trx);
  // A step by passkey needs one.
  await sql`
    update second_factor set passkey_step = false
     where uid = ${uid} and passkey_step
       and not exists (select from passkey where passkey.uid = second_factor.uid)`.execute(trx);
}

/**
 * The ways by which the member can log in without anybody's help. All of them are counted here, also those of later
 * domains, because the last one must stay.
 */
export async function countWaysIn(trx: Trx, uid: number): Promise<number> {
  const { rows } = await sql<{ ways: number }>`
    select (users.password_hash is not null)::integer
         + (select count(*) from passkey where passkey.uid = users.uid)
         + (select count(*) from identity where identity.uid = users.uid) as ways
      from users where users.uid = ${uid}`.execute(trx);
  return Number(rows[0]?.ways ?? 0);
}
