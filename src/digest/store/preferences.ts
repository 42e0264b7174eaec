import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import type { DigestTime } from '../rules.ts';

export type Preference = DigestTime & { next_at: Date };

const COLUMNS = ['frequency', 'hour', 'weekday', 'zone', 'next_at'] as const;

export async function findPreference(db: Db, uid: number): Promise<Preference | undefined> {
  const row = await db
    .selectFrom('digest_preference')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row as Preference | undefined;
}

/** A change of the hour does not change what the next digest covers. */
export async function upsertPreference(
  trx: Trx,
  uid: number,
  preference: Preference,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('digest_preference')
    .values({ uid, ...preference, covered_until: now })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(preference))
    .execute();
}

/** Returns what it was. */
export async function deletePreference(
  trx: TrxOrAutocommit,
  uid: number,
): Promise<Preference | undefined> {
  const row = await trx
    .deleteFrom('digest_preference')
    .where('uid', '=', uid)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row as Preference | undefined;
}

export type DueMember = Preference & {
  uid: number;
  covered_until: Date;
  email: string;
  locale: string | null;
  /** False while banned, deleted or without a verified address. */
  receives: boolean;
};

/** The longest overdue first. Other workers skip these rows until the transaction ends. */
export async function takeDue(trx: Trx, now: Date, limit: number): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    with due as materialized (
      select uid, frequency, hour, weekday, zone, next_at, covered_until
        from digest_preference where next_at <= ${now}
       order by next_at, uid limit ${limit} for update skip locked
    )
    select due.uid, due.frequency, due.hour, due.weekday, due.zone, due.next_at, due.covered_until,
           coalesce(users.email, '') as email, users.locale,
           users.status = 'active' and users.deleted_at is null and users.email is not null
             and users.email_verified_at is not null as receives
      from due join users on users.uid = due.uid`.execute(trx);
  return rows;
}

/** Of rows that `takeDue` locked. */
export async function moveOn(
  trx: Trx,
  moved: { uid: number; next_at: Date }[],
  coveredUntil: Date,
): Promise<void> {
  const uids = moved.map(({ uid }) => uid);
  const times = moved.map(({ next_at }) => next_at);
  await sql`
    update digest_preference set next_at = moved.next_at, covered_until = ${coveredUntil}
      from unnest(${uids}::bigint[], ${times}::timestamptz[]) as moved (uid, next_at)
     where digest_preference.uid = moved.uid`.execute(trx);
}

/** Whether a digest that was made some minutes ago may still be sent. */
export async function isStillReceiving(db: Db, uid: number): Promise<boolean> {
  const { rows } = await sql`
    select from digest_preference join users on users.uid = digest_preference.uid
     where digest_preference.uid = ${uid} and users.status = 'active' and users.deleted_at is null
       and users.email_verified_at is not null`.execute(db);
  return rows.length > 0;
}
