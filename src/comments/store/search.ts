import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { everyVisiblePostQuery } from '../../posts/store/shared/visible-posts.ts';
import { isIndexedKeyword, SCAN_MAX } from '../rules.ts';
import { type CommentRow, columnsOf, isVisible, withPeople } from './read.ts';

/** As the index comment_search is made: literal, or it is not found. */
const BUCKET_BITS = sql.lit(17);

export type CommentFilter = { q?: string; author?: number; post?: number };

type Found = {
  rows: CommentRow[];
  /** Where a bounded scan ended before the page was full and before the oldest comment. */
  scanned_to?: number;
};

/** Newest first. One author's or one post's are few enough to be read for a word; everybody's are not. */
export async function searchComments(
  db: Db,
  staff: Viewer,
  filter: CommentFilter,
  page: KeysetPage<number>,
): Promise<Found> {
  const { q, author, post } = filter;
  if (q === undefined || author !== undefined || post !== undefined)
    return { rows: await readShown(db, walked(db, staff, filter, page), page) };
  if (isIndexedKeyword(q))
    return { rows: await readShown(db, containing(db, staff, q, page), page) };
  const rows = await readShown(db, scanned(db, staff, q, page), page);
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
    ) ${withPeople()}
    order by shown.id desc`.execute(db);
  return rows;
}

/** From the newest along an index, until the page is full. */
function walked(
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
  if (q !== undefined) conditions.push(says(q));
  return sql`page as (
    select hit.id from comment hit ${standing(db, staff)}
     where ${sql.join(conditions, sql` and `)}
     order by hit.id desc limit ${PAGE_ROWS})`;
}

/**
 * Bucket by bucket from the newest, as the index comment_search is made, until the page is full. Each part is
 * fenced in by its offset: the planner knows nothing of the words, and would walk all comments instead. In a
 * bucket only numbers are sorted; what they say, and whether they stand, is looked at for a page of them.
 */
function containing(
  db: Db,
  staff: Viewer,
  q: string,
  { after, limit }: KeysetPage<number>,
): RawBuilder<unknown> {
  const newest = after === undefined ? sql`(select max(id) from comment)` : sql`${after}::bigint`;
  return sql`walk as (
    select (coalesce(${newest}, 0) >> ${BUCKET_BITS}) + 1 as bucket, '{}'::bigint[] as ids, 0 as found
    union all
    select bucket - 1, here.ids, found + cardinality(here.ids)
      from walk cross join lateral (
        select array(
          select match.id from (
            select comment.id from comment
             where comment.deleted_at is null
               and comment_bigrams(comment.id >> ${BUCKET_BITS}, comment.body)
                   @> comment_bigrams(walk.bucket - 1, ${q})
             order by comment.id desc offset 0
          ) as match
          cross join lateral (
            select hit.id, hit.root_id, hit.post_id, hit.author_uid, hit.body, hit.deleted_at
              from comment hit where hit.id = match.id offset 0
          ) as hit ${standing(db, staff)}
           where match.id < ${after ?? Number.MAX_SAFE_INTEGER} and ${says(q)}
           order by match.id desc limit ${limit + 1}
        ) as ids offset 0
      ) as here
     where walk.bucket > 0 and walk.found <= ${limit}
  ), page as (select unnest(ids) as id from walk)`;
}

/**
 * No index knows single characters: an entry for each would double `comment_search`, and a common one is in every
 * second comment. From the newest on, so many comments a page, deleted ones counted: the cost is bounded either way.
 */
function scanned(
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
    ) as hit ${standing(db, staff)}
     where hit.deleted_at is null and ${says(q)}
     order by hit.id desc limit ${PAGE_ROWS})`;
}

/** The last comment of the scan; nothing where the scan has reached the oldest comment. */
async function findScanEnd(db: Db, { after }: KeysetPage<number>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from comment where id < ${after ?? Number.MAX_SAFE_INTEGER}
     order by id desc offset ${sql.lit(SCAN_MAX - 1)} limit 1`.execute(db);
  return rows[0]?.id;
}

/** Two comments that share their pairs need not share the word. */
function says(q: string): RawBuilder<unknown> {
  return sql`position(fold_text(${q}) in fold_text(hit.body)) > 0`;
}

/** D25: under a post the staff sees, while its root stands. Fenced in, so that it is looked up row by row. */
function standing(db: Db, staff: Viewer): RawBuilder<unknown> {
  return sql`cross join lateral (
      select from (${everyVisiblePostQuery(db, staff)}) as post, comment root
       where post.id = hit.post_id and root.id = coalesce(hit.root_id, hit.id)
         and ${isVisible('hit')} and ${isVisible('root')} offset 0
    ) as standing`;
}
