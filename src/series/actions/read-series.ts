import { isClosedTo } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  toPage,
} from '../../platform/http/pagination.ts';
import { findOwner, type RoutedId } from '../../platform/http/routed-id.ts';
import { Id } from '../../platform/http/validation.ts';
import { translator } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import { listOwnSummaries, listPublicSummaries } from '../../posts/actions/summaries.ts';
import type { PostStatus } from '../../posts/rules.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { Refusal } from '../../refusals.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { Series, SeriesSummary } from '../schema.ts';
import { countOwnPosts, listFirstPosts, listFreePosts, listPostIds } from '../store/posts.ts';
import { countSeries, findSeries, listSeries, type SeriesRow } from '../store/series.ts';
import { findSeriesAuthor } from '../store/shared.ts';

/** More posts than a tile shows, because not every one is public. */
const FIRST_READ = 10;
const FIRST_SHOWN = 3;
/** Posts to choose from on the page of a series, among those changed last; every other is added in the editor. */
const FREE_POSTS = { limit: 200, among: 1000 };

/** All series of the author for the author, those with a public post for other viewers. */
export async function listSeriesOf(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  request: PageRequest,
): Promise<Page<SeriesSummary>> {
  await getUser(ctx.readDb, uid);
  const page = readPage(Id, request);
  if (isClosedTo(viewer, uid)) return { items: [], next_cursor: null };
  const isOwn = viewer?.uid === uid;
  const rows = await listSeries(ctx.readDb, uid, isOwn ? 'all' : 'public', page);
  const own = isOwn
    ? await countOwnPosts(
        ctx.readDb,
        uid,
        rows.map(({ id }) => id),
      )
    : undefined;
  return toPage(rows, page.limit, idOf, (row) =>
    presentSeries(ctx, row, own ? (own.get(row.id) ?? 0) - row.posts : null),
  );
}

/** How many the viewer sees. */
export function countSeriesOf(ctx: Context, viewer: Viewer | null, uid: number): Promise<number> {
  if (isClosedTo(viewer, uid)) return Promise.resolve(0);
  return countSeries(ctx.readDb, uid, viewer?.uid === uid ? 'all' : 'public');
}

/** The first public posts of each of an author's series, to show what it is about. */
export async function previewSeries(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  ids: number[],
): Promise<Map<number, PostSummary[]>> {
  const first = await listFirstPosts(ctx.readDb, uid, ids, FIRST_READ);
  const posts = await listPublicSummaries(
    ctx,
    viewer,
    ctx.readDb,
    first.map(({ post_id }) => post_id),
  );
  return new Map(
    ids.map((id) => {
      const shown = first.flatMap(({ series_id, post_id }) => {
        const post = series_id === id ? posts.get(post_id) : undefined;
        return post ? [post] : [];
      });
      return [id, shown.slice(0, FIRST_SHOWN)];
    }),
  );
}

/**
 * D25: a series with its public posts; the author also sees the others, without a number. Without a public post it is not
 * found by anybody but the author and the staff, who may have to remove its text.
 */
export async function getSeries(
  ctx: Context,
  viewer: Viewer | null,
  address: RoutedId,
): Promise<Series> {
  const author_uid = await findOwner(address, (id) => findSeriesAuthor(ctx.readDb, id));
  const row = await findSeries(ctx.readDb, { author_uid, id: address.id });
  if (!row) throw new Refusal('not_found');
  if (isClosedTo(viewer, row.author_uid)) throw new Refusal('hidden_by_you');
  const own = viewer !== null && viewer.uid === row.author_uid ? viewer : null;
  const isStaff = viewer !== null && viewer.role !== 'member';
  const ids = await listPostIds(ctx.readDb, row);
  const summaries = own
    ? await listOwnSummaries(ctx, own, ids)
    : await listPublicSummaries(ctx, isStaff ? null : viewer, ctx.readDb, ids);
  const shown = ids.flatMap((postId) => summaries.get(postId) ?? []);
  const publicPosts = shown.filter(({ status }) => status === 'approved');
  if (publicPosts.length === 0 && !own && !isStaff) throw new Refusal('not_found');
  let number = 0;
  return {
    // Counted from the same read as the list, so that the two never differ.
    ...presentSeries(ctx, { ...row, posts: publicPosts.length }, null),
    hidden_count: own ? shown.length - publicPosts.length : null,
    minutes: publicPosts.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    posts: shown.map((post) => {
      const isPublic = post.status === 'approved';
      if (isPublic) number += 1;
      return { number: isPublic ? number : null, post };
    }),
  };
}

/** Somebody else's series is not found. */
export function getOwnSeries(ctx: Context, viewer: Viewer, id: number): Promise<Series> {
  return getSeries(ctx, viewer, { owner: viewer.uid, id });
}

export async function getOwnSeriesSummary(
  ctx: Context,
  viewer: Viewer,
  id: number,
): Promise<SeriesSummary> {
  const { minutes: _, posts: __, ...summary } = await getOwnSeries(ctx, viewer, id);
  return summary;
}

export type FreePost = { id: number; title: string; lang: Language | null; status: PostStatus };

/** Own posts that can be added: those in no series. */
export async function listPostsToAdd(ctx: Context, viewer: Viewer): Promise<FreePost[]> {
  const rows = await listFreePosts(ctx.db, viewer.uid, FREE_POSTS);
  return rows.map((row) => ({
    ...row,
    lang: row.lang as Language | null,
    status: row.status as PostStatus,
  }));
}

function presentSeries(ctx: Context, row: SeriesRow, hidden: number | null): SeriesSummary {
  // The version of the page of a series includes it.
  ctx.dependencies.add('series', row.id, null);
  return {
    id: row.id,
    title: seriesTitle(ctx, row.title),
    description: row.description,
    lang: row.title ? (row.lang as Language | null) : null,
    text_removed: row.text_removed_at !== null,
    author: presentCard(ctx, row),
    post_count: row.posts,
    hidden_count: hidden,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The reader's language has a name for a series whose text was removed. */
export function seriesTitle({ locale }: Pick<Context, 'locale'>, title: string): string {
  return title || translator(locale)('series.untitled');
}
