import { type RawBuilder, sql } from 'kysely';
import type { Hidden } from '../../blocks/rules.ts';
import type { HiddenParam } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { LIKE_DAYS, LIKE_DAYS_AT_ONCE } from '../rules.ts';
import { commentLikesOfOthers, likesOfOthers } from './visible-notifications.ts';

/** The likes of one post on one day, or of one comment on it. */
type DayOfLikes = { post_id: number; comment_id: number | null; day: string; likes: number };
/** `id`: its notification, if there is one. */
export type ChangedDay = DayOfLikes & { id: number | null };

/**
 * D45: days of likes with no notification, with one that reports too few people, or with one and no likes left.
 * A like belongs to the day it is given on, so past days only lose likes: once a day has a notification, no
 * earlier day can grow. So this reads only the days from the newest notification on, and the day before it: its
 * last likes may still have been uncounted deltas. Existing notifications come first and by id, the order in which
 * every writer locks them.
 */
export function changedDaysSql(
  uid: RawBuilder<number>,
  today: RawBuilder<string>,
  hidden: HiddenParam,
): RawBuilder<ChangedDay> {
  return sql<ChangedDay>`
    with first as materialized (
      select greatest(${today}::date - ${sql.lit(LIKE_DAYS - 1)}, (
        select (payload->>'day')::date - 1 from notification
         where uid = ${uid} and kind = 'like' order by created_at desc, id desc limit 1)) as day
    ), recent_posts as materialized (
      select post_id, day, likes from post_day
       where author_uid = ${uid} and day >= (select day from first)
       order by day desc, post_id desc limit ${sql.lit(LIKE_DAYS_AT_ONCE)}
    ), recent_comments as materialized (
      select post_id, comment_id, day, likes from comment_day
       where author_uid = ${uid} and day >= (select day from first)
       order by day desc, comment_id desc limit ${sql.lit(LIKE_DAYS_AT_ONCE)}
    ), counted as materialized (
      select post_id, null::bigint as comment_id, day::text as day, ${likesOfOthers(uid, hidden)} as likes,
             'like:' || post_id || ':' || day as cause
        from recent_posts as post_day
      union all
      select comment.post_id, comment.id, comment_day.day::text, ${commentLikesOfOthers(uid, hidden)},
             'comment_like:' || comment.id || ':' || comment_day.day
        from recent_comments as comment_day
        join comment on comment.post_id = comment_day.post_id and comment.id = comment_day.comment_id
        join comment root on root.post_id = comment.post_id and root.id = coalesce(comment.root_id, comment.id)
       where comment.deleted_at is null and root.deleted_at is null
    )
    select entry.id, counted.post_id, counted.comment_id, counted.day, counted.likes
      from counted left join lateral (
        select id, (payload->>'reported')::int as reported from notification
         where uid = ${uid} and cause = counted.cause limit 1
      ) entry on true
     where case when entry.id is null then counted.likes > 0
                else counted.likes = 0 or counted.likes > entry.reported end
     order by entry.id nulls last, counted.day, counted.post_id, counted.comment_id nulls first`;
}

const changedDaysQuery = prepareQuery(
  (_db, { uid, today, hidden }: Params<{ uid: number; today: string; hidden: Hidden }>) =>
    changedDaysSql(uid, today, hidden),
);

export function listChangedDays(
  db: Db,
  reader: { uid: number; hidden: Hidden },
  today: string,
): Promise<ChangedDay[]> {
  return changedDaysQuery(db, { ...reader, today });
}
