import type { Context } from '../../context.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import {
  type NotificationKind,
  type NotifyPrefs,
  RENEW_SECONDS,
  RETENTION_DAYS,
} from '../rules.ts';
import * as store from '../store/notifications.ts';

const SWEEP_BATCH = 1000;

/** Tells a user something, once per cause however often it is reported, and never of their own doing (D44). */
export async function notifyUser(
  trx: Trx,
  notice: store.NewNotification & { kind: Exclude<NotificationKind, 'like'> },
): Promise<void> {
  if (notice.actor_uid === notice.uid) return;
  await store.insertNotification(trx, notice);
}

/**
 * D52: renews the one notification of a cause (unread, new time, first in the list), at most once an hour; otherwise
 * leaves it as it is. The caller serialises what it reports for one cause.
 */
export async function renewNotification(
  trx: Trx,
  notification: store.NewNotification & { kind: Exclude<NotificationKind, 'like'> },
): Promise<void> {
  const { uid, cause, created_at } = notification;
  await store.deleteOlder(trx, { uid, cause, before: addSeconds(created_at, -RENEW_SECONDS) });
  await notifyUser(trx, notification);
}

/** The same system notice for many at once. */
export function notifyUsers(
  trx: Trx,
  uids: number[],
  notice: Omit<store.NewNotification, 'uid' | 'actor_uid' | 'related_id'> & {
    kind: Exclude<NotificationKind, 'like'>;
  },
): Promise<void> {
  return store.insertNotifications(trx, uids, notice);
}

/** D45: the entries of these days say that so many like the post. */
export function notifyOfLikes(
  trx: TrxOrAutocommit,
  uid: number,
  days: store.DayOfLikes[],
  now: Date,
): Promise<void> {
  return store.upsertLikes(trx, uid, days, now);
}

/** What is no longer so is not told. */
export function withdrawNotifications(
  trx: TrxOrAutocommit,
  uid: number,
  ids: number[],
): Promise<void> {
  return store.deleteOwn(trx, uid, ids);
}

/** Says how many of them are the user's, read before or not. */
export function markRead(
  trx: TrxOrAutocommit,
  uid: number,
  ids: number[],
  now: Date,
): Promise<number> {
  return store.updateRead(trx, uid, ids, now);
}

/** Who never touched a switch has all of them on. */
export async function getNotifyPrefs(db: Db, uid: number): Promise<NotifyPrefs> {
  const kept = await store.selectPrefs(db, uid);
  return kept ?? { comment: true, reply: true, like: true, follow: true };
}

export function setNotifyPrefs(
  trx: TrxOrAutocommit,
  uid: number,
  changed: Partial<NotifyPrefs>,
): Promise<NotifyPrefs> {
  return store.upsertPrefs(trx, uid, changed);
}

/** What was read long ago goes; what nobody has read yet stays, however old. */
export async function sweepNotifications(ctx: Context): Promise<void> {
  const before = addDays(ctx.now(), -RETENTION_DAYS);
  for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH; ) {
    deleted = await ctx.autocommit((trx) => store.deleteRead(trx, before, SWEEP_BATCH));
  }
}

export function purgeNotifications(trx: Trx, uid: number): Promise<void> {
  return store.deleteNotifications(trx, uid);
}
