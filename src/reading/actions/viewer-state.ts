import type { Context, Viewer } from '../../context.ts';
import type { PostSummary } from '../../posts/schema.ts';
import type { ReactionState } from '../../reactions/schema.ts';
import { findViewerState } from '../store/viewer-state.ts';

/** How whoever is looking stands to a post and to its author. */
export type ViewerState = {
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
export async function getViewerState(
  ctx: Context,
  viewer: Viewer | null,
  post: PostSummary,
): Promise<ViewerState> {
  const { id, like_count, dislike_count, author } = post;
  const found =
    viewer &&
    (await findViewerState(ctx.readDb, { post_id: id, author_uid: author.uid, uid: viewer.uid }));
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
