import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { LIKE_DAYS, LIKE_DAYS_AT_ONCE } from '../rules.ts';

export type DayOfEnergy = { post_id: number; day: string; energy: number };

/**
 * D69: the days on which a post of the member received more energy than its notification reports. Energy belongs to the day
 * it is given on and is never taken back, so this reads the days from the newest notification on, and the day before it,
 * as for likes.
 */
export async function listDaysOfEnergy(db: Db, uid: number, today: string): Promise<DayOfEnergy[]> {
  const { rows } = await sql<DayOfEnergy>`
    with first as materialized (
      select greatest(${today}::date - ${sql.lit(LIKE_DAYS - 1)}, (
        select (payload->>'day')::date - 1 from notification
         where uid = ${uid} and kind = 'energy' order by created_at desc, id desc limit 1)) as day
    ), received as materialized (
      select post_id, day, energy from post_day
       where author_uid = ${uid} and day >= (select day from first) and energy > 0
       order by day desc, post_id desc limit ${sql.lit(LIKE_DAYS_AT_ONCE)}
    )
    select received.post_id, received.day::text, received.energy
      from received left join notification entry
        on entry.uid = ${uid} and entry.cause = 'energy:' || received.post_id || ':' || received.day
     where entry.id is null or (entry.payload->>'reported')::int < received.energy
     order by entry.id nulls last, received.day, received.post_id`.execute(db);
  return rows;
}
