import { type Expression, type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../../blocks/rules.ts';
import type { Db } from '../../../platform/db/database.ts';
import { PAGE_LIMIT } from '../../../platform/db/keyset.ts';
import { newestQuery } from '../lists.ts';
import { taggedQuery } from '../tagged-query.ts';
import { postEditionSql } from './public-reads.ts';

const FIRST_PAGE = { time: undefined, id: undefined };
const VERSION_COLUMNS = [
  'post.id',
  'post.published_at',
  sql<string>`post.xmin`.as('version'),
] as const;
/** One row more than a page: it decides whether there is a next page. */
const PAGE = sql.lit(PAGE_LIMIT + 1);

/**
 * The version of a post and its counters. PostgreSQL writes the transaction's number (`xmin`) into every row version,
 * so a change of any column, also one added later, changes these numbers. The counters also change with every new
 * comment, or wait as deltas: as long as the counters' row stays the same, there can only be more of these. Row locks do
 * not change `xmin`.
 */
export function postVersionSql(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select concat_ws(' ', post.xmin, post_count.xmin, ${postEditionSql()},
                     (select sum(id) from post_count_delta where post_id = post.id))
      from post join post_count on post_count.post_id = post.id where post.id = ${id})`;
}

/** The same for the first page of the newest posts. */
export function newestVersionSql(db: Db): RawBuilder<string> {
  return pageVersionSql(
    newestQuery(db, FIRST_PAGE, FOR_EVERYBODY).select(VERSION_COLUMNS).limit(PAGE),
  );
}

/** The same for a tag, and its numbers. */
export function tagVersionSql(db: Db, slug: RawBuilder<string>): RawBuilder<string | null> {
  const page = taggedQuery(db, sql.ref<number>('tag.id'), FIRST_PAGE, FOR_EVERYBODY)
    .select(VERSION_COLUMNS)
    .limit(PAGE);
  return sql`(
    select concat_ws(' ', tag.xmin, ${pageVersionSql(page)}) from tag where tag.slug = ${slug})`;
}

function pageVersionSql(page: Expression<unknown>): RawBuilder<string> {
  return sql`(
    select concat_ws(' ', ${postEditionSql()},
                     string_agg(concat_ws(' ', page.id, page.version, post_count.xmin), ','
                                order by page.published_at desc, page.id desc))
      from (${page}) page join post_count on post_count.post_id = page.id)`;
}
