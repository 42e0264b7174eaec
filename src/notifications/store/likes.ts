import { type RawBuilder, sql } from 'kysely';
import type { Hidden } from '../../blocks/rules.ts';
import type { HiddenParam } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { LIKE_DAYS, LIKE_DAYS_AT_ONCE } from '../rules.ts';

/** A value, or a parameter of a prepared statement. */
export type Uid = number | RawBuilder<number>;

/** The likes of one post on one day, or of one comment on it. */
type DayOfLikes = { post_id: number; comment_id: number | null; day: string; likes: number };
/** `id`: its notification, if there is one. */
export type ChangedDay = DayOfLikes & { id: number | null };

/** D45: whose likes are not counted: the member's own, and those of whom they hide (D67). */
function uncounted(uid: Uid, hidden: HiddenParam): RawBuilder<unknown> {
  return hidden ? sql`${hidden}::bigint[] || ${uid}::bigint` : sql`array[${uid}::bigint]`;
}

/** A page that only shows whether there are some looks at so many days at a time. */
const PORTION = 20;

/** `changed_days_of_likes` of migration 0129: all of them, or some if there are any. */
export function changedDaysSql(
  uid: RawBuilder<number>,
  today: RawBuilder<string>,
  { hidden, every }: { hidden: HiddenParam; every: boolean },
): RawBuilder<unknown> {
  const portion = every ? 2 * LIKE_DAYS_AT_ONCE : PORTION;
  return sql`changed_days_of_likes(${uid}, ${today}::date - ${sql.lit(LIKE_DAYS - 1)}, ${sql.lit(LIKE_DAYS_AT_ONCE)},
    ${uncounted(uid, hidden)}, ${sql.lit(portion)}, ${sql.lit(every)})`;
}

const changedDaysQuery = prepareQuery(
  (_db, { uid, today, hidden }: Params<{ uid: number; today: string; hidden: Hidden }>) =>
    sql<ChangedDay>`
      select id, post_id, comment_id, day::text, likes from ${changedDaysSql(uid, today, { hidden, every: true })}
       order by id nulls last, day, post_id, comment_id nulls first`,
);

/** Existing notifications come first and by id, the order in which every writer locks them. */
export function listChangedDays(
  db: Db,
  reader: { uid: number; hidden: Hidden },
  today: string,
): Promise<ChangedDay[]> {
  return changedDaysQuery(db, { ...reader, today });
}

/** `id` and `likes` of those of the notifications of likes whose post or comment exists, by others than the member. */
export function likesOfEntries(
  uid: Uid,
  hidden: HiddenParam,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select entry.ids[liked.number] as id, liked.likes
      from (select array_agg(id) as ids, array_agg(related_id) as post_ids,
                   array_agg((payload->>'comment_id')::bigint) as comment_ids, array_agg((payload->>'day')::date) as days
              from notification where uid = ${uid} and id = any(${ids})) as entry
     cross join lateral likes_of_others(${uid}, ${uncounted(uid, hidden)}, entry.post_ids, entry.comment_ids, entry.days) as liked`;
}
