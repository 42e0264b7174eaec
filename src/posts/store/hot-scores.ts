import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { HOT_SCORE_WEIGHTS } from '../rules.ts';

/** A literal, so that the planner knows the statement is about a few posts. */
const BATCH = sql.lit(500);

/** Posts that received something since their score was computed. Of all authors: on a cluster this asks every server. */
export function listChangedPosts(db: Db): Promise<number[]> {
  return listIds(
    db,
    sql`select distinct post_id from post_day where stirred order by post_id desc limit ${BATCH}`,
  );
}

/** Posts whose score was computed on an earlier day, so it counts a day that is now out of range. */
export function listStalePosts(db: Db, today: string): Promise<number[]> {
  return listIds(
    db,
    sql`select post_id from post_hot_score where day < ${today} order by day limit ${BATCH}`,
  );
}

type LockedPost = { id: number; author_uid: number };

/**
 * The lock on a post's counter also protects its days and its score. Posts that a request or another worker has locked
 * are skipped until the next round, so this neither waits nor makes a request wait.
 */
export async function lockCounters(trx: Trx, ids: number[]): Promise<LockedPost[]> {
  const { rows } = await sql<LockedPost>`
    select post.id, post.author_uid from post_count join post on post.id = post_count.post_id
     where post_count.post_id = any(${ids}) for no key update of post_count skip locked`.execute(
    trx,
  );
  return rows;
}

async function listIds(db: Db, posts: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (posts as RawBuilder<{ post_id: number }>).execute(db);
  return rows.map((row) => row.post_id);
}

/**
 * For posts whose counters this transaction has locked in an earlier statement. In the same statement, the sum would
 * miss what was counted while it ran, and clear the `stirred` mark of it.
 */
export async function updateHotScores(
  trx: Trx,
  posts: LockedPost[],
  { today, days }: { today: string; days: string[] },
): Promise<void> {
  const { likes, comments, favorites, energy } = HOT_SCORE_WEIGHTS;
  const ids = posts.map(({ id }) => id);
  const authors = posts.map(({ author_uid }) => author_uid);
  await sql`
    with unmarked as (
      update post_day set stirred = false
       where author_uid = any(${authors}::bigint[]) and post_id = any(${ids}::bigint[]) and stirred
    ), scored as (
      -- A look-up for each post and day: a prolific author has many other posts on the same days.
      select post_day.post_id, sum(likes * ${likes}::int + comments * ${comments}::int
                                   + favorites * ${favorites}::int + energy * ${energy}::int) as score
        from unnest(${ids}::bigint[], ${authors}::bigint[]) as scored (post_id, author_uid)
        join post_day on post_day.author_uid = scored.author_uid and post_day.day = any(${days}::date[])
                         and post_day.post_id = scored.post_id
       where post_day.author_uid = any(${authors}::bigint[])
       group by post_day.post_id
    ), dropped as (
      delete from post_hot_score
       where post_id = any(${ids}) and post_id not in (select post_id from scored where score > 0)
    )
    insert into post_hot_score (post_id, score, day, lang)
    select post_id, score, ${today}, post.lang from scored join post on post.id = post_id where score > 0
    on conflict (post_id) do update
       set score = excluded.score, day = excluded.day, lang = excluded.lang`.execute(trx);
}
