import type { Context, Viewer } from '../../context.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import type { Post } from '../schema.ts';
import { getForReview, type ReviewPost } from './read-for-review.ts';
import { getPost } from './read-posts.ts';

/** A post's text, by its address. */
export async function openPost(ctx: Context, viewer: Viewer | null, id: number): Promise<Post> {
  const post = await getPost(ctx, viewer, id);
  await recordDraftOpening(ctx, viewer, { ...post, author_uid: post.author.uid });
  return post;
}

/** The same for the staff, with the edit that waits for review. */
export async function openForReview(ctx: Context, staff: Viewer, id: number): Promise<ReviewPost> {
  const post = await getForReview(ctx, ctx.db, staff, id);
  await recordDraftOpening(ctx, staff, { ...post, author_uid: post.author.uid });
  return post;
}

/**
 * D51: the staff log records every opening of a draft by staff. It is written before the draft is shown, so that a
 * failure shows nothing. This is the one GET with a side effect: no draft may be read unrecorded.
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
