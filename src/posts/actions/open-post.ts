import type { Context, Viewer } from '../../context.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import type { Post } from '../schema.ts';
import { getForReview, type ReviewPost } from './read-for-review.ts';
import { getPost } from './read-posts.ts';

/** A post's text for whoever asked for it by its address. */
export async function openPost(ctx: Context, viewer: Viewer | null, id: number): Promise<Post> {
  const post = await getPost(ctx, viewer, id);
  await recordDraftOpening(ctx, viewer, { ...post, author_uid: post.author.uid });
  return post;
}

/** The same for the staff, with the edit that waits. */
export async function openForReview(ctx: Context, staff: Viewer, id: number): Promise<ReviewPost> {
  const post = await getForReview(ctx, ctx.db, staff, id);
  await recordDraftOpening(ctx, staff, { ...post, author_uid: post.author.uid });
  return post;
}

/**
 * D51: a draft that staff open is in the staff log, once for each time it is shown. Before it is shown: should this
 * fail, nothing is. The one GET with an effect of its own, because nobody may read a draft unrecorded.
 */
export async function recordDraftOpening(
  ctx: Context,
  viewer: Viewer | null,
  post: { id: number; author_uid: number; status: string },
): Promise<void> {
  if (!viewer || viewer.role === 'member') return;
  if (post.status !== 'draft' || post.author_uid === viewer.uid) return;
  await ctx.autocommit((trx) =>
    recordStaffAction(ctx, trx, viewer, {
      action: 'post.open_draft',
      subject_kind: 'post',
      subject_id: post.id,
      reason: '',
      before: {},
      after: {},
    }),
  );
}
