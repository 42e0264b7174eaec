import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_LIMIT_MAX, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { everyVisiblePostQuery } from '../../posts/store/shared/visible-posts.ts';
import { isIndexedKeyword, SCAN_MAX } from '../rules.ts';
import { type CommentKey, isOneOf } from './keys.ts';
import { type CommentRow, columnsOf, isRootOf, isVisible, withPeople } from './read.ts';

/** As in the index comment_search. */
const BUCKET_BITS = 17;
/** How many of them a statement reads at most. */
const BUCKETS_MAX = 64;

export type CommentFilter = { q?: string; author?: number; post?: number };

type SearchResult = {
  rows: CommentRow[];
  /** Set if a bounded scan ended before the page was full and before the oldest comment. */
  scanned_to?: number;
};

/** Finds comments that may be on the page: newest first, all of them before `before`. */
type Find = (before: number) => Promise<{ keys: CommentKey[]; next?: number }>;

/** Newest first. Comments of one author or one post are few enough to search without the text index. */
export async function searchComments(
  db: Db,
  staff: Viewer,
  filter: CommentFilter,
  { after = Number.MAX_SAFE_INTEGER, limit }: KeysetPage<number>,
): Promise<SearchResult> {
  const { q, author, post } = filter;
  // Some are hidden, or have the pairs of characters elsewhere.
  const count = Math.ceil((limit + 1) * 1.25);
  const read = (find: Find) => readPage(db, { staff, q, before: after, count: limit + 1 }, find);
  if (q === undefined || author !== undefined || post !== undefined)
    return { rows: await read((before) => scanIndex(db, filter, { before, count })) };
  if (isIndexedKeyword(q))
    return { rows: await read((before) => scanBuckets(db, q, { before, count })) };
  const end = await findScanEnd(db, after);
  const rows = await read((before) => scanIndex(db, { q, from: end }, { before, count }));
  return rows.length > limit || end === undefined ? { rows } : { rows, scanned_to: end };
}

/** Two statements for most pages: the ids, then the rows. Posts are not on the machine of their comments. */
async function readPage(
  db: Db,
  {
    before,
    count,
    ...reader
  }: { staff: Viewer; q: string | undefined; before: number; count: number },
  find: Find,
): Promise<CommentRow[]> {
  const rows: CommentRow[] = [];
  for (let next: number | undefined = before; next !== undefined && rows.length < count; ) {
    const found: Awaited<ReturnType<Find>> = await find(next);
    rows.push(...(await readVisible(db, reader, found.keys)));
    next = found.next;
  }
  return rows.slice(0, count);
}

/** D25: those with the keyword, under a post that the staff sees, with a visible root. */
async function readVisible(
  db: Db,
  { staff, q }: { staff: Viewer; q: string | undefined },
  keys: CommentKey[],
): Promise<CommentRow[]> {
  if (keys.length === 0) return [];
  const posts = [...new Set(keys.map(({ post_id }) => post_id))];
  const { rows } = await sql<CommentRow>`
    with visible_post as materialized (
      select post.id from (${everyVisiblePostQuery(db, staff)}) as post where post.id = any(${posts})
    ), shown as (
      select ${columnsOf('comment')} from comment
        join comment root on ${isRootOf('comment')} join visible_post on visible_post.id = comment.post_id
       where ${isOneOf('comment', keys)}
         and ${isVisible('comment', FOR_EVERYBODY)} and ${isVisible('root', FOR_EVERYBODY)}
         and ${q === undefined ? sql`true` : containsKeyword(q)}
    ) ${withPeople(FOR_EVERYBODY)}
    order by shown.id desc`.execute(db);
  return rows;
}

type Scan = { before: number; count: number };

/** Reads an index of author, post or id from the newest on, until there are enough; none older than `from`. */
async function scanIndex(
  db: Db,
  { q, author, post, from }: CommentFilter & { from?: number | undefined },
  { before, count }: Scan,
): Promise<{ keys: CommentKey[]; next?: number }> {
  const conditions = [sql`comment.deleted_at is null`, sql`comment.id < ${before}`];
  if (author !== undefined) conditions.push(sql`comment.author_uid = ${author}`);
  if (post !== undefined) conditions.push(sql`comment.post_id = ${post}`);
  if (from !== undefined) conditions.push(sql`comment.id >= ${from}`);
  if (q !== undefined) conditions.push(containsKeyword(q));
  const { rows } = await sql<CommentKey>`
    select post_id, id from (
      select comment.post_id, comment.id from comment
       where ${sql.join(conditions, sql` and `)}
       order by comment.id desc limit ${PAGE_ROWS}
    ) as newest order by id desc limit ${count}`.execute(db);
  return nextOf(rows, rows.length === Math.min(count, PAGE_LIMIT_MAX + 1));
}

/**
 * Reads the index comment_search bucket by bucket from the newest, until there are enough. `id + 0`: the planner cannot
 * estimate the keyword, and would read comments in the order of their ids until it has the page. Texts are compared later:
 * only those of one page.
 */
async function scanBuckets(
  db: Db,
  q: string,
  { before, count }: Scan,
): Promise<{ keys: CommentKey[]; next?: number }> {
  const keys: CommentKey[] = [];
  let bucket = Math.floor((await findNewestId(db, before)) / 2 ** BUCKET_BITS);
  for (
    let buckets = 1;
    bucket >= 0 && keys.length < count;
    buckets = Math.min(4 * buckets, BUCKETS_MAX)
  ) {
    const parts = Array.from(
      { length: Math.min(buckets, bucket + 1) },
      (_, index) => sql`(
        select post_id, id from comment
         where deleted_at is null and id < ${before}
           and comment_bigrams(id >> ${sql.lit(BUCKET_BITS)}, body) @> comment_bigrams(${bucket - index}::bigint, ${q})
         order by id + 0 desc limit ${count})`,
    );
    const { rows } = await sql<CommentKey>`
      select post_id, id from (${sql.join(parts, sql` union all `)}) as match limit ${count}`.execute(
      db,
    );
    keys.push(...rows);
    bucket -= parts.length;
  }
  return nextOf(keys.slice(0, count), keys.length >= count);
}

function nextOf(keys: CommentKey[], hasMore: boolean): { keys: CommentKey[]; next?: number } {
  const last = keys.at(-1);
  return hasMore && last ? { keys, next: last.id } : { keys };
}

/**
 * The last comment of a scan of `SCAN_MAX` comments, deleted ones included; undefined if that reaches the oldest comment. No index
 * contains single characters: an entry for each would double `comment_search`, and a common one is in every second comment.
 */
async function findScanEnd(db: Db, before: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from comment where id < ${before}
     order by id desc offset ${sql.lit(SCAN_MAX - 1)} limit 1`.execute(db);
  return rows[0]?.id;
}

async function findNewestId(db: Db, before: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from comment where id < ${before}`.execute(db);
  return rows[0]?.id ?? -1;
}

/** The index compares pairs of characters, so the text must be compared too. */
function containsKeyword(q: string): RawBuilder<SqlBool> {
  return sql`position(fold_text(${q}) in fold_text(comment.body)) > 0`;
}
