import type { Context } from '../../context.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';
import { type NotificationKind, RENEW_SECONDS, RETENTION_DAYS } from '../rules.ts';
import * as store from '../store/notifications.ts';

const SWEEP_BATCH = 1000;

/** What is collected by day is written by `collect.ts`. */
type NewNotification = store.NewNotification & {
  kind: Exclude<NotificationKind, 'like' | 'energy' | 'author_posts' | 'tag_posts'>;
};

/** D44: one notification per cause, however often it is reported, and none about one's own actions. */
export async function notifyUser(trx: Trx, notification: NewNotification): Promise<void> {
  if (notification.actor_uid === notification.uid) return;
  await store.insertNotification(trx, notification);
  announce(trx, `notifications:${notification.uid}`);
}

/**
 * D52: replaces the notification of a cause by a new unread one at the top of the list, at most once an hour. The
 * caller serializes its reports for one cause.
 */
export async function renewNotification(trx: Trx, notification: NewNotification): Promise<void> {
  const { uid, cause, created_at } = notification;
  await store.deleteOlder(trx, { uid, cause, before: addSeconds(created_at, -RENEW_SECONDS) });
  await notifyUser(trx, notification);
}

/** Sends the same system notification to many users. */
export async function notifyUsers(
  trx: Trx,
  uids: number[],
  notification: Omit<NewNotification, 'uid' | 'actor_uid' | 'related_id'>,
): Promise<void> {
  await store.insertNotifications(trx, uids, notification);
  for (const uid of uids) announce(trx, `notifications:${uid}`);
}

/** For what was undone. Who has read theirs keeps it. */
export async function withdrawNotifications(
  trx: Trx,
  sent: { uid: number; cause: string }[],
): Promise<void> {
  if (sent.length > 0) await store.deleteUnread(trx, sent);
  for (const { uid } of sent) announce(trx, `notifications:${uid}`);
}

/** Deletes read notifications after `RETENTION_DAYS`; unread ones stay, however old. */
export async function sweepNotifications(ctx: Context): Promise<void> {
  const before = addDays(ctx.now(), -RETENTION_DAYS);
  for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH; ) {
    deleted = await ctx.autocommit((trx) => store.deleteRead(trx, before, SWEEP_BATCH));
  }
}

export function purgeNotifications(trx: Trx, uid: number): Promise<void> {
  return store.deleteNotifications(trx, uid);
}
