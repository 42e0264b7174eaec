import { withoutHidden } from '../../blocks/rules.ts';
import type { PresenterContext, Viewer } from '../../context.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { RelatedPost } from '../../posts/views/related-posts.tsx';
import { seriesTitle } from '../../series/actions/read-series.ts';
import type { SeriesOfPost } from '../../series/views/series-of-post.tsx';
import { urlOf } from '../../uploads/rules.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { UserCard } from '../../users/schema.ts';
import { type AfterPostRow, GIVERS_COUNTED, POSTS_COUNTED } from '../store/after-post.ts';

/** A count that is exact, or only known to be larger. */
type BoundedCount = { value: number; isMore: boolean };

/** What a post's page shows after the text. */
export type AfterPost = {
  /** Those who gave most. */
  givers: { user: UserCard; total: number }[];
  giver_count: BoundedCount;
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
 * In the page cache: every gift changes the post's counters, which are part of the page's version. The givers and the
 * other posts are watched with their own versions, so a deleted account or a hidden post drops the page at once.
 * Followers, the author's sums and which posts are the brightest have no version: these are as old as the page, ten
 * minutes at most.
 */
export function presentAfterPost(
  ctx: PresenterContext,
  viewer: Viewer | null,
  row: AfterPostRow,
): AfterPost {
  ctx.dependencies.limitAge(MAX_AGE_MS);
  for (const { id, post_version } of [...row.more, ...row.related])
    ctx.dependencies.add('post', id, post_version);
  const series = row.series ? presentSeriesOfPost(ctx, row.series) : null;
  const posts = bounded(row.post_count, POSTS_COUNTED);
  return {
    givers: withoutHidden(viewer, row.givers ?? [], ({ uid }) => uid).map(({ total, ...user }) => ({
      user: presentCard(ctx, user),
      total,
    })),
    giver_count: bounded(row.giver_count, GIVERS_COUNTED),
    author: { followers: row.followers, posts, received: posts.isMore ? null : row.received },
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
    title: seriesTitle(ctx, row.title),
    lang: row.title ? (row.lang as Language | null) : null,
    total: row.total,
    number: row.number,
    previous: neighbour(row.previous),
    next: neighbour(row.next),
  };
}

function bounded(count: number, max: number): BoundedCount {
  return { value: Math.min(count, max), isMore: count > max };
}
