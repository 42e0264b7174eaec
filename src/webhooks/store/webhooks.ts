import type { Db, Trx } from '../../platform/db/database.ts';
import type { WebhookEvent } from '../rules.ts';

const COLUMNS = [
  'id',
  'url',
  'events',
  'enabled',
  'disabled_reason',
  'failing_since',
  'previous_until',
  'created_at',
] as const;

export type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** There are few of them. */
export function selectWebhooks(db: Db) {
  return db.selectFrom('webhook').select(COLUMNS).orderBy('id').execute();
}

export function selectWebhook(db: Db, id: number) {
  return db.selectFrom('webhook').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function lockWebhook(trx: Trx, id: number) {
  return trx
    .selectFrom('webhook')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** For signing. */
export function selectSecrets(db: Db, id: number) {
  return db
    .selectFrom('webhook')
    .select(['url', 'secret', 'previous_secret', 'previous_until'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type NewWebhook = { url: string; events: WebhookEvent[]; secret: Buffer; created_at: Date };

export function insertWebhook(trx: Trx, webhook: NewWebhook) {
  return trx.insertInto('webhook').values(webhook).returning(COLUMNS).executeTakeFirstOrThrow();
}

type Changes = Partial<{
  url: string;
  events: WebhookEvent[];
  enabled: boolean;
  disabled_reason: 'gone' | 'failing' | null;
  failing_since: Date | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
}>;

export function updateWebhook(trx: Trx, id: number, changes: Changes) {
  return trx
    .updateTable('webhook')
    .set(changes)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteWebhook(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('webhook').where('id', '=', id).execute();
}
