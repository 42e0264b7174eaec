import { sql } from 'kysely';
import { type Backlog, COUNTED, countBacklog } from '../../platform/db/backlog.ts';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import type { MailData, MailKind } from '../rules.ts';

export type NewMail = {
  uid: number | null;
  kind: MailKind;
  cause: string;
  address: string;
  email_key: string;
  locale: string;
  data: MailData;
  created_at: Date;
};

/** Undefined: the same cause has sent one already. */
export async function insertMail(trx: Trx, mail: NewMail): Promise<number | undefined> {
  const row = await trx
    .insertInto('mail')
    .values({ ...mail, data: JSON.stringify(mail.data) })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const UNSENT = sql<boolean>`is_unsent`;

/** Undefined: it was sent, given up or deleted meanwhile. Locks it. */
export function lockUnsentMail(trx: Trx, id: number) {
  return trx
    .selectFrom('mail')
    .select([
      'id',
      'uid',
      'kind',
      'address',
      'email_key',
      'locale',
      'data',
      'state',
      'attempts',
      'created_at',
      'tried_at',
    ])
    .where('id', '=', id)
    .where(UNSENT)
    .forUpdate()
    .executeTakeFirst();
}

/** One try of one recipient at a time, so that no two are both counted as the last allowed one. */
export async function lockRecipient(trx: Trx, emailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${emailKey}`}, 0))`.execute(trx);
}

/** Counts up to `max`. */
export async function countTriesOf(
  trx: Trx,
  { email_key, kinds, since, max }: Tries & { email_key: string },
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*) as tries from (
      select 1 from mail
       where email_key = ${email_key} and tried_at > ${since} and kind = any(${kinds})
       limit ${max}) as tried`.execute(trx);
  return rows[0]?.tries ?? 0;
}

/** On the whole site. Counts up to `max`. */
export async function countTries(trx: Trx, { kinds, since, max }: Tries): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*) as tries from (
      select 1 from mail where tried_at > ${since} and kind = any(${kinds}) limit ${max}) as tried
    `.execute(trx);
  return rows[0]?.tries ?? 0;
}

type Tries = { kinds: string[]; since: Date; max: number };

export async function markSending(
  trx: Trx,
  id: number,
  { now, isDoubtful }: { now: Date; isDoubtful: boolean },
): Promise<void> {
  await sql`
    update mail
       set state = 'sending', attempts = attempts + 1, tried_at = coalesce(tried_at, ${now}),
           is_doubtful = is_doubtful or ${isDoubtful}
     where id = ${id}`.execute(trx);
}

export async function markSent(trx: TrxOrAutocommit, id: number, now: Date): Promise<void> {
  await sql`
    update mail set state = 'sent', sent_at = ${now}, error = null, data = '{}'
     where id = ${id} and state = 'sending'`.execute(trx);
}

/** `queued`: it is tried again. */
export async function markUnsent(
  trx: TrxOrAutocommit,
  id: number,
  change: { state: 'queued' | 'failed' | 'dropped'; error: string; isDoubtful?: boolean },
): Promise<void> {
  const { state, error, isDoubtful = false } = change;
  await sql`
    update mail
       set state = ${state}, error = ${error}, is_doubtful = is_doubtful or ${isDoubtful},
           data = case when ${state} = 'queued' then data else '{}' end
     where id = ${id} and ${UNSENT}`.execute(trx);
}

/** Those whose job has ended without a result. */
export async function failOverdue(trx: TrxOrAutocommit, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update mail set state = 'failed', error = coalesce(error, 'it was never tried'), data = '{}'
     where ${UNSENT} and created_at < ${before}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function deleteOldMails(
  trx: TrxOrAutocommit,
  before: Date,
  batch: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail where id in (
      select id from mail where created_at < ${before} order by created_at limit ${batch})
    `.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function deleteMailsOf(trx: Trx, uid: number, emailKey: string | null) {
  await trx
    .deleteFrom('mail')
    .where((eb) =>
      emailKey === null
        ? eb('uid', '=', uid)
        : eb.or([eb('uid', '=', uid), eb('email_key', '=', emailKey)]),
    )
    .execute();
}

export function selectUnsent(db: Db): Promise<Backlog> {
  return countBacklog(
    db,
    sql`select created_at from mail where ${UNSENT} order by created_at limit ${COUNTED}`,
  );
}
