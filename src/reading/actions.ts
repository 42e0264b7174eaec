import type { Context, Viewer } from '../context.ts';
import type { PostSummary } from '../posts/schema.ts';
import type { ReactionState } from '../reactions/schema.ts';
import { findStanding, isPicturePublic, isPictureVisible } from './store.ts';

/** How whoever is looking stands to a post and to its author. */
export type ReaderStanding = {
  reaction: ReactionState;
  favorited: boolean;
  /** The energy they have given to it so far. */
  given: number;
  follow: { i_follow: boolean; follows_me: boolean };
};

/**
 * In one statement, where four domains would each ask for their own: the page of a post is what is read most. Of a
 * post that they were found to see. Of a stranger there is nothing to ask for.
 */
export async function getReaderStanding(
  ctx: Context,
  viewer: Viewer | null,
  post: PostSummary,
): Promise<ReaderStanding> {
  const { id, like_count, dislike_count, author } = post;
  const found =
    viewer &&
    (await findStanding(ctx.readDb, { post_id: id, author_uid: author.uid, uid: viewer.uid }));
  if (!found) {
    return {
      reaction: { state: 'none', like_count, dislike_count },
      favorited: false,
      given: 0,
      follow: { i_follow: false, follows_me: false },
    };
  }
  const { state, likes, dislikes, favorited, given, i_follow, follows_me } = found;
  return {
    reaction: { state, like_count: likes, dislike_count: dislikes },
    favorited,
    given,
    follow: { i_follow, follows_me },
  };
}

/**
 * D55: who may be served a picture now: everybody, this viewer alone, or nobody. From the primary, whatever may be
 * read elsewhere: what was taken down a moment ago must not be served because a replica has not heard of it.
 */
export async function findPictureAudience(
  ctx: Context,
  viewer: Viewer | null,
  key: string,
): Promise<'everybody' | 'viewer' | undefined> {
  if (await isPicturePublic(ctx.db, key)) return 'everybody';
  return viewer && (await isPictureVisible(ctx.db, viewer, key)) ? 'viewer' : undefined;
}
