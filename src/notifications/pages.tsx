import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { Closed } from '../platform/http/validation.ts';
import { findTitles } from '../posts/actions/find-titles.ts';
import { getUnread, listOwnNotifications } from './actions/inbox.ts';
import { getNotifyPrefs } from './actions/prefs.ts';
import { NotificationQuery } from './schema.ts';
import { InboxPage } from './views/inbox.tsx';

const { category, cursor } = NotificationQuery.properties;
const InboxQuery = Closed({ category, cursor });

export function notificationPages(app: App): void {
  app.get('/messages', asPage('member', InboxQuery), async (request, reply) => {
    const { ctx, member } = request;
    const query = queryOf(InboxQuery, request);
    const notifications = await listOwnNotifications(ctx, member, query, findTitles);
    // After the list, which may add notifications: the counts must include them, the badge of this page too.
    const [unread, prefs] = await Promise.all([
      getUnread(ctx, member),
      getNotifyPrefs(ctx.db, member.uid),
    ]);
    if (request.visitor) request.visitor = { ...request.visitor, unread: unread.total };
    return sendPage(
      reply,
      <InboxPage
        visit={pageViewOf(request)}
        category={query.category ?? 'all'}
        notifications={notifications}
        unread={unread}
        prefs={prefs}
      />,
    );
  });
}
