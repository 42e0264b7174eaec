import type { App } from '../platform/http/app-types.ts';
import { queryOf, sendPage, visitOf } from '../platform/http/page.ts';
import { Closed } from '../platform/http/validation.ts';
import { getPrefs, getUnread, listOwnMessages } from './actions.ts';
import { MessageQuery } from './schema.ts';
import { InboxPage } from './views/inbox.tsx';

const { category, cursor } = MessageQuery.properties;
const InboxQuery = Closed({ category, cursor });

export function messagePages(app: App): void {
  app.get(
    '/messages',
    { config: { access: 'member', query: InboxQuery } },
    async (request, reply) => {
      const { ctx, member } = request;
      const query = queryOf(InboxQuery, request);
      const messages = await listOwnMessages(ctx, member, query);
      // After the list, which has just told of new likes: no count may be behind what is shown.
      const [unread, prefs] = await Promise.all([getUnread(ctx, member), getPrefs(ctx, member)]);
      return sendPage(
        reply,
        <InboxPage
          visit={visitOf(request)}
          category={query.category ?? 'all'}
          messages={messages}
          unread={unread}
          prefs={prefs}
        />,
      );
    },
  );
}
