import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { PostStatus, Transition } from '../rules.ts';
import { findVisiblePost } from '../store/posts.ts';
import { lockForReview, updateReviewed } from '../store/review.ts';
import { getTransition, readVersion } from './transition-post.ts';

/** SPEC §3.4, D22: what the staff can do to a post. */
export const DECISIONS = ['approve', 'reject', 'lock', 'unlock', 'remove'] as const;

export type Decision = {
  post_id: number;
  trigger: (typeof DECISIONS)[number];
  /** Of the text the moderator read. */
  version: number;
  reason: string;
};

/** An edit as readers will see it; highlighted before the transaction, because that takes a while. */
type PreparedEdit = Awaited<ReturnType<typeof readVersion>>;

/** To be called before the transaction of `reviewPost`: what it will show, where the decision is to show an edit. */
export async function prepareReview(
  ctx: Context,
  staff: Viewer,
  { post_id, trigger, version }: Omit<Decision, 'reason'>,
): Promise<PreparedEdit | undefined> {
  if (trigger !== 'approve') return undefined;
  const post = await findVisiblePost(ctx.db, staff, post_id);
  return post?.pending_version === version ? readVersion(ctx, staff, post_id, version) : undefined;
}

type Reviewed = { status: PostStatus; version: number; live_version: number };

type Post = NonNullable<Awaited<ReturnType<typeof lockForReview>>>;
type Effects = Extract<Transition, { to: PostStatus }>['effects'];

/** D22: one move of the table in rules.ts, by the staff. What it was and became is for the staff log. */
export async function reviewPost(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { edit, ...decision }: Decision & { edit: PreparedEdit | undefined },
): Promise<{ before: Reviewed; after: Reviewed }> {
  const post = await lockForReview(trx, staff, decision.post_id);
  if (!post) throw new Refusal('not_found');
  const move = await getTransition(trx, post, decision.trigger, 'staff');
  // Nobody decides on a text they have not read: the edit that waits, else what is or would be public. What
  // its author goes on keeping for later is not part of it.
  const shown = post.pending_version ?? post.live_version;
  if (decision.version !== shown) throw new Refusal('stale_version', { current_version: shown });

  // It was submitted after `prepareReview` looked; a retry finds it.
  if (move.effects.includes('show_text') && edit?.live_version !== shown)
    throw new Refusal('unavailable', { retry_after: 1 });

  const now = ctx.now();
  const has = (effect: Effects[number]) => move.effects.includes(effect);
  const after = await updateReviewed(trx, post.id, {
    status: move.to,
    updated_at: now,
    // A reason belongs to the decision that gave it, and goes with the next one.
    review_reason: has('give_reason') ? decision.reason : '',
    // D21: the edit that was queued, never a later text that its author only keeps.
    ...(has('show_text') ? edit : {}),
    ...(has('drop_edit') ? { pending_version: null } : {}),
    // What comes back is not new: readers find it where it was.
    ...(has('publish') ? { published_at: post.published_at ?? now } : {}),
    ...(has('remember_state') ? { locked_from: post.status as PostStatus } : {}),
    ...(has('return_to_state') ? { locked_from: null } : {}),
    // D24: costs nobody anything.
    ...(has('hide') ? { deleted_at: now } : {}),
  });
  await notifyAuthor(trx, staff, post, { ...decision, now });
  return { before: reviewed(post), after: reviewed(after) };
}

/**
 * SPEC §6: from the site and not from whoever decided, who is named in the staff log alone. Staff are told
 * nothing of what they do to their own posts (D44).
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
    kind: noticeOf(trigger, post.pending_version !== null),
    cause: `review:${post.id}:${post.version}:${trigger}:${now.getTime()}`,
    related_id: post.id,
    payload: reason ? { reason } : {},
    created_at: now,
  });
}

function noticeOf(trigger: Decision['trigger'], hasEdit: boolean) {
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

function reviewed(post: { status: string; version: number; live_version: number }): Reviewed {
  return {
    status: post.status as PostStatus,
    version: post.version,
    live_version: post.live_version,
  };
}
