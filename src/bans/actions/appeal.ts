import type { Context, Viewer } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { SentNotification } from '../../staff-log/rules.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { displayName } from '../../users/actions/present-user.ts';
import * as store from '../store/appeals.ts';
import { lockOpenBan } from '../store/bans.ts';

/** D68: once per ban, while it stands. */
export async function appealBan(ctx: Context, viewer: Viewer, text: string): Promise<void> {
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    if (!user || user.deleted_at) throw new Refusal('unauthenticated');
    const ban = await lockOpenBan(trx, viewer.uid);
    if (!ban || user.status !== 'banned') throw new Refusal('wrong_state');
    const appeal = { ban_id: ban.id, uid: user.uid, body: text.trim(), created_at: ctx.now() };
    if (!(await store.insertAppeal(trx, appeal))) throw new Refusal('appealed_before');
  });
}

/** The name of whoever decided on the appeal, if anybody has. */
export async function findAppealDecider(ctx: Context, banId: number): Promise<string | undefined> {
  const found = await store.findAppeal(ctx.db, banId);
  const by = found?.decided_by ? await findUser(ctx.db, found.decided_by) : undefined;
  return by && displayName(ctx, by);
}

/**
 * The member and their appeal, which nobody else decides until the transaction ends. Refused if somebody has, or if the
 * ban has ended.
 */
export async function lockWaitingAppeal(
  ctx: Context,
  trx: Trx,
  banId: number,
): Promise<store.AppealRow & { user: User }> {
  const found = await store.findAppeal(trx, banId);
  const user = found && (await lockUser(trx, found.uid));
  if (!user) throw new Refusal('not_found');
  const ban = await lockOpenBan(trx, user.uid);
  const appeal = await store.lockAppeal(trx, banId);
  if (!appeal) throw new Refusal('not_found');
  if (appeal.decided_by !== null) {
    const by = await findUser(trx, appeal.decided_by);
    throw new Refusal('decided_before', { name: by ? displayName(ctx, by) : '' });
  }
  if (appeal.outcome !== null || ban?.id !== banId) throw new Refusal('wrong_state');
  return { ...appeal, user };
}

/** Closes it, and sends the member what the staff wrote. Returns the notification, for an undo. */
export async function closeAppeal(
  ctx: Context,
  trx: Trx,
  { ban_id, user }: { ban_id: number; user: User },
  verdict: { outcome: 'accepted' | 'refused'; reply: string; decided_by: number },
): Promise<SentNotification> {
  const now = ctx.now();
  const { uid, email, locale } = user;
  const { outcome, reply } = verdict;
  await store.updateOutcome(trx, ban_id, { ...verdict, decided_at: now });
  const kind = `appeal_${outcome}` as const;
  const cause = `appeal:${ban_id}:${now.toISOString()}`;
  await notifyUser(trx, { uid, kind, cause, payload: { reply }, created_at: now });
  if (email !== null)
    await enqueueMail(ctx, trx, {
      kind: 'appeal_decided',
      to: { uid, email, locale },
      cause,
      data: { outcome, reply },
    });
  return { uid, cause };
}

/** An undo of the decision: it waits again. False if it does not have the outcome that the decision left. */
export async function reopenRefused(trx: Trx, uid: number, banId: number): Promise<boolean> {
  const ban = await lockOpenBan(trx, uid);
  const appeal = await store.lockAppeal(trx, banId);
  if (ban?.id !== banId || appeal?.outcome !== 'refused') return false;
  await store.reopenAppeal(trx, banId, ['refused']);
  return true;
}
