import { sql } from 'kysely';
import type { Trx, TrxOrAutocommit } from '../../platform/db/database.ts';

/** What waits for one browser: sent as one message. */
export type Claimed = {
  uid: number;
  subscription_id: number;
  ids: number[];
  notification_ids: number[];
  attempts: number;
};

type Claim = { now: Date; lease: Date; limit: number; failing: boolean };

/** Takes messages that are due, until `lease`; other workers skip them. Of browsers that are `failing`, or of the others. */
export async function claimMessages(
  db: TrxOrAutocommit,
  { now, lease, limit, failing }: Claim,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select message.uid, message.id
        from push_message message join push_subscription subscription
          on subscription.uid = message.uid and subscription.id = message.subscription_id
       where message.next_at <= ${now} and (subscription.failing_since is not null) = ${failing}
       order by message.next_at, message.id limit ${limit} for update of message skip locked
    ), claimed as (
      update push_message message set next_at = ${lease}, attempts = attempts + 1
        from due where message.uid = due.uid and message.id = due.id
      returning message.uid, message.id, subscription_id, notification_id, attempts
    )
    select uid, subscription_id, array_agg(id order by id)::float8[] as ids,
           array_agg(notification_id order by id)::float8[] as notification_ids, max(attempts) as attempts
      from claimed group by uid, subscription_id`.execute(db);
  return rows;
}

export async function deleteMessages(
  trx: TrxOrAutocommit,
  { uid, ids }: Pick<Claimed, 'uid' | 'ids'>,
): Promise<void> {
  await trx
    .deleteFrom('push_message')
    .where('uid', '=', uid)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

export async function postponeMessages(
  trx: Trx,
  { uid, ids }: Pick<Claimed, 'uid' | 'ids'>,
  next_at: Date,
): Promise<void> {
  await trx
    .updateTable('push_message')
    .set({ next_at })
    .where('uid', '=', uid)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** A push service does not keep them longer either. */
export async function deleteExpired(trx: TrxOrAutocommit, before: Date): Promise<void> {
  await trx.deleteFrom('push_message').where('created_at', '<', before).execute();
}
