import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db } from '../../platform/db/database.ts';
import { orderedVersionSql } from '../../posts/store/shared/ordered-posts.ts';
import { postEditionSql } from '../../posts/store/shared/public-reads.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';

export type SeriesKey = { author_uid: number; id: number };

/** For an address without its author. */
export async function findSeriesAuthor(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('series')
    .select('author_uid')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.author_uid;
}

type Neighbour = { id: number; title: string; lang: string | null; post_version: string };

/** The series of a post, as the post's page shows it. */
export type SeriesOfPostRow = {
  id: number;
  author_uid: number;
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

const POSTS_OF_SERIES = sql<{ id: number; position: number }>`(
  select post_id as id, position from series_post
   where series_post.author_uid = series.author_uid and series_post.series_id = series.id)`;

/**
 * The version of what a post's page shows of the series: its row, which changes with the text and with every change of the
 * posts and the order, and which posts are public, which is another table's business and moves the numbers.
 */
function shownVersionSql(db: Db): RawBuilder<string> {
  return sql<string>`concat_ws('.', series.xmin, (
    select md5(coalesce(string_agg(series_post.post_id::text, ' ' order by series_post.position), ''))
      from series_post
     where series_post.author_uid = series.author_uid and series_post.series_id = series.id
       and series_post.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)})))`;
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
export function seriesPageVersionSql(
  db: Db,
  { author_uid, id }: { author_uid: RawBuilder<number>; id: RawBuilder<number> },
): RawBuilder<string | null> {
  return sql`(
    select concat_ws(' ', ${postEditionSql()}, series.xmin, ${orderedVersionSql(db, POSTS_OF_SERIES)})
      from series where series.author_uid = ${author_uid} and series.id = ${id})`;
}

/**
 * The series of `input.post_id` by `input.author_uid` with its public neighbours; null for a post in no series, after one index lookup. Its posts
 * are read once: for the numbers, the neighbours and the version, which is the one of `shownVersionSql`.
 */
export function seriesOfPostSql(db: Db): RawBuilder<unknown> {
  const neighbour = (id: 'previous_id' | 'next_id') => sql`(
    select row_to_json(near) from (
      select id, title, lang, xmin::text as post_version from post where post.id = ${sql.ref(`listed.${id}`)}) as near)`;
  return sql`
    select (
      select row_to_json(found) from (
        select series.id, series.author_uid, series.title, series.lang, listed.total, listed.number,
               concat_ws('.', series.xmin, md5(listed.ids)) as version,
               ${neighbour('previous_id')} as previous, ${neighbour('next_id')} as next
          from series_post as own
          join series on series.author_uid = own.author_uid and series.id = own.series_id
         cross join lateral (
           select count(*) as total,
                  case when bool_or(post_id = own.post_id)
                       then count(*) filter (where position <= own.position) end as number,
                  (array_agg(post_id order by position desc) filter (where position < own.position))[1] as previous_id,
                  (array_agg(post_id order by position) filter (where position > own.position))[1] as next_id,
                  coalesce(string_agg(post_id::text, ' ' order by position), '') as ids
             from series_post as one
            where one.author_uid = own.author_uid and one.series_id = own.series_id
              and one.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)})
         ) as listed
         where own.post_id = input.post_id and own.author_uid = input.author_uid) as found) as series`;
}
