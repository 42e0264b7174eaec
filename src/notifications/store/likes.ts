import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { LIKE_DAYS, LIKE_DAYS_AT_ONCE } from '../inbox-rules.ts';
import { likesOfOthers } from './visible-notifications.ts';

export type ChangedDay = { id: number | null; post_id: number; day: string; likes: number };

/**
 * D45: days of likes whose entry (`id`) is missing, tells of fewer people than there are, or tells of nobody any
 * more. A like belongs to the day it is given on, so days gone by only lose likes: once a day has an entry,
 * none before it can grow. So only the days from the newest entry on are read, and the one before it, whose last
 * likes may have waited to be counted. Existing entries first and by id, the order everybody locks them in.
 */
export function changedDays(
  uid: RawBuilder<number>,
  today: RawBuilder<string>,
): RawBuilder<ChangedDay> {
  return sql<ChangedDay>`
    with recent as materialized (
      select post_id, day, likes from post_day
       where author_uid = ${uid} and day >= greatest(${today}::date - ${sql.lit(LIKE_DAYS - 1)}, (
               select (payload->>'day')::date - 1 from notification
                where uid = ${uid} and kind = 'like' order by id desc limit 1))
       order by day desc, post_id desc limit ${sql.lit(LIKE_DAYS_AT_ONCE)}
    ), counted as materialized (
      select post_id, day::text as day, ${likesOfOthers(uid)} as likes from recent as post_day
    )
    select entry.id, counted.post_id, counted.day, counted.likes
      from counted left join lateral (
        select id, (payload->>'told')::int as told from notification
         where uid = ${uid} and cause = 'like:' || counted.post_id || ':' || counted.day limit 1
      ) entry on true
     where case when entry.id is null then counted.likes > 0
                else counted.likes = 0 or counted.likes > entry.told end
     order by entry.id nulls last, counted.day, counted.post_id`;
}

const changed = prepareQuery((_db, { uid, today }: Params<{ uid: number; today: string }>) =>
  changedDays(uid, today),
);

export function listChangedDays(db: Db, uid: number, today: string): Promise<ChangedDay[]> {
  return changed(db, { uid, today });
}
