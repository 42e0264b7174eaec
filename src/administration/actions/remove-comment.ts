import { findRuleThatHeld } from '../../automatic-rules/actions/judge-text.ts';
import { getPosition } from '../../comments/actions/find-comment.ts';
import { removeHeld } from '../../comments/actions/hold-comment.ts';
import { lockForRemoval, removeLocked } from '../../comments/actions/remove-comment.ts';
import { noteComment } from '../../comments/actions/undo-removal.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import type { SentNotification, UndoState } from '../../staff-log/rules.ts';

/** SPEC §4, D47: a deletion with a reason for the author. The log entry has no text, which a purge must delete. */
export async function removeCommentAsStaff(
  ctx: Context,
  staff: Viewer,
  id: number,
  sent: { reason: string; batch?: string | undefined; waiting?: boolean },
): Promise<void> {
  const reason = sent.reason.trim();
  await ctx.tx(async (trx) => {
    const { about, state } = await takeComment(ctx, trx, staff, id, {
      reason,
      waiting: sent.waiting,
    });
    await recordDecision(
      ctx,
      trx,
      staff,
      {
        action: 'comment.remove',
        subject_kind: 'comment',
        subject_id: id,
        reason,
        before: { deleted: false, ...about },
        after: { deleted: true },
      },
      { state, batch: sent.batch },
    );
  });
}

type Taken = {
  /** `category`: the rule that held it. */
  about: { author_uid: number; post_id: number; root_id?: number; category?: string };
  state: UndoState;
};

/** Removes a comment that is public or held, and tells its author. `waiting`: only one that is still held. */
export async function takeComment(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  id: number,
  { reason, waiting }: { reason: string; waiting?: boolean | undefined },
): Promise<Taken> {
  const at = await getPosition(trx, { owner: undefined, id });
  const comment = await noteComment(trx, at);
  const held = await removeHeld(ctx, trx, staff, at);
  if (held) {
    const sent_notifications = await notifyOfRemoval(ctx, trx, staff, { id, ...held, reason });
    const { author_uid, post_id } = held;
    const category = held.cause === 'rule' ? await findRuleThatHeld(trx, 'comment', id) : undefined;
    const about = { author_uid, post_id, ...(category ? { category } : {}) };
    return { about, state: { comment, sent_notifications } };
  }
  if (waiting) throw new Refusal('wrong_state', {});
  const locked = await lockForRemoval(trx, staff, at);
  const { author_uid, post_id, root_id } = locked;
  const sent_notifications = await notifyOfRemoval(ctx, trx, staff, {
    id,
    author_uid,
    post_id,
    reason,
  });
  await removeLocked(ctx, trx, staff, locked);
  return { about: { author_uid, post_id, root_id }, state: { comment, sent_notifications } };
}

/** Without an actor. D44: members are not notified of their own actions. */
async function notifyOfRemoval(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  removed: { id: number; author_uid: number; post_id: number; reason: string },
): Promise<SentNotification[]> {
  const { id, author_uid: uid, post_id, reason } = removed;
  if (uid === staff.uid) return [];
  const now = ctx.now();
  const cause = `comment_removed:${id}:${now.getTime()}`;
  await notifyUser(trx, {
    uid,
    kind: 'comment_removed',
    cause,
    related_id: post_id,
    payload: { reason },
    created_at: now,
  });
  return [{ uid, cause }];
}
