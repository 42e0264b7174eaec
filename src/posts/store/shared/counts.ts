import { type RawBuilder, sql } from 'kysely';

export type PostCounts = {
  likes: number;
  dislikes: number;
  comments: number;
  favorites: number;
  energy: number;
};

/**
 * Updates the counters, as the rest of a statement that defines a CTE named `change` (post_id, day and the five counts).
 *
 * A statement that finds a post's counter row unlocked locks it; only with that lock may it write the post's
 * days. If the row is locked, or the counter would go below zero because the other half still waits as a delta, the
 * statement inserts a delta instead, and a worker flushes it. So no statement waits, and counters plus deltas equal
 * the rows in every snapshot.
 *
 * `posts`: those of `change`.
 */
export function countChangesSql(posts: RawBuilder<number[]>): RawBuilder<unknown> {
  return sql`
    daily as (
      select post_id, day, false as undated, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from change group by post_id, day
    ), total as (
      select post_id, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
             sum(comments)::int as comments, sum(favorites)::int as favorites, sum(energy)::int as energy
        from daily group by post_id
    ), locked as materialized (
      select post_id from post_count where post_id = any(${posts}) for no key update skip locked
    ), free as (
      -- A condition that is no join: the planner expects few posts, and would compare each with each.
      select post_id, likes, dislikes, comments, favorites, energy
        from total where (post_id in (select post_id from locked)) is true
    ), counted as (${addToCountsSql(sql`free`)}), dated as materialized (${addToDaysSql(sql`counted`)}), delayed as (
      insert into post_count_delta (post_id, day, likes, dislikes, comments, favorites, energy)
      select post_id, day, likes, dislikes, comments, favorites, energy from daily
       where not exists (select from counted where counted.post_id = daily.post_id)
         -- PostgreSQL runs a query in WITH only if something reads it.
         and (select count(*) from dated) >= 0
    )`;
}

/** Adds the sums in `totals` to counters that this statement has locked, unless one would go below zero. */
export function addToCountsSql(totals: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update post_count
       set likes = post_count.likes + total.likes, dislikes = post_count.dislikes + total.dislikes,
           comments = post_count.comments + total.comments,
           favorites = post_count.favorites + total.favorites, energy = post_count.energy + total.energy
      from ${totals} as total
     where post_count.post_id = total.post_id
       and post_count.likes + total.likes >= 0 and post_count.dislikes + total.dislikes >= 0
       and post_count.comments + total.comments >= 0 and post_count.favorites + total.favorites >= 0
       and post_count.energy + total.energy >= 0
    returning post_count.post_id, post_count.likes, post_count.dislikes`;
}

/** Adds `daily` to the days of those posts whose counter this statement has written. Something has to read its rows. */
export function addToDaysSql(counted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select add_to_post_day(post.author_uid, daily.day, daily.post_id, daily.likes, daily.comments, daily.favorites, daily.energy)
      from daily join ${counted} using (post_id) join post on post.id = daily.post_id
     where not daily.undated
       and (daily.likes <> 0 or daily.comments <> 0 or daily.favorites <> 0 or daily.energy <> 0)`;
}

/**
 * Updates the comment counters alone, up or down, as the rest of a statement that defines a CTE named `change`
 * (post_id, comments). Deleting and restoring accounts changes the counters and no day.
 */
export function commentCountChangesSql(day: string): RawBuilder<unknown> {
  return sql`
    locked as materialized (
      select post_id from post_count
       where post_id = any(array(select post_id from change)) for no key update skip locked
    ), free as (
      select post_id, comments from change where post_id in (select post_id from locked)
    ), counted as (
      update post_count set comments = post_count.comments + free.comments from free
       where post_count.post_id = free.post_id and post_count.comments + free.comments >= 0
      returning post_count.post_id
    ), delayed as (
      insert into post_count_delta (post_id, day, undated, likes, dislikes, comments)
      select post_id, ${day}::date, true, 0, 0, comments from change
       where comments <> 0 and not exists (select from counted where counted.post_id = change.post_id)
    )`;
}

/** The exact counters of a post: the counted part plus the deltas that still wait. */
export function countsSql(postId: number | RawBuilder<number>): RawBuilder<PostCounts> {
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
