import { getLevelInfo } from '../../levels/actions.ts';
import { getUnread } from '../../notifications/actions/inbox.ts';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { CursorQuery, PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { OwnPostQuery } from '../../posts/schema.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { listDrafts } from '../actions/list-drafts.ts';
import { listStudioPosts } from '../actions/list-studio-posts.ts';
import { readChanges } from '../actions/read-changes.ts';
import { getOverview, getPostCounts, getTrends } from '../actions/read-trends.ts';
import { ContentPage } from '../views/content.tsx';
import { DraftsPage } from '../views/drafts.tsx';
import { OverviewPage } from '../views/overview.tsx';

const RECENT = 5;
const ContentQuery = Closed({
  cursor: PageQuery.cursor,
  status: OwnPostQuery.properties.status,
});

/** Overview, content and drafts; the editor is in write.tsx, the analytics in analytics.tsx. */
export function studioPages(app: App): void {
  app.get('/studio', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const [overview, trends, recent, level, unread] = await Promise.all([
      getOverview(ctx, member),
      getTrends(ctx, member, '7d'),
      listStudioPosts(ctx, member, { limit: RECENT }),
      getLevelInfo(ctx, member),
      getUnread(ctx, member),
    ]);
    // A page that was only prefetched is no visit.
    const isSpeculative = Boolean(request.headers['sec-purpose'] ?? request.headers['purpose']);
    const changes = await readChanges(ctx, member, overview.today, isSpeculative);
    return sendPage(
      reply,
      <OverviewPage
        visit={pageViewOf(request)}
        overview={overview}
        week={trends.days}
        recent={recent.items}
        level={level}
        newComments={unread.comment}
        changes={changes}
      />,
    );
  });

  app.get('/studio/content', asPage('member', ContentQuery), async (request, reply) => {
    const { ctx, member } = request;
    const query = queryOf(ContentQuery, request);
    const [posts, counts, audit] = await Promise.all([
      listStudioPosts(ctx, member, query),
      getPostCounts(ctx, member),
      getSiteSetting(ctx.db, 'audit.enabled'),
    ]);
    return sendPage(
      reply,
      <ContentPage
        visit={pageViewOf(request)}
        status={query.status}
        posts={posts}
        counts={counts}
        audit={audit}
      />,
    );
  });

  app.get('/studio/drafts', asPage('member', CursorQuery), async (request, reply) => {
    const drafts = await listDrafts(request.ctx, request.member, queryOf(CursorQuery, request));
    return sendPage(reply, <DraftsPage visit={pageViewOf(request)} drafts={drafts} />);
  });
}
