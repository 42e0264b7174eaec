import { Type } from 'typebox';
import { type Hidden, hiddenFrom } from '../../blocks/rules.ts';
import type { Context, PresenterContext, Viewer } from '../../context.ts';
import { coalescedRead } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage, TimeAndId } from '../../platform/db/keyset.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  timeKeyOf,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Refusal } from '../../refusals.ts';
import type { PostStatus } from '../rules.ts';
import type { OwnPost, OwnPostSummary, Post, PostListQuery, PostSummary } from '../schema.ts';
import { listFollowed, listHottest, listNewest, listOwn } from '../store/lists.ts';
import { findPost, findVisiblePost } from '../store/posts.ts';
import { findTaggedRevision } from '../store/revision-texts.ts';
import { findSchedule, listSchedules } from '../store/schedules.ts';
import { withCards } from './derive-cards.ts';
import { presentOwnPost, presentOwnSummary, presentPost, presentSummary } from './present.ts';

/** The id orders posts with the same score. */
const HotScoreKey = Type.Tuple([Id, Id]);

/** SPEC §4: public posts, in the requested order. */
export async function listPosts(
  ctx: Context,
  viewer: Viewer | null,
  request: PostListQuery,
): Promise<Page<PostSummary>> {
  const { order = 'newest', author, lang } = request;
  if (author !== undefined && order !== 'newest')
    throw invalid('/author', 'goes with the newest order only');
  if (lang !== undefined && (author !== undefined || order === 'following'))
    throw invalid('/lang', 'goes with the newest and the hot order of all authors');
  const { readDb } = ctx;
  const hidden = hiddenFrom(viewer);
  if (order === 'hot') {
    const hot = readPage(HotScoreKey, request);
    const rows = await coalescedHottest(readDb, { lang, hidden, page: hot });
    return pageByHotScore(ctx, hot, await withCards(ctx, rows));
  }
  if (order === 'newest') {
    const newest = readPage(TimeKey, request);
    const rows = await coalescedNewest(readDb, { author, lang, hidden, page: newest });
    return pageByTime(ctx, newest, await withCards(ctx, rows));
  }
  // The route also serves anonymous visitors; only this order needs a login.
  if (!viewer) throw new Refusal('unauthenticated');
  const page = readPage(TimeKey, request);
  const rows = await listFollowed(readDb, { uid: viewer.uid, hidden }, page);
  return pageByTime(ctx, page, await withCards(ctx, rows));
}

function invalid(pointer: string, detail: string): Refusal {
  return new Refusal('invalid_input', {}, { fields: [{ pointer, detail }] });
}

type NewestInput = {
  author: number | undefined;
  lang: Language | undefined;
  hidden: Hidden;
  page: KeysetPage<TimeAndId>;
};

const coalescedNewest = coalescedRead((db, { page, ...filter }: NewestInput) =>
  listNewest(db, filter, page),
);

type HottestInput = {
  lang: Language | undefined;
  hidden: Hidden;
  page: KeysetPage<[score: number, id: number]>;
};

const coalescedHottest = coalescedRead((db, { page, ...filter }: HottestInput) =>
  listHottest(db, filter, page),
);

function pageByHotScore(
  ctx: PresenterContext,
  page: KeysetPage<[score: number, id: number]>,
  rows: Awaited<ReturnType<typeof listHottest>>,
): Page<PostSummary> {
  return toPage(
    rows,
    page.limit,
    (row) => [row.score, row.id],
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

/** D25: hidden and missing posts get the same refusal. */
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
  const listed = await listOwn(ctx.db, viewer.uid, request.status, page);
  const rows = await withSchedules(ctx.db, listed);
  return toPage(rows, page.limit, timeKeyOf('updated_at', 'id'), (row) =>
    presentOwnSummary(ctx, row),
  );
}

/** Beside the rows' own query: few posts have a schedule, and readers never see it. */
export async function withSchedules<R extends { id: number }>(db: Db, rows: R[]) {
  const schedules = await listSchedules(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, schedule: schedules.get(row.id) }));
}

/** The newest text of an own post, for editing. */
export async function getOwnPost(
  ctx: Context,
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<OwnPost> {
  const post = await findVisiblePost(db, viewer, id);
  if (!post || post.author_uid !== viewer.uid) throw new Refusal('not_found');
  const newest = await findTaggedRevision(db, id, post.version);
  const schedule = await findSchedule(db, id);
  return presentOwnPost(ctx, { ...post, ...newest, schedule });
}
