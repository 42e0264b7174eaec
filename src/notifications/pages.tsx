import type { App } from '../platform/http/app-types.ts';
import { pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { Closed } from '../platform/http/validation.ts';
import { getPrefs, getUnread, listOwnNotifications } from './actions/inbox.ts';
import { NotificationQuery } from './schema.ts';
import { InboxPage } from './views/inbox.tsx';

const { category, cursor } = NotificationQuery.properties;
const InboxQuery = Closed({ category, cursor });

export function notificationPages(app: App): void {
  app.get(
    '/messages',
    { config: { access: 'member', query: InboxQuery } },
    async (request, reply) => {
      const { ctx, member } = request;
      const query = queryOf(InboxQuery, request);
      const messages = await listOwnNotifications(ctx, member, query);
      // After the list, which has just told of new likes: no count may be behind what is shown.
      const [unread, prefs] = await Promise.all([getUnread(ctx, member), getPrefs(ctx, member)]);
      return sendPage(
        reply,
        <InboxPage
          visit={pageViewOf(request)}
          category={query.category ?? 'all'}
          messages={messages}
          unread={unread}
          prefs={prefs}
        />,
      );
    },
  );
}
