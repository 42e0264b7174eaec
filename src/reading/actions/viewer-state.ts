import type { Context, Viewer } from '../../context.ts';
import type { PostSummary } from '../../posts/schema.ts';
import type { ReactionState } from '../../reactions/schema.ts';
import { findViewerState } from '../store/viewer-state.ts';

/** The viewer's relation to a post and its author. */
export type ViewerState = {
  reaction: ReactionState;
  favorited: boolean;
  /** The energy they have given to the post so far. */
  given: number;
  follow: { i_follow: boolean; follows_me: boolean };
};

/**
 * One statement instead of one for each of four domains, because the post page is the most read page. The caller has
 * checked that the viewer may see the post. Anonymous visitors have no state, so no query.
 */
export async function getViewerState(
  ctx: Context,
  viewer: Viewer | null,
  post: PostSummary,
): Promise<ViewerState> {
  const { id, like_count, dislike_count, author } = post;
  const state =
    viewer &&
    (await findViewerState(ctx.readDb, { post_id: id, author_uid: author.uid, uid: viewer.uid }));
  if (!state) {
    return {
      reaction: { state: 'none', like_count, dislike_count },
      favorited: false,
      given: 0,
      follow: { i_follow: false, follows_me: false },
    };
  }
  const { reaction, likes, dislikes, favorited, given, i_follow, follows_me } = state;
  return {
    reaction: { state: reaction, like_count: likes, dislike_count: dislikes },
    favorited,
    given,
    follow: { i_follow, follows_me },
  };
}
