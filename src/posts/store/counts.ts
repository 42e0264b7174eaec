import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import {
  addToCountsSql,
  addToDaysSql,
  countChangesSql,
  countsSql,
  type PostCounts,
} from './shared/counts.ts';

/** What changed on a post, and on which calendar day: an undone like is subtracted from the day of the like. */
export type PostChange = { post_id: number; day: string } & Partial<PostCounts>;

export async function insertCounts(trx: Trx, postId: number): Promise<void> {
  await trx.insertInto('post_count').values({ post_id: postId }).execute();
}

type ChangeColumns = { posts: number[]; days: string[] } & Record<keyof PostCounts, number[]>;

function addChangesSql({ posts, days, ...each }: Params<ChangeColumns>): RawBuilder<unknown> {
  return sql`
    with change as (
      select post_id, day, likes, dislikes, comments, favorites, energy
        from unnest(${posts}::bigint[], ${days}::date[], ${each.likes}::int[], ${each.dislikes}::int[],
                    ${each.comments}::int[], ${each.favorites}::int[], ${each.energy}::int[])
          as change (post_id, day, likes, dislikes, comments, favorites, energy)
    ), ${countChangesSql(sql`${posts}::bigint[]`)}`;
}

function columnsOf(changes: PostChange[]): ChangeColumns {
  const column = (name: keyof PostCounts) => changes.map((change) => change[name] ?? 0);
  return {
    posts: changes.map((change) => change.post_id),
    days: changes.map((change) => change.day),
    likes: column('likes'),
    dislikes: column('dislikes'),
    comments: column('comments'),
    favorites: column('favorites'),
    energy: column('energy'),
  };
}

const addChangesQuery = prepareQuery(
  (_db, each: Params<ChangeColumns>) => sql`${addChangesSql(each)} select`,
);
const addChangeQuery = prepareQuery(
  (_db, { post_id, ...each }: Params<ChangeColumns & { post_id: number }>) =>
    sql<PostCounts>`${addChangesSql(each)} ${countsSql(post_id)}`,
);

/** The last statement of its transaction, because it may lock counters. */
export async function addChanges(trx: Trx, changes: PostChange[]): Promise<void> {
  await addChangesQuery(trx, columnsOf(changes));
}

/** The same for one change. Returns the exact counters before it. */
export async function addChange(trx: Trx, change: PostChange): Promise<PostCounts | undefined> {
  const [before] = await addChangeQuery(trx, { ...columnsOf([change]), post_id: change.post_id });
  return before;
}

/**
 * Subtracts deleted comments: from the counter if its row is unlocked and stays at or above zero, else as a delta. The
 * delta is undated, because the counts of the day on which a comment was written keep it.
 */
export async function subtractFromCount(
  trx: Trx,
  postId: number,
  day: string,
  by: number,
): Promise<void> {
  await sql`
    with free as materialized (
      select post_id from post_count where post_id = ${postId} for no key update skip locked
    ), lowered as (
      update post_count set comments = post_count.comments - ${by}::int from free
       where post_count.post_id = free.post_id and post_count.comments >= ${by}::int
      returning post_count.post_id
    )
    insert into post_count_delta (post_id, day, undated, likes, dislikes, comments)
    select ${postId}::bigint, ${day}::date, true, 0, 0, - ${by}::int
     where not exists (select from lowered)`.execute(trx);
}

export async function findCounts(db: Db, postId: number): Promise<PostCounts | undefined> {
  const { rows } = await countsSql(postId).execute(db);
  return rows[0];
}

/** Posts with deltas that wait to be flushed. */
export async function listPendingDeltas(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('post_count_delta')
    .select('post_id')
    .distinct()
    .limit(limit)
    .execute();
  return rows.map((row) => row.post_id);
}

/**
 * Skips a locked counter; the next round flushes it. Adds only the rows that this statement deleted itself: another
 * worker may have flushed a row that it merely saw.
 */
export async function flushDeltas(trx: Trx, postId: number): Promise<void> {
  await sql`
    with free as materialized (
      select post_id from post_count where post_id = ${postId} for no key update skip locked
    ), change as (
      delete from post_count_delta using free
       where post_count_delta.post_id = free.post_id and post_count_delta.post_id = ${postId}
      returning post_count_delta.post_id, day, undated, likes, dislikes, comments, favorites, energy
    ), daily as (
      select post_id, day, undated, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from change group by post_id, day, undated
    ), total as (
      select post_id, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from daily group by post_id
    ), counted as (${addToCountsSql(sql`total`)}), dated as materialized (${addToDaysSql(sql`counted`)})
    insert into post_count_delta (post_id, day, undated, likes, dislikes, comments, favorites, energy)
    select post_id, day, undated, likes, dislikes, comments, favorites, energy from daily
     where not exists (select from counted where counted.post_id = daily.post_id)
       and (likes <> 0 or dislikes <> 0 or comments <> 0 or favorites <> 0 or energy <> 0)
       and (select count(*) from dated) >= 0`.execute(trx);
}
