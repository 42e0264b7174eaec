import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import { notHiddenFromSql } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { visibleNotifications } from './visible-notifications.ts';

type Period = { uid: RawBuilder<number>; after: RawBuilder<Date>; until: RawBuilder<Date> };

/**
 * The comments of a time that the member was notified of and has not read, each after its post, newest first: on their posts, replies to them
 * and mentions. Reads the newest few of each kind, however many are unread, and leaves out kinds that are switched off.
 */
export function unreadCommentsSql(period: Period, limit: number): RawBuilder<unknown> {
  const { uid, after, until } = period;
  const newest = visibleNotifications(
    { uid, kinds: ['comment', 'reply', 'mention'], hidden: FOR_EVERYBODY },
    { condition: sql`notification.read_at is null`, limit: 2 * limit },
  );
  return sql`
    select array[entry.related_id, (entry.payload->>'comment_id')::bigint] as post_and_id
      from (${newest}) as newest join notification entry on entry.uid = ${uid} and entry.id = newest.id
     where entry.created_at > ${after} and entry.created_at <= ${until}
       and ${notHiddenFromSql(sql`entry.actor_uid`, uid)}
     group by 1 order by max(entry.id) desc limit ${sql.lit(limit)}`;
}

/** What the staff decided about posts. */
const DECISIONS = [
  'post_approved',
  'post_rejected',
  'post_locked',
  'post_unlocked',
  'edit_approved',
  'edit_rejected',
] as const;
export type DecisionKind = (typeof DECISIONS)[number];

/** The newest decisions about the member's posts since then, newest first: a few index entries of each kind. */
export async function listDecisionsSince(
  db: Db,
  uid: number,
  since: Date,
  limit: number,
): Promise<{ kind: DecisionKind; post_id: number }[]> {
  const { rows } = await sql<{ kind: DecisionKind; post_id: number }>`
    select newest.kind, newest.related_id as post_id
      from unnest(${[...DECISIONS]}::text[]) as decision (kind) cross join lateral (
        select id, kind, related_id, created_at from notification
         where uid = ${uid} and kind = decision.kind order by created_at desc, id desc limit ${limit}
      ) as newest
     where newest.created_at > ${since} and newest.related_id is not null order by newest.created_at desc, newest.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
