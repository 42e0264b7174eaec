import { endBan, endLockedIfOver } from '../../bans/actions/end-ban.ts';
import { startBan } from '../../bans/actions/start-ban.ts';
import { type BanLength, endOfBan } from '../../bans/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import type { SentNotification, UndoState } from '../../staff-log/rules.ts';
import { setRole } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import type { RoleBody, StaffUser, StatusBody } from '../schema/people.ts';
import { getStaffUser } from './list-users.ts';

/** A repeated click is no other ban: two ends nearer than this are the same. */
const SAME_END_MS = 60_000;

/**
 * SPEC §3, D16, D68: the sessions of the member end in the same transaction, by a trigger, so that no request
 * passes with the old status after the commit. The command line acts without a viewer.
 */
export async function changeStatus(
  ctx: Context,
  staff: Viewer | null,
  uid: number,
  { status, batch, ...sent }: StatusBody & { batch?: string | undefined },
): Promise<StaffUser> {
  const reason = sent.reason.trim();
  const ends_at = status === 'banned' ? readEnd(ctx, sent) : null;
  await ctx.tx(async (trx) => {
    const user = await lockOther(ctx, trx, staff, uid);
    if (user.role === 'admin' && staff && staff.role !== 'owner')
      throw new Refusal('role_required');
    const isSame = status === 'active' || isSameEnd(user.banned_until, ends_at);
    if (user.status === status && isSame) return;
    const { undo, sent_notifications } =
      status === 'banned'
        ? await startBan(ctx, trx, user, { reason, ends_at })
        : {
            undo: await endBan(ctx, trx, uid, 'staff'),
            sent_notifications: await notifyUserOfChange(ctx, trx, {
              uid,
              kind: 'account_unbanned',
              payload: { reason },
            }),
          };
    const action = {
      action: status === 'banned' ? 'user.ban' : 'user.unban',
      subject_kind: 'user',
      subject_id: uid,
      reason,
      before: stateOf(user.status, user.banned_until),
      after: stateOf(status, ends_at),
    };
    const state = { ban: undo, sent_notifications };
    await recordDecision(ctx, trx, staff, action, { state, batch });
  });
  return getStaffUser(ctx, uid);
}

function readEnd(ctx: Context, length: BanLength): Date | null {
  const end = endOfBan(length, ctx.now(), ctx.site.current.time_zone);
  if (end !== undefined) return end;
  const fields = [{ pointer: '/until', detail: 'is no time ahead, or too far ahead' }];
  throw new Refusal('invalid_input', {}, { fields });
}

function isSameEnd(a: Date | null, b: Date | null): boolean {
  return a && b ? Math.abs(a.getTime() - b.getTime()) < SAME_END_MS : a === b;
}

function stateOf(status: string, until: Date | null): object {
  return until ? { status, until: until.toISOString() } : { status };
}

/** For a decision that has its own entry in the log; returns what its undo needs. A banned member stays as they are. */
export async function banMember(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  uid: number,
  reason: string,
): Promise<UndoState> {
  const user = await lockOther(ctx, trx, staff, uid);
  if (user.role === 'admin' && staff.role !== 'owner') throw new Refusal('role_required');
  if (user.status === 'banned') return {};
  const { undo, sent_notifications } = await startBan(ctx, trx, user, { reason, ends_at: null });
  return { ban: undo, sent_notifications };
}

/** D17: only the owner makes admins. Every request reads the role, so the change applies from the next one on. */
export async function changeRole(
  ctx: Context,
  staff: Viewer,
  uid: number,
  { role, ...sent }: RoleBody,
): Promise<StaffUser> {
  const reason = sent.reason?.trim() ?? '';
  await ctx.tx(async (trx) => {
    const user = await lockOther(ctx, trx, staff, uid);
    if (user.role === role) return;
    await setRole(trx, uid, role);
    await notifyUserOfChange(ctx, trx, { uid, kind: 'role_changed', payload: { role } });
    await recordStaffAction(ctx, trx, staff, {
      action: 'user.role',
      subject_kind: 'user',
      subject_id: uid,
      reason,
      before: { role: user.role },
      after: { role },
    });
  });
  return getStaffUser(ctx, uid);
}

/**
 * Checks under the lock, because the member may just have become the owner. Deleted accounts can be changed,
 * since they can be restored; purged ones cannot.
 */
async function lockOther(ctx: Context, trx: Trx, staff: Viewer | null, uid: number): Promise<User> {
  if (uid === staff?.uid) throw new Refusal('not_on_oneself');
  const user = await lockUser(trx, uid);
  if (!user || user.email === null) throw new Refusal('not_found');
  if (user.role === 'owner') throw new Refusal('owner_protected');
  return endLockedIfOver(ctx, trx, user);
}

async function notifyUserOfChange(
  ctx: Context,
  trx: Trx,
  notification: Pick<Parameters<typeof notifyUser>[1], 'uid' | 'kind' | 'payload'>,
): Promise<SentNotification[]> {
  const now = ctx.now();
  const cause = `${notification.kind}:${now.toISOString()}`;
  // Without an actor: the member does not learn which staff member it was.
  await notifyUser(trx, { ...notification, cause, created_at: now });
  return [{ uid: notification.uid, cause }];
}
