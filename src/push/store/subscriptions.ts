import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import type { PushGroup } from '../rules.ts';

export type NewSubscription = {
  uid: number;
  session_id: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  server_key: Buffer;
  groups: PushGroup[];
  created_at: Date;
};

type Owner = Pick<NewSubscription, 'uid' | 'session_id'>;

const SENT_TO = [
  'uid',
  'id',
  'session_id',
  'endpoint',
  'p256dh',
  'auth',
  'server_key',
  'groups',
  'failing_since',
] as const;

export type Subscription = Awaited<ReturnType<typeof selectSubscriptions>>[number];

export function selectSubscriptions(db: Db, uids: number[], ids: number[]) {
  return db
    .selectFrom('push_subscription')
    .select(SENT_TO)
    .where(({ refTuple, eb }) =>
      eb(
        refTuple('uid', 'id'),
        'in',
        sql<never>`(select uid, id from unnest(${uids}::bigint[], ${ids}::bigint[]) as sent_to (uid, id))`,
      ),
    )
    .execute();
}

export async function findGroups(
  db: Db,
  { uid, session_id }: Owner,
): Promise<PushGroup[] | undefined> {
  const row = await db
    .selectFrom('push_subscription')
    .select('groups')
    .where('uid', '=', uid)
    .where('session_id', '=', session_id)
    .executeTakeFirst();
  return row?.groups as PushGroup[] | undefined;
}

/** Until the transaction ends it cannot end, and the same browser cannot subscribe a second time. */
export async function lockLiveSession(trx: Trx, { uid, session_id }: Owner): Promise<boolean> {
  const { rows } = await sql`
    select from session where uid = ${uid} and id = ${session_id} and ended_at is null
       for no key update`.execute(trx);
  return rows.length > 0;
}

/** Whether the endpoint is known with other keys: then it is not the browser of the caller. */
export async function isOfAnotherBrowser(
  trx: Trx,
  { endpoint, p256dh, auth }: NewSubscription,
): Promise<boolean> {
  const row = await trx
    .selectFrom('push_subscription')
    .select(['p256dh', 'auth'])
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && !(row.p256dh.equals(p256dh) && row.auth.equals(auth));
}

/** Takes the browser over from the session it had before, which may be that of another member. */
export async function replaceSubscription(trx: Trx, row: NewSubscription): Promise<void> {
  const { uid, session_id, endpoint, server_key, groups } = row;
  const { numUpdatedRows } = await trx
    .updateTable('push_subscription')
    .set({ server_key, groups })
    .where('uid', '=', uid)
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await deleteOfSession(trx, row);
  // Of any member: the browser is known by its endpoint only.
  await trx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
  await trx.insertInto('push_subscription').values(row).execute();
}

export async function deleteOfSession(
  db: TrxOrAutocommit,
  { uid, session_id }: Owner,
): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('uid', '=', uid)
    .where('session_id', '=', session_id)
    .execute();
}

/** Its messages go with it. */
export async function deleteSubscription(
  trx: Trx,
  { uid, id }: Pick<Subscription, 'uid' | 'id'>,
): Promise<void> {
  await trx.deleteFrom('push_subscription').where('uid', '=', uid).where('id', '=', id).execute();
}

export async function setFailing(
  trx: Trx,
  { uid, id }: Pick<Subscription, 'uid' | 'id'>,
  since: Date | null,
): Promise<void> {
  await trx
    .updateTable('push_subscription')
    .set({ failing_since: since })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .execute();
}

/** Of a member, whose account is purged. */
export async function deleteOfMember(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('push_subscription').where('uid', '=', uid).execute();
}
