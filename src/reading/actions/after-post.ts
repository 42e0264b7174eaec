import type { PresenterContext } from '../../context.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { RelatedPost } from '../../posts/views/related-posts.tsx';
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
export function presentAfterPost(ctx: PresenterContext, row: AfterPostRow): AfterPost {
  ctx.dependencies.limitAge(MAX_AGE_MS);
  for (const { id, post_version } of [...row.more, ...row.related])
    ctx.dependencies.add('post', id, post_version);
  const posts = bounded(row.post_count, POSTS_COUNTED);
  return {
    givers: (row.givers ?? []).map(({ total, ...user }) => ({
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
    related: row.related.map(({ id, title, lang, summary, picture_key, energy, ...author }) => ({
      id,
      title,
      lang: lang as Language | null,
      summary,
      picture_url: picture_key === null ? null : urlOf(picture_key),
      energy,
      author_name: presentCard(ctx, author).name,
    })),
  };
}

function bounded(count: number, max: number): BoundedCount {
  return { value: Math.min(count, max), isMore: count > max };
}
