import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import { batchedRead, COLD_ROWS, readByServer } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, PAGE_LIMIT, PAGE_ROWS } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { type CommentOrder, FIRST_REPLIES, MAX_RANK } from '../rules.ts';
import { type CommentKey, isOfPosts } from './keys.ts';
import { type CommentRow, columnsOf, isVisible, rank, withPeople } from './read.ts';

/** Where a page of roots begins; only the hottest first needs the rank. */
export type RootPosition = { rank: number; id: number };
type RootsRange = {
  post_ids: number[];
  after_rank: number;
  after_id: number;
  limit: number;
  hidden: Hidden;
};

/** `position`: on the page from 1, or 0 for the pinned root and its replies. */
type RootRow = CommentRow & { position: number };
/** Each root followed by its first replies. */
type RootsOfPost = { rows: CommentRow[]; pinned: CommentRow[] };

const listRootsQueries = {
  hottest: prepareQuery((_db, range: Params<RootsRange>) =>
    rootsSql(range, { page: hottestSql(range), order: sql`root.rank, root.id` }),
  ),
  // The index of root comments serves both directions.
  oldest: prepareQuery((_db, range: Params<RootsRange>) =>
    rootsSql(range, { page: datedSql(range, sql`>`, sql`asc`), order: sql`root.id asc` }),
  ),
  newest: prepareQuery((_db, range: Params<RootsRange>) =>
    rootsSql(range, { page: datedSql(range, sql`<`, sql`desc`), order: sql`root.id desc` }),
  ),
};

/**
 * Each root costs one short index scan. The page is of the post in `requested`. A pinned root, at most one per post, comes
 * along, because a statement of its own would cost the page more than the lookup.
 */
function rootsSql(
  range: Params<RootsRange>,
  { page, order }: { page: RawBuilder<unknown>; order: RawBuilder<unknown> },
): RawBuilder<RootRow> {
  const { post_ids, limit, hidden } = range;
  return sql<RootRow>`
    with root as materialized (
      select ${columnsOf('root')}, row_number() over (partition by root.post_id order by ${order}) as position
        from unnest(${post_ids}::bigint[]) as requested(post_id) cross join lateral (
        select root.* from (${page}) as root order by ${order} limit ${limit}
      ) as root
       union all
      select ${columnsOf('root')}, 0 from unnest(${post_ids}::bigint[]) as requested(post_id)
       cross join lateral (${pinnedSql(range)}) as root
    ), shown as (
      select ${columnsOf('root')}, root.position from root
      union all
      select ${columnsOf('reply')}, root.position from root cross join lateral (
        select ${columnsOf('comment')} from comment
         where comment.post_id = root.post_id and ${isOfPosts('comment.post_id', post_ids)} and comment.root_id = root.id and ${isVisible('comment', hidden)}
         order by comment.id limit ${sql.lit(FIRST_REPLIES)}
      ) reply
    ) ${withPeople(hidden, { isOfPosts: (column) => isOfPosts(column, post_ids), more: sql`shown.position,` })}
    order by shown.position, shown.root_id nulls first, shown.id`;
}

function datedSql(
  { post_ids, after_id, hidden }: Params<RootsRange>,
  beyond: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${columnsOf('comment')} from comment
     where comment.post_id = requested.post_id and ${isOfPosts('comment.post_id', post_ids)} and comment.root_id is null and ${isVisible('comment', hidden)}
       and comment.id ${beyond} ${after_id}
     order by comment.id ${direction} limit ${PAGE_ROWS}`;
}

/**
 * Reads the index in order and looks up each comment; `offset 0` keeps it so. The planner sorts the result once more, so
 * the limit is that of the page: with a larger one it would look up comments that no page shows.
 */
function hottestSql({
  post_ids,
  after_rank,
  after_id,
  limit,
  hidden,
}: Params<RootsRange>): RawBuilder<unknown> {
  return sql`
    select ${columnsOf('root')}, ${rank} as rank
      from comment_count ranked cross join lateral (
        select ${columnsOf('comment')} from comment
         where comment.post_id = requested.post_id and ${isOfPosts('comment.post_id', post_ids)} and comment.id = ranked.comment_id and ${isVisible('comment', hidden)} offset 0
      ) as root
     where ranked.post_id = requested.post_id and ${isOfPosts('ranked.post_id', post_ids)} and ranked.listed
       and (${rank}, ranked.comment_id) > (${after_rank}::int, ${after_id}::bigint)
     order by ${rank}, ranked.comment_id limit ${limit}`;
}

function pinnedSql({ post_ids, hidden }: Params<RootsRange>): RawBuilder<unknown> {
  return sql`
    select ${columnsOf('comment')} from comment
     where comment.post_id = requested.post_id and ${isOfPosts('comment.post_id', post_ids)} and comment.pinned and ${isVisible('comment', hidden)}`;
}

const BEFORE_FIRST: Record<CommentOrder, RootPosition> = {
  hottest: { rank: -MAX_RANK, id: 0 },
  oldest: { rank: 0, id: 0 },
  newest: { rank: 0, id: Number.MAX_SAFE_INTEGER },
};

/**
 * The first page of comments: every page of a post reads it, so concurrent requests are batched. A reader who hides
 * somebody reads their own.
 */
const readFirstPages = (order: CommentOrder) =>
  batchedRead(
    readByServer((db, postIds: number[]) =>
      readOfPosts(db, order, { postIds, limit: PAGE_LIMIT + 1, hidden: FOR_EVERYBODY }),
    ),
    COLD_ROWS,
  );
const FIRST_PAGES = {
  hottest: readFirstPages('hottest'),
  oldest: readFirstPages('oldest'),
  newest: readFirstPages('newest'),
};

async function readOfPosts(
  db: Db,
  order: CommentOrder,
  { postIds, limit, hidden }: { postIds: number[]; limit: number; hidden: Hidden },
): Promise<RootsOfPost[]> {
  const after = BEFORE_FIRST[order];
  const rows = await listRootsQueries[order](db, {
    post_ids: [...new Set(postIds)],
    after_rank: after.rank,
    after_id: after.id,
    limit,
    hidden,
  });
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id);
  return postIds.map((id) => withoutPinned(byPost.get(id) ?? []));
}

/** The pinned root is also among the others, where its rank puts it. */
function withoutPinned(rows: RootRow[]): RootsOfPost {
  return {
    rows: rows.filter(({ position }) => position > 0),
    pinned: rows.filter(({ position }) => position === 0),
  };
}

/** In one statement. Later pages do not begin with the pinned root. */
export async function listRoots(
  db: Db,
  postId: number,
  { order, hidden }: { order: CommentOrder; hidden: Hidden },
  { after, limit }: KeysetPage<RootPosition>,
): Promise<RootsOfPost> {
  if (after === undefined && limit === PAGE_LIMIT && !hidden) return FIRST_PAGES[order](db, postId);
  const { rank: after_rank, id: after_id } = after ?? BEFORE_FIRST[order];
  const found = await listRootsQueries[order](db, {
    post_ids: [postId],
    after_rank,
    after_id,
    limit: limit + 1,
    hidden,
  });
  const { rows, pinned } = withoutPinned(found);
  return { rows, pinned: after === undefined ? pinned : [] };
}

/** Also one that is hidden with its author's account. */
export async function listPinned(db: Db, postId: number): Promise<CommentKey[]> {
  const { rows } = await sql<CommentKey>`
    select post_id, id from comment where post_id = ${postId} and pinned and deleted_at is null`.execute(
    db,
  );
  return rows;
}

/** Of a root; where a page around it begins if the hottest are first. */
export async function findRank(db: Db, postId: number, rootId: number): Promise<number> {
  const { rows } = await sql<{ rank: number }>`
    select ${rank} as rank from comment_count ranked
     where ranked.post_id = ${postId} and ranked.comment_id = ${rootId}`.execute(db);
  return rows[0]?.rank ?? 0;
}
