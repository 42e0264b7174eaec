import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Any number that no other advisory lock uses. */
const LOCK_CLASS = 94;

/**
 * Makes deliveries of the oldest events, and deletes these; returns how many there were. One worker at a time, so that
 * the deliveries have the order of the events. A comment that is hidden by now was held or removed at once; its release
 * is an event of its own.
 */
export async function spreadEvents(trx: Trx, now: Date, limit: number): Promise<number> {
  const { rows: locked } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_CLASS}, 0) as locked`.execute(trx);
  if (!locked[0]?.locked) return 0;
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from webhook_event where id in (
        select id from webhook_event order by id limit ${limit} for update)
      returning id, kind, subject_id, happened_at
    ), shown as materialized (
      select comment.id from taken join comment on comment.id = taken.subject_id
       where taken.kind = 'comment.created' and comment.deleted_at is null
    ), made as (
      insert into webhook_delivery (webhook_id, kind, subject_id, post_id, happened_at, next_at)
      select webhook.id, taken.kind, taken.subject_id,
             case when taken.kind like 'post.%' then taken.subject_id end, taken.happened_at, ${now}
        from taken join webhook on webhook.enabled and taken.kind = any (webhook.events)
       where taken.kind <> 'comment.created'
          or taken.subject_id in (select id from shown)
       order by taken.id, webhook.id
    )
    select count(*)::int as taken from taken`.execute(trx);
  return rows[0]?.taken ?? 0;
}
