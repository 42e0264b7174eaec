import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';

const COLUMNS = [
  'email_key',
  'score',
  'bounced_at',
  'disabled_at',
  'reason',
  'detail',
  'enabled_at',
  'enabled_times',
] as const;

export function findAddressState(db: Db, emailKey: string) {
  return db
    .selectFrom('mail_address_state')
    .select(COLUMNS)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

/** Creates the row if there is none. */
export function lockAddressState(trx: Trx, emailKey: string, now: Date) {
  return trx
    .insertInto('mail_address_state')
    .values({ email_key: emailKey, updated_at: now })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ updated_at: now }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export type AddressChange = {
  score: number;
  bounced_at: Date | null;
  disabled_at: Date | null;
  reason: string | null;
  detail: string | null;
  enabled_at?: Date;
  enabled_times?: number;
};

export async function updateAddressState(
  trx: Trx,
  emailKey: string,
  change: AddressChange,
): Promise<void> {
  await trx
    .updateTable('mail_address_state')
    .set(change)
    .where('email_key', '=', emailKey)
    .execute();
}

export async function deleteAddressState(trx: Trx, emailKey: string): Promise<void> {
  await trx.deleteFrom('mail_address_state').where('email_key', '=', emailKey).execute();
}

/** Those that work again: a disabled address stays until the member enables or changes it. */
export async function deleteOldAddressStates(trx: TrxOrAutocommit, before: Date): Promise<void> {
  await trx
    .deleteFrom('mail_address_state')
    .where('disabled_at', 'is', null)
    .where('updated_at', '<', before)
    .execute();
}

/** False: the same report came before. */
export async function insertEvent(
  trx: Trx,
  event: { event_key: string; mail_id: number | null; created_at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('mail_event')
    .values(event)
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .returning('event_key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldEvents(trx: TrxOrAutocommit, before: Date): Promise<void> {
  await trx.deleteFrom('mail_event').where('created_at', '<', before).execute();
}

/** Whether the site has sent anything to the address: reports about others have no effect. */
export async function isKnownRecipient(db: Db, emailKey: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mail where email_key = ${emailKey} and tried_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

export function findRecipient(db: Db, mailId: number) {
  return db
    .selectFrom('mail')
    .select(['id', 'email_key'])
    .where('id', '=', mailId)
    .executeTakeFirst();
}
