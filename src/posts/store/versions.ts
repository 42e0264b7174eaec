import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { PAGE_LIMIT } from '../../platform/db/keyset.ts';
import { newest } from './lists.ts';

const FIRST_PAGE = { time: undefined, id: undefined };

/**
 * A row that is written again gets the number of the transaction that did it (`xmin`), so these numbers tell whether
 * anything has changed without listing what could: a column that is added tomorrow is part of it. The counters also
 * change with every comment that is added. Row locks leave no such number.
 */
export function postVersion(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select concat_ws(' ', post.xmin, post_count.xmin)
      from post join post_count on post_count.post_id = post.id where post.id = ${id})`;
}

/** Of the first page of the newest posts. */
export function newestVersion(db: Db): RawBuilder<string> {
  const found = newest(db, FIRST_PAGE)
    .select(['post.id', 'post.published_at', sql<string>`post.xmin`.as('version')])
    // With the one that says whether there is a next page.
    .limit(sql.lit(PAGE_LIMIT + 1));
  return sql`(
    select coalesce(string_agg(concat_ws(' ', found.id, found.version, post_count.xmin), ','
                               order by found.published_at desc, found.id desc), '')
      from (${found}) found join post_count on post_count.post_id = found.id)`;
}
