import { type App, operations } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { IdParams, NoBody, NoContent } from '../platform/http/validation.ts';
import { findTitles } from '../posts/actions/find-titles.ts';
import {
  getUnread,
  listOwnNotifications,
  markAllRead,
  markNotificationRead,
} from './actions/inbox.ts';
import { getNotifyPrefs, setNotifyPrefs } from './actions/prefs.ts';
import {
  Notification,
  NotificationQuery,
  NotifyPrefs,
  NotifyPrefsBody,
  ReadAllBody,
  UnreadCounts,
} from './schema.ts';

const { asMember } = operations('messages');

export function notificationRoutes(app: App): void {
  app.get(
    '/api/messages',
    asMember({
      operationId: 'listNotifications',
      summary: "The caller's notifications, newest first, without the kinds they switched off",
      querystring: NotificationQuery,
      response: { 200: PageOf(Notification) },
    }),
    ({ ctx, member, query }) => listOwnNotifications(ctx, member, query, findTitles),
  );

  app.get(
    '/api/messages/unread',
    asMember({
      operationId: 'getUnreadCounts',
      summary: 'How many are unread, in total and per category',
      response: { 200: UnreadCounts },
    }),
    ({ ctx, member }) => getUnread(ctx, member),
  );

  app.post(
    '/api/messages/:id/read',
    asMember({
      operationId: 'markNotificationRead',
      summary: 'Marks one as read',
      params: IdParams,
      body: NoBody,
      response: NoContent,
    }),
    ({ ctx, member, params }) => markNotificationRead(ctx, member, params.id),
  );

  app.post(
    '/api/messages/read-all',
    asMember({
      operationId: 'markAllNotificationsRead',
      summary: 'Marks everything the list shows as read, or everything of one category',
      body: ReadAllBody,
      response: NoContent,
    }),
    ({ ctx, member, body }) => markAllRead(ctx, member, body?.category ?? 'all'),
  );

  app.get(
    '/api/settings/notify-prefs',
    asMember({
      operationId: 'getNotifyPrefs',
      summary: 'Which kinds of notifications the caller sees',
      response: { 200: NotifyPrefs },
    }),
    ({ ctx, member }) => getNotifyPrefs(ctx.db, member.uid),
  );

  app.put(
    '/api/settings/notify-prefs',
    asMember({
      operationId: 'setNotifyPrefs',
      summary: 'Switches kinds of notifications on or off',
      body: NotifyPrefsBody,
      response: { 200: NotifyPrefs },
    }),
    ({ ctx, member, body }) => setNotifyPrefs(ctx, member, body),
  );
}
