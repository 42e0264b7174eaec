import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { PostStatus } from '../../posts/rules.ts';
import { ownPostsQuery } from '../../posts/store/shared/own-posts.ts';
import type { Received } from '../rules.ts';

type Totals = Record<'total' | PostStatus, number> & Received & { followers: number };

/** One row, also for an author without posts. Counters lack pending deltas: at most a second old. */
export async function sumPosts(db: Db, uid: number): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) as total,
           count(*) filter (where status = 'draft') as draft,
           count(*) filter (where status = 'pending') as pending,
           count(*) filter (where status = 'approved') as approved,
           count(*) filter (where status = 'rejected') as rejected,
           count(*) filter (where status = 'locked') as locked,
           coalesce(sum(likes), 0)::bigint as likes, coalesce(sum(comments), 0)::bigint as comments,
           coalesce(sum(favorites), 0)::bigint as favorites, coalesce(sum(energy), 0)::bigint as energy,
           coalesce(sum(reads), 0)::bigint as reads,
           coalesce((select followers from user_count where uid = ${uid}), 0) as followers
      from post join post_count on post_count.post_id = post.id
           left join post_read_count on post_read_count.post_id = post.id
     where author_uid = ${uid} and deleted_at is null`.execute(db);
  return rows[0] as Totals;
}

/** By an index alone: no row is read. */
export async function countPosts(db: Db, uid: number): Promise<Map<PostStatus, number>> {
  const rows = await ownPostsQuery(db, uid)
    .select(['post.status', (eb) => eb.fn.countAll<number>().as('posts')])
    .groupBy('post.status')
    .$narrowType<{ status: PostStatus }>()
    .execute();
  return new Map(rows.map(({ status, posts }) => [status, posts]));
}

/**
 * What the author's posts received, for each day with any change. Never below zero: an unlike may be counted while the
 * delta of its like still waits.
 */
export async function sumDays(
  db: Db,
  uid: number,
  since: string,
): Promise<(Received & { day: string })[]> {
  const { rows } = await sql<Received & { day: string }>`
    select day, greatest(sum(likes), 0) as likes, greatest(sum(comments), 0) as comments,
           greatest(sum(favorites), 0) as favorites, greatest(sum(energy), 0) as energy, sum(reads) as reads
      from (
        select day, likes, comments, favorites, energy, 0 as reads
          from post_day where author_uid = ${uid} and day >= ${since}
        union all
        select day, 0, 0, 0, 0, reads from author_read_day where author_uid = ${uid} and day >= ${since}
      ) as received
     group by day`.execute(db);
  return rows;
}

/** The same of one post on each of these days, which the caller has found to be the author's, by the primary keys. */
export async function listPostDays(
  db: Db,
  { uid, id }: { uid: number; id: number },
  days: string[],
): Promise<(Received & { day: string })[]> {
  const { rows } = await sql<Received & { day: string }>`
    with received as materialized (
      select day, likes, comments, favorites, energy from post_day
       where author_uid = ${uid} and day = any(${days}::date[]) and post_id = ${id}
    )
    select day, greatest(likes, 0) as likes, greatest(comments, 0) as comments,
           greatest(favorites, 0) as favorites, greatest(energy, 0) as energy, coalesce(reads, 0) as reads
      from received full join (
        select day, reads from post_read_day where post_id = ${id} and day = any(${days}::date[])
      ) as read using (day)`.execute(db);
  return rows;
}
