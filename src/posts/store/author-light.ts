import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import { coalescedRead } from '../../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { LIGHT_LIMITS } from '../rules.ts';
import { newestQuery } from './lists.ts';
import { everyPublicPostQuery } from './shared/visible-posts.ts';

type Period = { author: number; first: string; last: string };

export type LightRow = {
  /** Null: the total of all posts. */
  day: string | null;
  energy: number;
  posts: number;
};

/**
 * What an author's public posts received and when they were published, on each day of a period that has any of it, and
 * the total. Anybody may ask for any author, so every part has a limit: of each day the newest posts, of the author the
 * newest posts.
 */
const authorLightQuery = prepareQuery(
  (db, { author, first, last }: Params<Period>) => sql<LightRow>`
    with newest as materialized (
      ${newestQuery(db, { time: undefined, id: undefined }, FOR_EVERYBODY)
        .select(['post.id', 'post.published_at'])
        .where('post.author_uid', '=', author)
        .limit(sql.lit(LIGHT_LIMITS.posts + 1))}
    )
    select null::date as day, coalesce(sum(energy), 0)::bigint as energy, count(*)::int as posts
      from newest join post_count on post_count.post_id = newest.id
    union all
    select day, sum(energy)::bigint, sum(posts)::int from (
      select calendar.day::date as day, received.energy, 0 as posts
        from generate_series(${first}::date, ${last}::date, interval '1 day') as calendar (day)
       cross join lateral (
         select post_id, energy from post_day
          where author_uid = ${author} and post_day.day = calendar.day::date
          order by post_id desc limit ${sql.lit(LIGHT_LIMITS.postsOfDay)}
       ) as received
       where received.energy > 0 and received.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)})
      union all
      select (published_at at time zone 'Asia/Shanghai')::date, 0, 1 from newest
    ) as light
     where day between ${first}::date and ${last}::date
     group by day`,
);

export const listAuthorLight = coalescedRead((db, period: Period) => authorLightQuery(db, period));
