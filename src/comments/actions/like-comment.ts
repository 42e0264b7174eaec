import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import { groupByServer } from '../../platform/db/cluster.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { getPost } from '../../posts/actions/read-posts.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions/find-user.ts';
import type { CommentLike } from '../schema.ts';
import { batchedLike, batchedUnlike, deleteLikesOf, listLikesOf } from '../store/likes.ts';
import { findVisibleComment } from '../store/read.ts';
import { getPosition } from './find-comment.ts';

const PURGE_BATCH = 500;

/** Names the state to end in, so a retry cannot flip it back (D8). As with posts, one's own comment can be liked. */
export async function likeComment(
  ctx: Context,
  viewer: Viewer,
  { owner, id }: RoutedId,
  liked: boolean,
): Promise<CommentLike> {
  const now = ctx.now();
  const post_id = owner ?? (await getPosition(ctx.db, { owner, id })).post_id;
  const liker = { post_id, comment_id: id, uid: viewer.uid, now, day: calendarDay(now) };
  const like_count = await ctx.batchWrite(liked ? batchedLike : batchedUnlike, liker);
  if (like_count !== undefined) return { liked, like_count };
  const user = await findUser(ctx.db, viewer.uid);
  if (user?.status === 'banned') throw new Refusal('banned');
  // D30: what the caller cannot see is not found; a visible post that is not public is in the wrong state.
  const { status } = await getPost(ctx, viewer, post_id);
  if (!(await findVisibleComment(ctx.db, { post_id, id }))) throw new Refusal('not_found');
  throw new Refusal('wrong_state', { post_status: status });
}

/** D15: deletes a purged member's likes and corrects the counters, in batches of one short statement each. */
export async function purgeCommentLikes(ctx: Context, uid: number): Promise<void> {
  for (let read = PURGE_BATCH; read === PURGE_BATCH; ) {
    const given = await listLikesOf(ctx.db, uid, PURGE_BATCH);
    for (const group of groupByServer(given, ({ post_id }) => post_id))
      await ctx.autocommit((trx) => deleteLikesOf(trx, uid, group));
    read = given.length;
  }
}
