import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Language } from '../../platform/language/languages.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import type { Compared } from '../rules.ts';

export type PublishedRow = { id: number; title: string; lang: Language | null; published_at: Date };
type Counts = Compared & { id: number };

/** The author's public posts, newest first. */
export async function listPublicPosts(
  db: Db,
  author: number,
  limit: number,
): Promise<PublishedRow[]> {
  return everyPublicPostQuery(db, FOR_EVERYBODY)
    .select(['post.title', 'post.lang', 'post.published_at'])
    .where('post.author_uid', '=', author)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit)
    .$narrowType<{ published_at: Date; lang: Language | null }>()
    .execute();
}

/** What each post has received until now. */
export async function listTotals(db: Db, ids: number[]): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select post_count.post_id as id, likes, comments, favorites, energy, coalesce(reads, 0) as reads,
           coalesce(measured, 0) as measured, coalesce(finished, 0) as finished, coalesce(follows, 0) as follows
      from post_count left join post_read_count on post_read_count.post_id = post_count.post_id
           left join (
             select post_id, count(*)::int as follows from user_follow
              where following and post_id is not null and post_id = any(${ids}::bigint[]) group by post_id
           ) as gained on gained.post_id = post_count.post_id
     where post_count.post_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** What each post received from a day on, for so many days: a few rows of each table per post. */
export async function listFirstDays(
  db: Db,
  posts: { id: number; day: string }[],
  days: number,
): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select post.id, greatest(coalesce(likes, 0), 0) as likes, greatest(coalesce(comments, 0), 0) as comments,
           greatest(coalesce(favorites, 0), 0) as favorites, greatest(coalesce(energy, 0), 0) as energy,
           coalesce(reads, 0) as reads, coalesce(measured, 0) as measured, coalesce(finished, 0) as finished, follows
      from unnest(${posts.map(({ id }) => id)}::bigint[], ${posts.map(({ day }) => day)}::date[]) as post (id, first)
           cross join lateral (
             select sum(likes)::int as likes, sum(comments)::int as comments, sum(favorites)::int as favorites,
                    sum(energy)::int as energy
               from post_day where post_id = post.id and day >= post.first and day < post.first + ${days}::int) as received
           cross join lateral (
             select sum(reads)::int as reads from post_read_day
              where post_id = post.id and day >= post.first and day < post.first + ${days}::int) as visits
           cross join lateral (
             select sum(measured)::int as measured, sum(finished)::int as finished from post_read_depth
              where post_id = post.id and day >= post.first and day < post.first + ${days}::int) as depth
           cross join lateral (
             select count(*)::int as follows from user_follow
              where following and post_id is not null and post_id = post.id
                and changed_at >= post.first::timestamp at time zone 'Asia/Shanghai'
                and changed_at < (post.first + ${days}::int)::timestamp at time zone 'Asia/Shanghai') as gained`.execute(
    db,
  );
  return rows;
}
