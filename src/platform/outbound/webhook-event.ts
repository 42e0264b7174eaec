import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type Params, prepareQuery } from '../db/prepared.ts';
import { sendAlong } from '../db/transaction.ts';

export type ContentEvent = 'post.published' | 'post.updated' | 'post.hidden' | 'comment.created';

const recordQuery = prepareQuery(
  (_db, { kind, ids }: Params<{ kind: ContentEvent; ids: number[] }>) =>
    sql`select record_webhook_event(${kind}, id) from unnest(${ids}::bigint[]) as id`,
);

/** D70: in the transaction of what happened. Without a webhook for it, an event leaves no row. */
export function recordWebhookEvent(trx: Trx, kind: ContentEvent, ids: number[]): void {
  if (ids.length > 0) sendAlong(trx, recordQuery(trx, { kind, ids }));
}
