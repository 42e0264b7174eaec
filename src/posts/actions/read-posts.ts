import { Type } from 'typebox';
import type { Context, PresenterContext, Viewer } from '../../context.ts';
import { coalescedRead } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage, TimeAndId } from '../../platform/db/keyset.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import type { PostStatus } from '../rules.ts';
import type { OwnPost, OwnPostSummary, Post, PostListQuery, PostSummary } from '../schema.ts';
import { listFollowed, listHottest, listNewest, listOwn } from '../store/lists.ts';
import { findPost, findRevision, findVisiblePost, publicPosts } from '../store/posts.ts';
import { presentOwnPost, presentOwnSummary, presentPost, presentSummary } from './present.ts';

/** What received as much as another is told apart by its id. */
const HotScoreKey = Type.Tuple([Id, Id]);

/** SPEC §4: public posts, in the order asked for. */
export async function listPosts(
  ctx: Context,
  viewer: Viewer | null,
  request: PostListQuery,
): Promise<Page<PostSummary>> {
  const { order = 'newest', author } = request;
  if (author !== undefined && order !== 'newest') {
    const fields = [{ pointer: '/author', detail: 'goes with the newest order only' }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  const { readDb } = ctx;
  if (order === 'hot') {
    const hot = readPage(HotScoreKey, request);
    return pageByHotScore(ctx, hot, await hottestRows(readDb, { page: hot }));
  }
  if (order === 'newest') {
    const newest = readPage(TimeKey, request);
    return pageByTime(ctx, newest, await newestRows(readDb, { page: newest, author }));
  }
  // The route is open to anybody; only this order has to know who is asking.
  if (!viewer) throw new Refusal('unauthenticated');
  const page = readPage(TimeKey, request);
  return pageByTime(ctx, page, await listFollowed(readDb, viewer.uid, page));
}

const newestRows = coalescedRead(
  (db, { author, page }: { author: number | undefined; page: KeysetPage<TimeAndId> }) =>
    listNewest(db, author, page),
);

const hottestRows = coalescedRead(
  (db, { page }: { page: KeysetPage<[heat: number, id: number]> }) => listHottest(db, page),
);

function pageByHotScore(
  ctx: PresenterContext,
  page: KeysetPage<[heat: number, id: number]>,
  rows: Awaited<ReturnType<typeof listHottest>>,
): Page<PostSummary> {
  return toPage(
    rows,
    page.limit,
    (row) => [row.heat, row.id],
    (row) => presentSummary(ctx, row),
  );
}

function pageByTime(
  ctx: PresenterContext,
  page: KeysetPage<TimeAndId>,
  rows: Awaited<ReturnType<typeof listNewest>>,
): Page<PostSummary> {
  return toPage(
    rows,
    page.limit,
    (row) => [row.published_at?.toISOString(), row.id],
    (row) => presentSummary(ctx, row),
  );
}

/** D25: hidden and missing are the same refusal. */
export async function getPost(ctx: Context, viewer: Viewer | null, id: number): Promise<Post> {
  const post = await findPost(ctx.readDb, viewer, id);
  if (!post) throw new Refusal('not_found');
  return presentPost(ctx, post);
}

export async function listOwnPosts(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { status?: PostStatus },
): Promise<Page<OwnPostSummary>> {
  const page = readPage(TimeKey, request);
  const rows = await listOwn(ctx.db, viewer.uid, request.status, page);
  return toPage(
    rows,
    page.limit,
    (row) => [row.updated_at.toISOString(), row.id],
    (row) => presentOwnSummary(ctx, row),
  );
}

/** The newest text of an own post, to go on writing. */
export async function getOwnPost(
  ctx: Context,
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<OwnPost> {
  const post = await findVisiblePost(db, viewer, id);
  if (!post || post.author_uid !== viewer.uid) throw new Refusal('not_found');
  const newest = await findRevision(db, id, post.version);
  return presentOwnPost(ctx, { ...post, ...newest });
}

/** D25 for statements of other domains that act on public posts: the one condition, as part of theirs. */
export function publicPostsQuery(db: Db, ids: number[]) {
  return publicPosts(db, ids);
}
