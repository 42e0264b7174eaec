import type { Context } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { setBanOver, setStatus } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isBanOver } from '../../users/rules.ts';
import type { BanUndo, EndedBy } from '../rules.ts';
import { lapseAppeal, reopenAppeal } from '../store/appeals.ts';
import * as store from '../store/bans.ts';

const BATCH = 50;
/** After this many batches the worker does its other work first. */
const BATCHES = 10;

/** By the staff. The caller has locked the member and notifies them. Their sessions end by a trigger. */
export async function endBan(
  ctx: Context,
  trx: Trx,
  uid: number,
  end_reason: 'staff' | 'appeal',
): Promise<BanUndo> {
  const open = await closeOpen(ctx, trx, uid, end_reason);
  await setStatus(trx, uid, 'active');
  return open ? { ended: open.id } : {};
}

/**
 * D68: a worker repeats it; several may run it at once. Each ban is one transaction under the lock of its member, so it
 * ends exactly once, also after a crash or a downtime.
 */
export async function endDueBans(ctx: Context): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const due = await store.listDueBans(ctx.db, ctx.now(), BATCH);
    for (const { uid } of due) await endBanIfOver(ctx, uid);
    if (due.length < BATCH) return;
  }
}

/** Also for a request of the member that comes before the worker: no ban outlives its end. */
export async function endBanIfOver(ctx: Context, uid: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, uid);
    if (user) await endLockedIfOver(ctx, trx, user);
  });
}

/** The same for a member whom the caller has locked. Returns the member as they are now. */
export async function endLockedIfOver(ctx: Context, trx: Trx, user: User): Promise<User> {
  const { uid } = user;
  const now = ctx.now();
  if (!isBanOver(user, now)) return user;
  const open = await closeOpen(ctx, trx, uid, 'time');
  await recordStaffAction(ctx, trx, null, {
    action: 'user.ban_over',
    subject_kind: 'user',
    subject_id: uid,
    reason: '',
    before: { status: 'banned', until: user.banned_until },
    after: { status: 'active' },
  });
  const cause = `ban_over:${open?.id ?? now.toISOString()}`;
  await notifyUser(trx, { uid, kind: 'ban_over', cause, created_at: now });
  await setBanOver(trx, uid);
  return { ...user, status: 'active', banned_until: null };
}

/**
 * Takes back what a decision did to the bans of the member, whom the caller has locked. False if they are not in the
 * state that it left, or if the ban that it ended would be over by now.
 */
export async function undoBanChange(
  ctx: Context,
  trx: Trx,
  uid: number,
  { started, ended }: BanUndo,
): Promise<boolean> {
  const now = ctx.now();
  const open = await store.lockOpenBan(trx, uid);
  if (open?.id !== started) return false;
  if (open) await finish(trx, open.id, 'undo', now);
  const before = ended === undefined ? undefined : await store.lockBan(trx, ended);
  if (before && (before.ends_at === null || before.ends_at > now)) {
    await store.reopenBan(trx, before.id);
    // One that was refused while the ban stood stays refused.
    await reopenAppeal(trx, before.id, ['lapsed', 'accepted']);
    await setStatus(trx, uid, 'banned', before.ends_at);
    return true;
  }
  await setStatus(trx, uid, 'active');
  return started !== undefined;
}

/** D15: reasons, appeals and replies. */
export function purgeBans(trx: Trx, uid: number): Promise<void> {
  return store.deleteBans(trx, uid);
}

async function closeOpen(
  ctx: Context,
  trx: Trx,
  uid: number,
  end_reason: EndedBy,
): Promise<store.BanRow | undefined> {
  const open = await store.lockOpenBan(trx, uid);
  if (open) await finish(trx, open.id, end_reason, ctx.now());
  return open;
}

/** An appeal that still waits has nothing left to decide. */
async function finish(trx: Trx, id: number, end_reason: EndedBy, now: Date): Promise<void> {
  await store.markEnded(trx, id, { ended_at: now, end_reason });
  await lapseAppeal(trx, id, now);
}
