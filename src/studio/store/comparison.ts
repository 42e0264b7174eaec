import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import { onCluster } from '../../platform/db/cluster.ts';
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

/** What each of the author's posts received on its days: a few rows of each table per post. */
export async function listFirstDays(
  db: Db,
  author: number,
  posts: { id: number; days: string[] }[],
): Promise<Counts[]> {
  const dated = posts.flatMap(({ id, days }) => days.map((day) => ({ id, day })));
  const ids = posts.map(({ id }) => id);
  const first = posts.map(({ days }) => days[0]);
  const last = posts.map(({ days }) => days.at(-1));
  const { rows } = await sql<Counts>`
    with received as materialized (
      select post_day.post_id, sum(likes)::int as likes, sum(comments)::int as comments,
             sum(favorites)::int as favorites, sum(energy)::int as energy
        from unnest(${dated.map(({ id }) => id)}::bigint[], ${dated.map(({ day }) => day)}::date[]) as post (id, day)
        join post_day on post_day.post_id = post.id and post_day.day = post.day
       where post_day.author_uid = ${author}::bigint
       group by post_day.post_id
    ), gained as materialized (
      select user_follow.post_id, count(*)::int as follows
        from unnest(${ids}::bigint[], ${first}::date[], ${last}::date[]) as post (id, first, last)
        join user_follow on user_follow.post_id = post.id
       where following and user_follow.post_id is not null
         and changed_at >= post.first::timestamp at time zone 'Asia/Shanghai'
         and changed_at < (post.last + 1)::timestamp at time zone 'Asia/Shanghai'
       group by user_follow.post_id
    ), visits as materialized (
      select post_read_day.post_id, sum(reads)::int as reads
        from unnest(${dated.map(({ id }) => id)}::bigint[], ${dated.map(({ day }) => day)}::date[]) as post (id, day)
        join post_read_day on post_read_day.post_id = post.id and post_read_day.day = post.day
       where ${onCluster(sql`post_read_day.post_id = any(${ids}::bigint[])`)} group by post_read_day.post_id
    ), depth as materialized (
      select post_read_depth.post_id, sum(measured)::int as measured, sum(finished)::int as finished
        from unnest(${dated.map(({ id }) => id)}::bigint[], ${dated.map(({ day }) => day)}::date[]) as post (id, day)
        join post_read_depth on post_read_depth.post_id = post.id and post_read_depth.day = post.day
       where ${onCluster(sql`post_read_depth.post_id = any(${ids}::bigint[])`)} group by post_read_depth.post_id
    )
    select post.id, greatest(coalesce(likes, 0), 0) as likes, greatest(coalesce(comments, 0), 0) as comments,
           greatest(coalesce(favorites, 0), 0) as favorites, greatest(coalesce(energy, 0), 0) as energy,
           coalesce(reads, 0) as reads, coalesce(measured, 0) as measured, coalesce(finished, 0) as finished,
           coalesce(follows, 0) as follows
      from unnest(${ids}::bigint[], ${first}::date[], ${last}::date[]) as post (id, first, last)
           left join received on received.post_id = post.id left join gained on gained.post_id = post.id
           left join visits on visits.post_id = post.id left join depth on depth.post_id = post.id`.execute(
    db,
  );
  return rows;
}
