import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { PostStatus, Transition } from '../rules.ts';
import { findVisiblePost } from '../store/posts.ts';
import { lockForReview, updateReviewed } from '../store/review.ts';
import { getTransition, readVersion } from './transition-post.ts';

/** SPEC §3.4, D22: the staff's decisions on a post. */
export const DECISIONS = ['approve', 'reject', 'lock', 'unlock', 'remove'] as const;

export type Decision = {
  post_id: number;
  trigger: (typeof DECISIONS)[number];
  /** The version that the moderator read. */
  version: number;
  reason: string;
};

/** An edit as readers will see it. Highlighted before the transaction, because that is slow. */
type PreparedEdit = Awaited<ReturnType<typeof readVersion>>;

/** Call before the transaction of `reviewPost`: prepares the edit that the decision publishes, if there is one. */
export async function prepareReview(
  ctx: Context,
  staff: Viewer,
  { post_id, trigger, version }: Omit<Decision, 'reason'>,
): Promise<PreparedEdit | undefined> {
  if (trigger !== 'approve') return undefined;
  const post = await findVisiblePost(ctx.db, staff, post_id);
  return post?.pending_version === version ? readVersion(ctx, staff, post_id, version) : undefined;
}

type ReviewState = { status: PostStatus; version: number; live_version: number };

type Post = NonNullable<Awaited<ReturnType<typeof lockForReview>>>;
type Effects = Extract<Transition, { to: PostStatus }>['effects'];

/** D22: one transition of the table in rules.ts. Returns the states before and after it, for the staff log. */
export async function reviewPost(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { edit, ...decision }: Decision & { edit: PreparedEdit | undefined },
): Promise<{ before: ReviewState; after: ReviewState }> {
  const post = await lockForReview(trx, staff, decision.post_id);
  if (!post) throw new Refusal('not_found');
  const move = await getTransition(trx, post, decision.trigger, 'staff');
  // The decision must be about the text the moderator read: the waiting edit, else the text that is or would be
  // public. Later texts that the author only saved do not count.
  const reviewed = post.pending_version ?? post.live_version;
  if (decision.version !== reviewed)
    throw new Refusal('stale_version', { current_version: reviewed });

  // The edit was submitted after `prepareReview` ran; a retry finds it.
  if (move.effects.includes('show_text') && edit?.live_version !== reviewed)
    throw new Refusal('unavailable', { retry_after: 1 });

  const now = ctx.now();
  const has = (effect: Effects[number]) => move.effects.includes(effect);
  const after = await updateReviewed(trx, post.id, {
    status: move.to,
    updated_at: now,
    // The reason belongs to one decision; the next one replaces it.
    review_reason: has('give_reason') ? decision.reason : '',
    // D21: the queued edit, never a later text that the author only saved.
    ...(has('show_text') ? edit : {}),
    ...(has('drop_edit') ? { pending_version: null } : {}),
    // A post that becomes public again keeps its first date, and so its position in lists.
    ...(has('publish') ? { published_at: post.published_at ?? now } : {}),
    ...(has('store_state') ? { locked_from: post.status as PostStatus } : {}),
    ...(has('restore_state') ? { locked_from: null } : {}),
    // D24: a removal by the staff costs no energy.
    ...(has('hide') ? { deleted_at: now } : {}),
  });
  await notifyAuthor(trx, staff, post, { ...decision, now });
  return { before: reviewState(post), after: reviewState(after) };
}

/**
 * SPEC §6: the notification comes from the site; only the staff log names the moderator. D44: staff get none about
 * their own posts.
 */
async function notifyAuthor(
  trx: Trx,
  staff: Viewer,
  post: Post,
  { trigger, reason, now }: Decision & { now: Date },
): Promise<void> {
  if (post.author_uid === staff.uid) return;
  await notifyUser(trx, {
    uid: post.author_uid,
    kind: notificationKind(trigger, post.pending_version !== null),
    cause: `review:${post.id}:${post.version}:${trigger}:${now.getTime()}`,
    related_id: post.id,
    payload: reason ? { reason } : {},
    created_at: now,
  });
}

function notificationKind(trigger: Decision['trigger'], hasEdit: boolean) {
  switch (trigger) {
    case 'approve':
      return hasEdit ? 'edit_approved' : 'post_approved';
    case 'reject':
      return hasEdit ? 'edit_rejected' : 'post_rejected';
    case 'lock':
      return 'post_locked';
    case 'unlock':
      return 'post_unlocked';
    case 'remove':
      return 'post_removed';
  }
}

function reviewState(post: { status: string; version: number; live_version: number }): ReviewState {
  return {
    status: post.status as PostStatus,
    version: post.version,
    live_version: post.live_version,
  };
}
