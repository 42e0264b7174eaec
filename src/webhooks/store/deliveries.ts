import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';

const LOGGED = [
  'id',
  'message_id',
  'kind',
  'subject_id',
  'state',
  'attempts',
  'last_status',
  'last_error',
  'happened_at',
  'next_at',
  'finished_at',
] as const;

export type LogRow = Awaited<ReturnType<typeof selectLog>>[number];

export function selectLog(
  db: Db,
  webhook_id: number,
  { limit, after }: { limit: number; after: number | undefined },
) {
  let query = db
    .selectFrom('webhook_delivery')
    .select(LOGGED)
    .where('webhook_id', '=', webhook_id)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.execute();
}

export function insertTest(trx: Trx, webhook_id: number, now: Date) {
  return trx
    .insertInto('webhook_delivery')
    .values({ webhook_id, kind: 'test', happened_at: now, next_at: now })
    .returning(LOGGED)
    .executeTakeFirstOrThrow();
}

/** Begins again, with the same message id. Undefined: there is none, or it is waiting anyway. */
export function resetDelivery(trx: Trx, webhook_id: number, id: number, now: Date) {
  return trx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, next_at: now, finished_at: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhook_id)
    .where('state', '<>', sql.lit('waiting'))
    .returning(LOGGED)
    .executeTakeFirst();
}

/** Webhooks with a delivery that is due. */
export async function listDueWebhooks(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook
     where enabled and exists (
       select from webhook_delivery due
        where due.webhook_id = webhook.id and due.state = 'waiting' and due.next_at <= ${now})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export type Claimed = {
  id: number;
  message_id: string;
  kind: string;
  subject_id: number | null;
  happened_at: Date;
  attempts: number;
};

/**
 * Takes one delivery that is due, until `lease`. One about a post waits for every earlier one about that post, also while
 * that is on its way: it stays `waiting` until its end.
 */
export async function claimDelivery(
  db: TrxOrAutocommit,
  webhook_id: number,
  { now, lease }: { now: Date; lease: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from webhook_delivery one
       where webhook_id = ${webhook_id} and state = 'waiting' and next_at <= ${now}
         and not exists (
           select from webhook_delivery earlier
            where earlier.webhook_id = one.webhook_id and earlier.post_id = one.post_id
              and earlier.id < one.id and earlier.state = 'waiting')
       order by next_at, id limit 1 for update skip locked
    )
    update webhook_delivery claimed set next_at = ${lease}, attempts = attempts + 1
      from due where claimed.id = due.id
    returning claimed.id, claimed.message_id, claimed.kind, claimed.subject_id,
              claimed.happened_at, claimed.attempts`.execute(db);
  return rows[0];
}

export type Outcome = {
  state: 'waiting' | 'delivered' | 'given_up';
  last_status: number | null;
  last_error: string | null;
  next_at: Date;
  finished_at: Date | null;
};

/** False: another worker took it over, or it was given up meanwhile. */
export async function storeOutcome(
  trx: Trx,
  { id, attempts }: Claimed,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_delivery')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function giveUpWaiting(trx: Trx, webhook_id: number, now: Date): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'given_up', last_error: 'disabled', finished_at: now })
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', sql.lit('waiting'))
    .execute();
}

export async function deleteFinished(trx: Trx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where finished_at < ${before} limit ${limit})`.execute(trx);
  return Number(numAffectedRows);
}
