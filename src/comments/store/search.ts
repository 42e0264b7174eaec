import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { everyVisiblePostQuery } from '../../posts/store/shared/visible-posts.ts';
import { isIndexedKeyword, SCAN_MAX } from '../rules.ts';
import { type CommentRow, columnsOf, isRootOf, isVisible, withPeople } from './read.ts';

/** As in the index comment_search: a literal, or the index is not used. */
const BUCKET_BITS = sql.lit(17);

export type CommentFilter = { q?: string; author?: number; post?: number };

type SearchResult = {
  rows: CommentRow[];
  /** Set if a bounded scan ended before the page was full and before the oldest comment. */
  scanned_to?: number;
};

/** Newest first. Comments of one author or one post are few enough to search without the text index. */
export async function searchComments(
  db: Db,
  staff: Viewer,
  filter: CommentFilter,
  page: KeysetPage<number>,
): Promise<SearchResult> {
  const { q, author, post } = filter;
  if (q === undefined || author !== undefined || post !== undefined)
    return { rows: await readShown(db, scanIndex(db, staff, filter, page), page) };
  if (isIndexedKeyword(q))
    return { rows: await readShown(db, searchIndex(db, staff, q, page), page) };
  const rows = await readShown(db, scanNewest(db, staff, q, page), page);
  if (rows.length > page.limit) return { rows };
  const end = await findScanEnd(db, page);
  return end === undefined ? { rows } : { rows, scanned_to: end };
}

async function readShown(
  db: Db,
  ids: RawBuilder<unknown>,
  page: KeysetPage<number>,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    with recursive ${ids}, shown as materialized (
      select ${columnsOf('comment')} from comment
       where comment.id in (select id from page order by id desc limit ${page.limit + 1})
    ) ${withPeople(FOR_EVERYBODY)}
    order by shown.id desc`.execute(db);
  return rows;
}

/** Reads an index of author, post or id from the newest on, until the page is full. */
function scanIndex(
  db: Db,
  staff: Viewer,
  { q, author, post }: CommentFilter,
  page: KeysetPage<number>,
): RawBuilder<unknown> {
  const conditions = [
    sql`hit.deleted_at is null`,
    sql`hit.id < ${page.after ?? Number.MAX_SAFE_INTEGER}`,
  ];
  if (author !== undefined) conditions.push(sql`hit.author_uid = ${author}`);
  if (post !== undefined) conditions.push(sql`hit.post_id = ${post}`);
  if (q !== undefined) conditions.push(containsKeyword(q));
  return sql`page as (
    select hit.id from comment hit ${joinVisible(db, staff)}
     where ${sql.join(conditions, sql` and `)}
     order by hit.id desc limit ${PAGE_ROWS})`;
}

/**
 * Reads the index comment_search bucket by bucket from the newest, until the page is full. `offset 0` is an
 * optimization fence around each part: the planner cannot estimate the keyword and would scan all comments instead. A
 * bucket sorts ids only; text and visibility are checked for one page of them.
 */
function searchIndex(
  db: Db,
  staff: Viewer,
  q: string,
  { after, limit }: KeysetPage<number>,
): RawBuilder<unknown> {
  const newest = after === undefined ? sql`(select max(id) from comment)` : sql`${after}::bigint`;
  return sql`scan as (
    select (coalesce(${newest}, 0) >> ${BUCKET_BITS}) + 1 as bucket, '{}'::bigint[] as ids, 0 as found
    union all
    select bucket - 1, matches.ids, found + cardinality(matches.ids)
      from scan cross join lateral (
        select array(
          select match.id from (
            select comment.id from comment
             where comment.deleted_at is null
               and comment_bigrams(comment.id >> ${BUCKET_BITS}, comment.body)
                   @> comment_bigrams(scan.bucket - 1, ${q})
             order by comment.id desc offset 0
          ) as match
          cross join lateral (
            select hit.id, hit.root_id, hit.post_id, hit.author_uid, hit.body, hit.deleted_at
              from comment hit where hit.id = match.id offset 0
          ) as hit ${joinVisible(db, staff)}
           where match.id < ${after ?? Number.MAX_SAFE_INTEGER} and ${containsKeyword(q)}
           order by match.id desc limit ${limit + 1}
        ) as ids offset 0
      ) as matches
     where scan.bucket > 0 and scan.found <= ${limit}
  ), page as (select unnest(ids) as id from scan)`;
}

/**
 * No index contains single characters: an entry for each would double `comment_search`, and a common one is in every
 * second comment. Scans `SCAN_MAX` comments per page from the newest on, deleted ones included, so the cost is bounded.
 */
function scanNewest(
  db: Db,
  staff: Viewer,
  q: string,
  { after }: KeysetPage<number>,
): RawBuilder<unknown> {
  return sql`page as (
    select hit.id from (
      select id, root_id, post_id, author_uid, body, deleted_at from comment
       where id < ${after ?? Number.MAX_SAFE_INTEGER}
       order by id desc limit ${sql.lit(SCAN_MAX)}
    ) as hit ${joinVisible(db, staff)}
     where hit.deleted_at is null and ${containsKeyword(q)}
     order by hit.id desc limit ${PAGE_ROWS})`;
}

/** The last comment of the scan; undefined if the scan reached the oldest comment. */
async function findScanEnd(db: Db, { after }: KeysetPage<number>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from comment where id < ${after ?? Number.MAX_SAFE_INTEGER}
     order by id desc offset ${sql.lit(SCAN_MAX - 1)} limit 1`.execute(db);
  return rows[0]?.id;
}

/** The index compares pairs of characters, so the text must be compared too. */
function containsKeyword(q: string): RawBuilder<unknown> {
  return sql`position(fold_text(${q}) in fold_text(hit.body)) > 0`;
}

/** D25: under a post that the staff sees, with a visible root. `offset 0` makes it a lookup per row. */
function joinVisible(db: Db, staff: Viewer): RawBuilder<unknown> {
  return sql`cross join lateral (
      select from (${everyVisiblePostQuery(db, staff)}) as post, comment root
       where post.id = hit.post_id and ${isRootOf('hit')}
         and ${isVisible('hit', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)} offset 0
    ) as visible`;
}
