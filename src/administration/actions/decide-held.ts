import { getPosition } from '../../comments/actions/find-comment.ts';
import { releaseComment } from '../../comments/actions/hold-comment.ts';
import { noteComment } from '../../comments/actions/undo-removal.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import type { UndoState } from '../../staff-log/rules.ts';

type Sent = { batch?: string | undefined };

/** A comment that a rule held is shown. Its author hears of it. */
export async function releaseHeld(
  ctx: Context,
  staff: Viewer,
  id: number,
  { batch }: Sent,
): Promise<void> {
  await ctx.tx(async (trx) => {
    const released = await release(ctx, trx, staff, id);
    if (!released) throw new Refusal('wrong_state', {});
    const { about, state } = released;
    const action = {
      action: 'comment.release',
      subject_kind: 'comment',
      subject_id: id,
      reason: '',
      before: { held: true, ...about },
      after: { held: false },
    };
    await recordDecision(ctx, trx, staff, action, { state, batch });
  });
}

/** Undefined if the comment is not held. */
export async function release(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  id: number,
): Promise<{ about: { author_uid: number; post_id: number }; state: UndoState } | undefined> {
  const at = await getPosition(trx, { owner: undefined, id });
  const comment = await noteComment(trx, at);
  const hold = await releaseComment(ctx, trx, at);
  if (!hold) return undefined;
  const { author_uid: uid, post_id } = hold;
  const now = ctx.now();
  const cause = `comment_released:${id}:${now.getTime()}`;
  const sent_notifications = uid === staff.uid ? [] : [{ uid, cause }];
  if (sent_notifications.length > 0)
    await notifyUser(trx, {
      uid,
      kind: 'comment_released',
      cause,
      related_id: post_id,
      created_at: now,
    });
  return { about: { author_uid: uid, post_id }, state: { comment, sent_notifications } };
}
