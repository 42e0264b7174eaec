import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';

export type PostCounts = {
  likes: number;
  dislikes: number;
  comments: number;
  favorites: number;
  energy: number;
};

/** What happened to a post, and the calendar day it belongs to: an undone like leaves the day it was given on. */
export type PostChange = { post_id: number; day: string } & Partial<PostCounts>;

export async function insertCounts(trx: Trx, postId: number): Promise<void> {
  await trx.insertInto('post_count').values({ post_id: postId }).execute();
}

/**
 * The rest of a statement that has made a CTE named `change` (post_id, day and the five figures): it is
 * counted. Who finds a post's counter free takes it, and with it the right to write the post's days; who
 * finds it taken, or would bring it below zero because the other half still waits as a delta, leaves a delta
 * behind for a worker to fold. So nobody waits, and counters plus deltas equal the rows in every snapshot.
 */
export function counterUpdateSql(): RawBuilder<unknown> {
  return sql`
    daily as (
      select post_id, day, false as undated, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from change group by post_id, day
    ), total as (
      select post_id, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from daily group by post_id
    ), free as materialized (
      -- With the figures: joined to them again, a thousand posts would be a million comparisons.
      select total.post_id, total.likes, total.dislikes, total.comments, total.favorites, total.energy
        from post_count join total using (post_id) for no key update of post_count skip locked
    ), counted as (${addToCounts(sql`free`)}), dated as (${addToDays(sql`counted`)}), noted as (
      insert into post_count_delta (post_id, day, likes, dislikes, comments, favorites, energy)
      select post_id, day, likes, dislikes, comments, favorites, energy from daily
       where not exists (select from counted where counted.post_id = daily.post_id)
    )`;
}

/** Figures onto counters that this statement has locked, where they leave none below zero. */
function addToCounts(figures: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update post_count
       set likes = post_count.likes + total.likes, dislikes = post_count.dislikes + total.dislikes,
           comments = post_count.comments + total.comments,
           favorites = post_count.favorites + total.favorites, energy = post_count.energy + total.energy
      from ${figures} as total
     where post_count.post_id = total.post_id
       and post_count.likes + total.likes >= 0 and post_count.dislikes + total.dislikes >= 0
       and post_count.comments + total.comments >= 0 and post_count.favorites + total.favorites >= 0
       and post_count.energy + total.energy >= 0
    returning post_count.post_id, post_count.likes, post_count.dislikes`;
}

/** `daily` onto the days of those posts whose counter this statement has written. */
function addToDays(written: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into post_day (post_id, day, author_uid, likes, comments, favorites, energy)
    select daily.post_id, daily.day, post.author_uid, daily.likes, daily.comments, daily.favorites, daily.energy
      from daily join ${written} using (post_id) join post on post.id = daily.post_id
     where not daily.undated
       and (daily.likes <> 0 or daily.comments <> 0 or daily.favorites <> 0 or daily.energy <> 0)
    on conflict (post_id, day) do update
       set likes = post_day.likes + excluded.likes, comments = post_day.comments + excluded.comments,
           favorites = post_day.favorites + excluded.favorites, energy = post_day.energy + excluded.energy,
           stirred = true`;
}

type Columns = { posts: number[]; days: string[] } & Record<keyof PostCounts, number[]>;

function adding({ posts, days, ...each }: Params<Columns>): RawBuilder<unknown> {
  return sql`
    with change as (
      select post_id, day, likes, dislikes, comments, favorites, energy
        from unnest(${posts}::bigint[], ${days}::date[], ${each.likes}::int[], ${each.dislikes}::int[],
                    ${each.comments}::int[], ${each.favorites}::int[], ${each.energy}::int[])
          as change (post_id, day, likes, dislikes, comments, favorites, energy)
    ), ${counterUpdateSql()}`;
}

function columnsOf(changes: PostChange[]): Columns {
  const figures = (name: keyof PostCounts) => changes.map((change) => change[name] ?? 0);
  return {
    posts: changes.map((change) => change.post_id),
    days: changes.map((change) => change.day),
    likes: figures('likes'),
    dislikes: figures('dislikes'),
    comments: figures('comments'),
    favorites: figures('favorites'),
    energy: figures('energy'),
  };
}

const addedMany = prepareQuery((_db, each: Params<Columns>) => sql`${adding(each)} select`);
const addedOne = prepareQuery(
  (_db, { post_id, ...each }: Params<Columns & { post_id: number }>) =>
    sql<PostCounts>`${adding(each)} ${exactCounts(post_id)}`,
);

/** For changes that are part of a larger transaction; its last statement, since it may hold the counters. */
export async function addChanges(trx: Trx, changes: PostChange[]): Promise<void> {
  await addedMany(trx, columnsOf(changes));
}

/** The same for one, with its counters as they were before, exact. */
export async function addChange(trx: Trx, change: PostChange): Promise<PostCounts | undefined> {
  const [before] = await addedOne(trx, { ...columnsOf([change]), post_id: change.post_id });
  return before;
}

/** Exact at any moment: what was counted, and what waits to be. */
export function exactCounts(postId: number | RawBuilder<number>): RawBuilder<PostCounts> {
  return sql<PostCounts>`
    select (post_count.likes + coalesce(sum(delta.likes), 0))::bigint as likes,
           (post_count.dislikes + coalesce(sum(delta.dislikes), 0))::bigint as dislikes,
           (post_count.comments + coalesce(sum(delta.comments), 0))::bigint as comments,
           (post_count.favorites + coalesce(sum(delta.favorites), 0))::bigint as favorites,
           (post_count.energy + coalesce(sum(delta.energy), 0))::bigint as energy
      from post_count left join post_count_delta delta using (post_id)
     where post_count.post_id = ${postId}
     group by post_count.post_id`;
}

export async function findCounts(db: Db, postId: number): Promise<PostCounts | undefined> {
  const { rows } = await exactCounts(postId).execute(db);
  return rows[0];
}

/** Posts with deltas waiting, a handful at a time. */
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
 * Leaves alone a counter somebody is writing to; the next round finds it. What is added comes from the rows
 * this statement really deleted, because a row it only saw may have been folded a moment ago.
 */
export async function flushDeltas(trx: Trx, postId: number): Promise<void> {
  await sql`
    with free as materialized (
      select post_id from post_count where post_id = ${postId} for no key update skip locked
    ), change as (
      delete from post_count_delta using free where post_count_delta.post_id = free.post_id
      returning post_count_delta.post_id, day, undated, likes, dislikes, comments, favorites, energy
    ), daily as (
      select post_id, day, undated, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from change group by post_id, day, undated
    ), total as (
      select post_id, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from daily group by post_id
    ), counted as (${addToCounts(sql`total`)}), dated as (${addToDays(sql`counted`)})
    insert into post_count_delta (post_id, day, undated, likes, dislikes, comments, favorites, energy)
    select post_id, day, undated, likes, dislikes, comments, favorites, energy from daily
     where not exists (select from counted where counted.post_id = daily.post_id)
       and (likes <> 0 or dislikes <> 0 or comments <> 0 or favorites <> 0 or energy <> 0)`.execute(
    trx,
  );
}
