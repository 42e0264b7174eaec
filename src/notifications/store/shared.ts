import { type RawBuilder, sql } from 'kysely';
import { visibleNotifications } from './visible-notifications.ts';

type Period = { uid: RawBuilder<number>; after: RawBuilder<Date>; until: RawBuilder<Date> };

/**
 * The comments of a time that the member was notified of and has not read, newest first: on their posts, replies to them
 * and mentions. Reads the newest few of each kind, however many are unread, and leaves out kinds that are switched off.
 */
export function unreadCommentsSql(period: Period, limit: number): RawBuilder<unknown> {
  const { uid, after, until } = period;
  const newest = visibleNotifications(
    { uid, kinds: ['comment', 'reply', 'mention'] },
    { condition: sql`notification.read_at is null`, limit: 2 * limit },
  );
  return sql`
    select (entry.payload->>'comment_id')::bigint as comment_id
      from (${newest}) as newest join notification entry on entry.uid = ${uid} and entry.id = newest.id
     where entry.created_at > ${after} and entry.created_at <= ${until}
     group by 1 order by max(entry.id) desc limit ${sql.lit(limit)}`;
}
