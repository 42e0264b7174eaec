import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { shanghaiTime } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { PostStatus } from '../rules.ts';
import { findVisiblePost } from '../store/posts.ts';
import { deletePublishedEdits } from '../store/published-edits.ts';
import { lockForReview, updateReviewed } from '../store/review.ts';
import { approveSchedule, deleteSchedules, findSchedule } from '../store/schedules.ts';
import type { Transition } from '../transitions.ts';
import { announcePost } from './announce-post.ts';
import { compareWithPublic, recordPublishedEdit } from './record-published-edit.ts';
import { getTransition, readVersion } from './transition-post.ts';

/** SPEC §3.4, D22: the staff's decisions on a post. */
export const DECISIONS = ['approve', 'reject', 'lock', 'unlock', 'remove'] as const;

export type Decision = {
  post_id: number;
  trigger: (typeof DECISIONS)[number];
  /** The version that the moderator read. */
  version: number;
  reason: string;
  /** Only on what waits: a public post that another moderator just approved is not rejected. */
  waiting?: boolean | undefined;
};

/** An edit as readers will see it, and what it changes. Prepared before the transaction, because that is slow. */
type PreparedEdit = Awaited<ReturnType<typeof readVersion>>;
type Prepared = {
  edit: PreparedEdit;
  comparison: Awaited<ReturnType<typeof compareWithPublic>>;
};

/** Call before the transaction of `reviewPost`: prepares the edit that the decision publishes, if there is one. */
export async function prepareReview(
  ctx: Context,
  staff: Viewer,
  { post_id, trigger, version }: Omit<Decision, 'reason'>,
): Promise<Prepared | undefined> {
  if (trigger !== 'approve') return undefined;
  const post = await findVisiblePost(ctx.db, staff, post_id);
  if (post?.pending_version !== version) return undefined;
  const edit = await readVersion(ctx, staff, post_id, version);
  return { edit, comparison: await compareWithPublic(ctx, staff, post, edit) };
}

type SentNotification = { uid: number; cause: string };
type ReviewState = { status: PostStatus; version: number; live_version: number };
/** `submitted_at`: of what waited for the decision. */
type Reviewed = ReviewState & { submitted_at?: Date };

type Post = NonNullable<Awaited<ReturnType<typeof lockForReview>>>;
type Effects = Extract<Transition, { to: PostStatus }>['effects'];

/** D22: one transition of the table in rules.ts. Returns the states before and after it, for the staff log. */
export async function reviewPost(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { prepared, ...decision }: Decision & { prepared: Prepared | undefined },
): Promise<{ before: Reviewed; after: ReviewState; sent_notifications: SentNotification[] }> {
  const post = await lockForReview(trx, staff, decision.post_id);
  if (!post) throw new Refusal('not_found');
  if (decision.waiting && post.status !== 'pending' && post.pending_version === null)
    throw new Refusal('wrong_state', { post_status: post.status });
  const move = await getTransition(ctx, trx, post, decision.trigger);
  // The decision must be about the text the moderator read: the waiting edit, else the text that is or would be
  // public. Later texts that the author only saved do not count.
  const reviewed = post.pending_version ?? post.live_version;
  if (decision.version !== reviewed)
    throw new Refusal('stale_version', { current_version: reviewed });

  const edit = prepared?.edit;
  // The edit was submitted after `prepareReview` ran; a retry finds it.
  if (move.effects.includes('show_text') && edit?.live_version !== reviewed)
    throw new Refusal('unavailable', { retry_after: 1 });

  const now = ctx.now();
  const has = (effect: Effects[number]) => move.effects.includes(effect);
  const after = await updateReviewed(trx, post, {
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
  if (has('show_text'))
    await recordPublishedEdit(trx, post, { version: reviewed, edit: prepared?.comparison, now });
  // A text that staff rejected does not come back as the earlier text of an edit.
  if (move.to === 'rejected') await deletePublishedEdits(trx, [post.id]);
  const schedule = has('approve_ahead') ? await findSchedule(trx, post.id) : undefined;
  if (schedule) await approveSchedule(trx, post.id, { version: reviewed, now });
  if (has('drop_time')) await deleteSchedules(trx, [post.id]);
  announcePost(trx, post, { isPublished: has('publish') && post.published_at === null });
  const sent_notifications = await notifyAuthor(trx, staff, post, {
    ...decision,
    now,
    publishAt: schedule?.publish_at,
  });
  const waited = post.status === 'pending' || post.pending_version !== null;
  const { submitted_at } = post;
  const before = {
    ...reviewState(post),
    ...(waited && submitted_at ? { submitted_at } : {}),
  };
  return { before, after: reviewState(after), sent_notifications };
}

/**
 * SPEC §6: the notification comes from the site; only the staff log names the moderator. D44: staff get none about
 * their own posts.
 */
async function notifyAuthor(
  trx: Trx,
  staff: Viewer,
  post: Post,
  { trigger, reason, now, publishAt }: Decision & { now: Date; publishAt: Date | undefined },
): Promise<SentNotification[]> {
  if (post.author_uid === staff.uid) return [];
  const cause = `review:${post.id}:${post.version}:${trigger}:${now.getTime()}`;
  await notifyUser(trx, {
    uid: post.author_uid,
    kind: publishAt
      ? 'post_approved_ahead'
      : notificationKind(trigger, post.pending_version !== null),
    cause,
    related_id: post.id,
    payload: publishAt ? { time: shanghaiTime(publishAt) } : reason ? { reason } : {},
    created_at: now,
  });
  return [{ uid: post.author_uid, cause }];
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
