import { sql } from 'kysely';
import type { TrxOrAutocommit } from '../../platform/db/database.ts';
import type { NotificationKind } from '../rules.ts';

/** One notification of a day that collects many events (D45, D69). */
export type CollectedDay = {
  kind: NotificationKind;
  cause: string;
  actor_uid?: number;
  related_id?: number;
  /** `reported` grows with what there is to report. */
  payload: { day: string; reported: number; [name: string]: number | string };
  created_at: Date;
};

/**
 * D45: one notification per cause. The payload's `reported` is the most that it has reported. It never falls, so a
 * member who toggles a like on and off causes no news, and only more makes a read notification unread again. If two tabs
 * do this at once, the second changes nothing. Keeps the order of `days`: it is the lock order.
 */
export async function upsertDays(
  trx: TrxOrAutocommit,
  uid: number,
  days: CollectedDay[],
): Promise<void> {
  await sql`
    insert into notification as existing (uid, kind, cause, actor_uid, related_id, payload, created_at)
    select ${uid}, kind, cause, actor_uid, related_id, payload, created_at
      from unnest(${days.map((one) => one.kind)}::text[], ${days.map((one) => one.cause)}::text[],
                  ${days.map((one) => one.actor_uid ?? null)}::bigint[],
                  ${days.map((one) => one.related_id ?? null)}::bigint[],
                  ${days.map((one) => JSON.stringify(one.payload))}::jsonb[],
                  ${days.map((one) => one.created_at)}::timestamptz[])
           with ordinality as one (kind, cause, actor_uid, related_id, payload, created_at, position)
     order by position
    on conflict (uid, cause) do update
       set payload = excluded.payload, read_at = null,
           created_at = greatest(existing.created_at, excluded.created_at)
     where (existing.payload->>'reported')::bigint < (excluded.payload->>'reported')::bigint`.execute(
    trx,
  );
}
