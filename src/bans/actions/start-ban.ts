import type { Context } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { shanghaiTime } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SentNotification } from '../../staff-log/rules.ts';
import { setStatus } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import type { BanUndo } from '../rules.ts';
import { lapseAppeal } from '../store/appeals.ts';
import { insertBan, lockOpenBan, markEnded } from '../store/bans.ts';

export type BanChange = { undo: BanUndo; sent_notifications: SentNotification[] };

/**
 * SPEC §3, D16, D68. The caller has locked the member and may ban them. A ban that stands is replaced: the new one has
 * its own reason, end and appeal. The sessions end by a trigger.
 */
export async function startBan(
  ctx: Context,
  trx: Trx,
  user: User,
  { reason, ends_at }: { reason: string; ends_at: Date | null },
): Promise<BanChange> {
  const { uid } = user;
  const now = ctx.now();
  const before = await lockOpenBan(trx, uid);
  if (before) {
    await markEnded(trx, before.id, { ended_at: now, end_reason: 'replaced' });
    await lapseAppeal(trx, before.id, now);
  }
  const id = await insertBan(trx, { uid, reason, banned_at: now, ends_at });
  await setStatus(trx, uid, 'banned', ends_at);
  const sent_notifications = [await notifyOfBan(trx, { uid, reason, ends_at, now })];
  await mailBan(ctx, trx, user, { id, reason, ends_at });
  return { undo: { started: id, ...(before ? { ended: before.id } : {}) }, sent_notifications };
}

type New = { uid: number; reason: string; ends_at: Date | null; now: Date };

async function notifyOfBan(
  trx: Trx,
  { uid, reason, ends_at, now }: New,
): Promise<SentNotification> {
  const kind = ends_at ? 'account_banned_until' : 'account_banned';
  const cause = `${kind}:${now.toISOString()}`;
  const payload = ends_at ? { reason, until: shanghaiTime(ends_at) } : { reason };
  // Without an actor: the member does not learn which staff member it was.
  await notifyUser(trx, { uid, kind, cause, payload, created_at: now });
  return { uid, cause };
}

async function mailBan(
  ctx: Context,
  trx: Trx,
  { uid, email, locale }: User,
  { id, reason, ends_at }: { id: number; reason: string; ends_at: Date | null },
): Promise<void> {
  if (email === null) return;
  await enqueueMail(ctx, trx, {
    kind: 'account_banned',
    to: { uid, email, locale },
    cause: `account_banned:${id}`,
    data: { reason, until: ends_at?.toISOString() ?? null },
  });
}
