import { SERIES_MAX, SERIES_POSTS_MAX } from '../../src/series/rules.ts';

/** The series with as many posts as a series can have. */
export const FULL_SERIES = 1;
/** Of every other series of the heavy member. */
const POSTS_EACH = 20;

/** As many series of the heavy member as the rules allow, and one of every other author with their first posts. */
export function fillSeries(heavyUid: number): string {
  return `insert into series (author_uid, title, created_at, updated_at)
      select ${heavyUid}, '合集 ' || n, now(), now() from generate_series(1, ${SERIES_MAX}) n;
      insert into series (author_uid, title, created_at, updated_at)
      select distinct author_uid, '合集', now(), now() from post where author_uid <> ${heavyUid};
      insert into series_post (post_id, series_id, author_uid, position)
      select id, series_id, author_uid, row_number() over (partition by series_id order by id)
        from (select id, author_uid, case when n <= ${SERIES_POSTS_MAX} then ${FULL_SERIES}
                     else ${FULL_SERIES + 1} + (n - ${SERIES_POSTS_MAX + 1}) / ${POSTS_EACH} end as series_id
                from (select id, author_uid, row_number() over (order by id) as n
                        from post where author_uid = ${heavyUid}) as own
              union all
              select first.id, series.author_uid, series.id
                from series cross join lateral (
                  select id from post where author_uid = series.author_uid order by id limit ${POSTS_EACH}) as first
               where series.author_uid <> ${heavyUid}) as one
       where author_uid <> ${heavyUid} or series_id <= ${SERIES_MAX}`;
}
