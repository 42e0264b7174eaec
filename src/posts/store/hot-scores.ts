import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { HOT_SCORE_WEIGHTS } from '../rules.ts';

/** A literal in the statement: the planner must know that it is about a few posts. */
const AT_ONCE = sql.lit(500);

/** Posts that received something since their heat was worked out. */
export function lockChangedPosts(trx: Trx): Promise<number[]> {
  return lockCounters(
    trx,
    sql`select distinct post_id from post_day where stirred order by post_id desc limit ${AT_ONCE}`,
  );
}

/** Posts whose heat was worked out on an earlier day, and so counts a day too many. */
export function lockStalePosts(trx: Trx, today: string): Promise<number[]> {
  return lockCounters(
    trx,
    sql`select post_id from post_heat where day < ${today} order by day limit ${AT_ONCE}`,
  );
}

/**
 * Who holds a post's counter is alone with its days and its heat. One that somebody else holds, a reader or
 * another worker, is left for the next round: so this waits for nobody, and nobody waits for it.
 */
async function lockCounters(trx: Trx, posts: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ post_id: number }>`
    select post_id from post_count where post_id in (${posts}) for no key update skip locked`.execute(
    trx,
  );
  return rows.map((row) => row.post_id);
}

/**
 * For posts whose counters this transaction holds. Never in the statement that takes them: what was counted
 * while that one ran would be missing from the sum, and no longer be marked as stirred.
 */
export async function updateHotScores(
  trx: Trx,
  ids: number[],
  { today, since }: { today: string; since: string },
): Promise<void> {
  const { likes, comments, favorites, energy } = HOT_SCORE_WEIGHTS;
  await sql`
    with rested as (
      update post_day set stirred = false where post_id = any(${ids}) and stirred
    ), warm as (
      select post_id, sum(likes * ${likes}::int + comments * ${comments}::int
                          + favorites * ${favorites}::int + energy * ${energy}::int) as heat
        from post_day
       where day >= ${since} and post_id = any(${ids})
       group by post_id
    ), cooled as (
      delete from post_heat
       where post_id = any(${ids}) and post_id not in (select post_id from warm where heat > 0)
    )
    insert into post_heat (post_id, heat, day)
    select post_id, heat, ${today} from warm where heat > 0
    on conflict (post_id) do update set heat = excluded.heat, day = excluded.day`.execute(trx);
}
