import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getForReview, type ReviewPost } from '../../posts/actions/read-for-review.ts';
import { type Decision, prepareReview, reviewPost } from '../../posts/actions/review-post.ts';
import { withReviewUndo } from '../../posts/actions/undo-review.ts';
import { Refusal } from '../../refusals.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';

type Sent<T extends Decision['trigger']> = {
  trigger: T;
  version: number;
  reason?: string;
  batch?: string | undefined;
  waiting?: boolean;
};

/** D22: decisions against the author need a reason. */
const NEEDS_REASON: readonly Decision['trigger'][] = ['reject', 'lock', 'remove'];

/** SPEC §3.4, D22: returns the post after the decision. */
export async function decideOnPost(
  ctx: Context,
  staff: Viewer,
  id: number,
  sent: Sent<Exclude<Decision['trigger'], 'remove'>>,
): Promise<ReviewPost> {
  const decision = { ...sent, post_id: id };
  const prepared = await prepareReview(ctx, staff, decision);
  return ctx.tx(async (trx) => {
    await decide(ctx, trx, staff, { ...decision, prepared });
    return getForReview(ctx, trx, staff, id);
  });
}

/** D24: no energy is charged or refunded. */
export function removePost(
  ctx: Context,
  staff: Viewer,
  id: number,
  sent: Omit<Sent<'remove'>, 'trigger'>,
): Promise<void> {
  return ctx.tx((trx) =>
    decide(ctx, trx, staff, { ...sent, trigger: 'remove', post_id: id, prepared: undefined }),
  );
}

/** D47: the decision, its notification and its log entry are one transaction. */
async function decide(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  sent: Sent<Decision['trigger']> & Pick<Parameters<typeof reviewPost>[3], 'post_id' | 'prepared'>,
): Promise<void> {
  const reason = sent.reason?.trim() ?? '';
  if (reason === '' && NEEDS_REASON.includes(sent.trigger)) {
    const fields = [{ pointer: '/reason', detail: 'a reason is required' }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  const { result, undo } = await withReviewUndo(trx, sent.post_id, () =>
    reviewPost(ctx, trx, staff, { ...sent, reason }),
  );
  const { before, after, sent_notifications } = result;
  await recordDecision(
    ctx,
    trx,
    staff,
    {
      action: `post.${sent.trigger}`,
      subject_kind: 'post',
      subject_id: sent.post_id,
      reason,
      before,
      after,
    },
    { state: { post: undo, sent_notifications }, batch: sent.batch },
  );
}
