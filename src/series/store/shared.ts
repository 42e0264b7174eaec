import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { orderedPostsQuery, orderedVersionSql } from '../../posts/store/shared/ordered-posts.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import { tagEditionSql } from '../../tags/store/shared.ts';

type Neighbour = { id: number; title: string; lang: string | null; post_version: string };

/** The series of a post, as the post's page shows it. */
export type SeriesOfPostRow = {
  id: number;
  title: string;
  lang: string | null;
  version: string;
  /** Public posts. */
  total: number;
  /** Null if the post itself is not public. */
  number: number | null;
  previous: Neighbour | null;
  next: Neighbour | null;
};

function postsOfSeries(id: RawBuilder<unknown>) {
  return sql<{ id: number; position: number }>`(
    select post_id as id, position from series_post where series_post.series_id = ${id})`;
}

/**
 * The version of what a post's page shows of the series: its row, which changes with the text and with every change of the
 * posts and the order, and which posts are public, which is another table's business and moves the numbers.
 */
function shownVersionSql(db: Db): RawBuilder<string> {
  return sql<string>`concat_ws('.', series.xmin, (
    select md5(coalesce(string_agg(series_post.post_id::text, ' ' order by series_post.position), ''))
      from series_post
     where series_post.series_id = series.id and series_post.post_id in (${everyPublicPostQuery(db)})))`;
}

/** One text like `series:7 1234.ab` for each of the series that exists. */
export function seriesVersionsSql(db: Db, ids: RawBuilder<unknown>): RawBuilder<string> {
  return sql`
    select 'series:' || series.id || ' ' || ${shownVersionSql(db)} from series where series.id = any(${ids})`;
}

/** Whether and since when the post is in a series. */
export function membershipVersionSql(postId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select ' ' || series_post.xmin from series_post where series_post.post_id = ${postId}), '')`;
}

/** The version of the page of a series: everything that it shows. */
export function seriesPageVersionSql(db: Db, id: RawBuilder<number>): RawBuilder<string | null> {
  return sql`(
    select concat_ws(' ', ${tagEditionSql()}, series.xmin, ${orderedVersionSql(db, postsOfSeries(sql`series.id`))})
      from series where series.id = ${id})`;
}

/** The series of `input.post_id` with its public neighbours; null for a post in no series, after one index lookup. */
export function seriesOfPostSql(db: Db): RawBuilder<unknown> {
  const neighbour = (side: RawBuilder<unknown>) => sql`(
    select row_to_json(near) from (
      select id, title, lang, post_version from listed where ${side} limit 1) as near)`;
  return sql`
    select (
      select row_to_json(found) from (
        select series.id, series.title, series.lang, ${shownVersionSql(db)} as version, around.*
          from series_post as own
          join series on series.id = own.series_id
         cross join lateral (
           with listed as materialized (${orderedPostsQuery(db, postsOfSeries(sql`own.series_id`))})
           select (select count(*) from listed) as total,
                  (select number from listed where id = own.post_id) as number,
                  ${neighbour(sql`position < own.position order by position desc`)} as previous,
                  ${neighbour(sql`position > own.position order by position`)} as next
         ) as around
         where own.post_id = input.post_id) as found) as series`;
}
