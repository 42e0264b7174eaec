import { withoutHidden } from '../../blocks/rules.ts';
import type { Context, PresenterContext, Viewer } from '../../context.ts';
import { type Subject, subjectOf } from '../../platform/invalidations.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { RelatedPost } from '../../posts/views/related-posts.tsx';
import { seriesTitle } from '../../series/actions/read-series.ts';
import type { SeriesOfPost } from '../../series/views/series-of-post.tsx';
import { urlOf } from '../../uploads/rules.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { type BoundedCount, bounded } from '../rules.ts';
import { type AfterPostRow, findAfterPost, POSTS_COUNTED } from '../store/after-post.ts';
import type { PostStateRow } from '../store/post-state.ts';

/** What a post's page shows after the text. */
export type AfterPost = {
  author: {
    followers: number;
    posts: BoundedCount;
    /** The energy that all of the author's posts received; null if there are too many to add up. */
    received: number | null;
  };
  /** Other public posts of the author, the brightest of the recent ones. */
  more: { id: number; title: string; energy: number; comment_count: number }[];
  /** The series that the post is in, with its public neighbours. */
  series: SeriesOfPost | null;
  /** Posts of others, the nearest first. */
  related: RelatedPost[];
};

const MAX_AGE_MS = 10 * 60_000;

/**
 * For most members a part of it may be as old as on a page in the page cache: which posts there are, the order of the brightest
 * and the sums. Texts, names and series are never older than their last change (see `contentCache`). Authors see their own
 * changes at once, and a page for the page cache has versions of its own.
 */
export async function readAfterPost(
  ctx: Context,
  viewer: Viewer | null,
  key: { post_id: number; author_uid: number },
): Promise<AfterPostRow> {
  const cached = {
    key: `after-post:${key.post_id}`,
    read: async () => {
      const row = await findAfterPost(ctx.readDb, key);
      if (!row) throw new Error(`nothing was read for post ${key.post_id}`);
      return row;
    },
    subjectsOf,
    maxAgeMs: MAX_AGE_MS,
  };
  const isNow = viewer === null || viewer.uid === key.author_uid;
  return isNow ? ctx.contentCache.readNow(cached) : ctx.contentCache.read(cached);
}

/** Everything that `presentAfterPost` shows of it. */
function subjectsOf({ more, series, related }: AfterPostRow): Subject[] {
  const neighbours = [series?.previous, series?.next].filter((post) => post != null);
  return [
    ...[...more, ...related, ...neighbours].map(({ id }) => subjectOf('post', id)),
    ...related.map(({ uid }) => subjectOf('member', uid)),
    ...(series ? [subjectOf('series', series.id)] : []),
  ];
}

/**
 * In the page cache: the other posts are watched with their own versions, so a hidden post drops the page at once.
 * Followers, the author's sums and which posts are the brightest have no version: these are as old as the page, ten
 * minutes at most.
 */
export function presentAfterPost(
  ctx: PresenterContext,
  viewer: Viewer | null,
  state: Pick<PostStateRow, 'followers'>,
  row: AfterPostRow,
): AfterPost {
  ctx.dependencies.limitAge(MAX_AGE_MS);
  for (const { id, post_version } of [...row.more, ...row.related])
    ctx.dependencies.add('post', id, post_version);
  const series = row.series ? presentSeriesOfPost(ctx, row.series) : null;
  const posts = bounded(row.post_count, POSTS_COUNTED);
  return {
    author: { followers: state.followers, posts, received: posts.isMore ? null : row.received },
    more: row.more.map(({ id, title, energy, comments }) => ({
      id,
      title,
      energy,
      comment_count: comments,
    })),
    series,
    related: withoutHidden(viewer, row.related, ({ uid }) => uid).map(
      ({ id, title, lang, summary, picture_key, energy, ...author }) => ({
        id,
        title,
        lang: lang as Language | null,
        summary,
        picture_url: picture_key === null ? null : urlOf(picture_key),
        energy,
        author_name: presentCard(ctx, author).name,
      }),
    ),
  };
}

/**
 * D55: the neighbours and the series are watched with their own versions, so a page with the title of a post that was just
 * hidden is dropped at once. The version of the series also changes when any of its posts appears or disappears, because
 * that moves the numbers.
 */
function presentSeriesOfPost(
  ctx: PresenterContext,
  row: AfterPostRow['series'] & {},
): SeriesOfPost {
  ctx.dependencies.add('series', row.id, row.version);
  const neighbour = (post: typeof row.previous) => {
    if (!post) return null;
    ctx.dependencies.add('post', post.id, post.post_version);
    return { id: post.id, title: post.title, lang: post.lang as Language | null };
  };
  return {
    id: row.id,
    author_uid: row.author_uid,
    title: seriesTitle(ctx, row.title),
    lang: row.title ? (row.lang as Language | null) : null,
    total: row.total,
    number: row.number,
    previous: neighbour(row.previous),
    next: neighbour(row.next),
  };
}
