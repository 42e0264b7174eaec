import { sql } from 'kysely';
import type { TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';

export type NewNotification = {
  uid: number;
  kind: string;
  cause: string;
  created_at: Date;
  /** The member who caused it, if any. */
  actor_uid?: number;
  /** SPEC §2: the post it is about. */
  related_id?: number;
  payload?: Record<string, number | string>;
};

const insertNotificationQuery = prepareQuery(
  (db, row: Params<Omit<NewNotification, 'payload'> & { payload: string }>) =>
    db
      .insertInto('notification')
      .values(row)
      .onConflict((conflict) => conflict.constraint('notification_once').doNothing()),
);

export async function insertNotification(
  trx: TrxOrAutocommit,
  notification: NewNotification,
): Promise<void> {
  const payload = JSON.stringify(notification.payload ?? {});
  await insertNotificationQuery(trx, { ...notification, payload });
}

/** Renewing deletes and inserts: the list is ordered by id, so only a new row is on top. */
export async function deleteOlder(
  trx: TrxOrAutocommit,
  { uid, cause, before }: { uid: number; cause: string; before: Date },
): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('uid', '=', uid)
    .where('cause', '=', cause)
    .where('created_at', '<=', before)
    .execute();
}

/** Inserts in uid order, so concurrent calls lock in one order. */
export async function insertNotifications(
  trx: TrxOrAutocommit,
  uids: number[],
  { kind, cause, payload = {}, created_at }: Omit<NewNotification, 'uid'>,
): Promise<void> {
  await sql`
    insert into notification (uid, kind, cause, payload, created_at)
    select uid, ${kind}, ${cause}, ${JSON.stringify(payload)}::jsonb, ${created_at}
      from unnest(${uids}::bigint[]) as recipient (uid) order by uid
    on conflict on constraint notification_once do nothing`.execute(trx);
}

export async function deleteUnread(
  trx: TrxOrAutocommit,
  sent: { uid: number; cause: string }[],
): Promise<void> {
  await sql`
    delete from notification using (
      select uid, id from notification
       where read_at is null and (uid, cause) in (
         select one.uid, one.cause from unnest(${sent.map(({ uid }) => uid)}::bigint[],
                                               ${sent.map(({ cause }) => cause)}::text[]) as one (uid, cause))
       order by uid, id for update
    ) as withdrawn
     where notification.uid = withdrawn.uid and notification.id = withdrawn.id`.execute(trx);
}

export async function deleteOwn(trx: TrxOrAutocommit, uid: number, ids: number[]): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('uid', '=', uid)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/**
 * Returns how many of the ids are the user's own, read before or not (A05). Locks in id order, so two calls on the
 * same rows cannot deadlock. A row read before keeps its `read_at`.
 */
export async function updateRead(
  trx: TrxOrAutocommit,
  uid: number,
  ids: number[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with own as materialized (
      select id, read_at from notification where uid = ${uid} and id = any(${ids}) order by id for no key update
    ), marked as (
      -- By an array, not by a join: a join is planned to read everything while a table has no statistics yet.
      update notification set read_at = ${now}
       where uid = ${uid} and id = any(array(select id from own where read_at is null))
    )
    select count(*) as found from own`.execute(trx);
  return rows[0]?.found ?? 0;
}

/** Skips rows that another worker is deleting. */
export async function deleteRead(
  trx: TrxOrAutocommit,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notification using (
      select uid, id from notification where read_at is not null and created_at < ${before}
       order by created_at limit ${limit} for update skip locked
    ) as expired
     where notification.uid = expired.uid and notification.id = expired.id`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes those the user received and those they caused: both contain personal data of theirs. */
export async function deleteNotifications(trx: TrxOrAutocommit, uid: number): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where((eb) => eb.or([eb('uid', '=', uid), eb('actor_uid', '=', uid)]))
    .execute();
  await trx.deleteFrom('notify_pref').where('uid', '=', uid).execute();
}
