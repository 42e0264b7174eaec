import { closeAppeal, lockWaitingAppeal } from '../../bans/actions/appeal.ts';
import { endBan } from '../../bans/actions/end-ban.ts';
import type { Context, Viewer } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import type { UndoState } from '../../staff-log/rules.ts';

type Verdict = { accept: boolean; reply: string; batch?: string | undefined };

/** D68: accepted, the ban ends; refused, the member reads why. D17: on an admin only the owner decides. */
export async function decideAppeal(
  ctx: Context,
  staff: Viewer,
  banId: number,
  { accept, batch, ...sent }: Verdict,
): Promise<void> {
  const reply = sent.reply.trim();
  if (!accept && reply === '') {
    const fields = [{ pointer: '/reason', detail: 'a reply is required' }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  await ctx.tx(async (trx) => {
    const appeal = await lockWaitingAppeal(ctx, trx, banId);
    const { uid, role } = appeal.user;
    if (uid === staff.uid) throw new Refusal('not_on_oneself');
    if (role === 'admin' && staff.role !== 'owner') throw new Refusal('role_required');
    const outcome = accept ? 'accepted' : 'refused';
    const verdict = { outcome, reply, decided_by: staff.uid } as const;
    const sent_notifications = [await closeAppeal(ctx, trx, appeal, verdict)];
    const state: UndoState = accept
      ? { ban: await endBan(ctx, trx, uid, 'appeal'), sent_notifications }
      : { refused_appeal: banId, sent_notifications };
    const action = {
      action: accept ? 'appeal.accept' : 'appeal.refuse',
      subject_kind: 'user',
      subject_id: uid,
      reason: reply,
      before: { status: 'banned' },
      after: { status: accept ? 'active' : 'banned' },
    };
    await recordDecision(ctx, trx, staff, action, { state, batch });
  });
}
