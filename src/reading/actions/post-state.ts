import type { Context, Viewer } from '../../context.ts';
import type { PostSummary } from '../../posts/schema.ts';
import type { ReactionState } from '../../reactions/schema.ts';
import { findPostState } from '../store/post-state.ts';
import { type AfterPost, presentAfterPost, readAfterPost } from './after-post.ts';

export type PostState = {
  /** The viewer's relation to the post and its author. */
  reader: {
    reaction: ReactionState;
    favorited: boolean;
    /** The energy they have given to the post so far. */
    given: number;
    /** The staff has yet to look at comments of theirs. */
    has_held: boolean;
    follow: { i_follow: boolean; follows_me: boolean };
  };
  /** Exact. Every number on the page comes from here, so that no two differ. */
  counts: { comment_count: number; energy: number };
  after: AfterPost;
};

/**
 * One statement for what changes with the reader or with every like, and one that readers share, instead of one for each of
 * six domains: the post page is the most read page. The caller has checked that the viewer may see the post.
 */
export async function getPostState(
  ctx: Context,
  viewer: Viewer | null,
  { id, author }: PostSummary,
): Promise<PostState> {
  const uid = viewer?.uid ?? null;
  const key = { post_id: id, author_uid: author.uid };
  const [state, after] = await Promise.all([
    findPostState(ctx.readDb, { ...key, uid }),
    readAfterPost(ctx, viewer, key),
  ]);
  if (!state) throw new Error(`post ${id} has no counters`);
  const { reaction, likes, dislikes, favorited, given, has_held } = state;
  return {
    reader: {
      reaction: { state: reaction, like_count: likes, dislike_count: dislikes },
      favorited,
      given,
      has_held,
      follow: { i_follow: state.i_follow, follows_me: state.follows_me },
    },
    counts: { comment_count: state.comments, energy: state.energy },
    after: presentAfterPost(ctx, viewer, state, after),
  };
}
