import { Type } from 'typebox';
import { getLevelInfo } from '../../levels/actions.ts';
import { getUnread } from '../../messages/actions.ts';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage, visitOf } from '../../platform/http/page.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { listOwnPosts } from '../actions/read-posts.ts';
import { listDrafts } from '../actions/studio-drafts.ts';
import { compareTrends, getOverview, getTrends } from '../actions/studio-figures.ts';
import { DeskQuery, TrendQuery } from '../schema.ts';
import { AnalyticsPage } from '../views/studio-analytics.tsx';
import { ContentPage } from '../views/studio-content.tsx';
import { trendsAsCsv } from '../views/studio-csv.ts';
import { DraftsPage } from '../views/studio-drafts.tsx';
import { OverviewPage } from '../views/studio-overview.tsx';

const RECENT = 5;
const ContentQuery = Closed({
  cursor: PageQuery.cursor,
  status: DeskQuery.properties.status,
});
const DraftsQuery = Closed({ cursor: PageQuery.cursor });
const RangeQuery = Closed({ range: Type.Optional(TrendQuery.properties.range) });
const DEFAULT_RANGE = '30d';

/** The studio but for the editor: overview, content, drafts, analytics. */
export function studioPages(app: App): void {
  app.get('/studio', { config: { access: 'member' } }, async (request, reply) => {
    const { ctx, member } = request;
    const [overview, trends, recent, level, unread] = await Promise.all([
      getOverview(ctx, member),
      getTrends(ctx, member, '7d'),
      listOwnPosts(ctx, member, { limit: RECENT }),
      getLevelInfo(ctx, member),
      getUnread(ctx, member),
    ]);
    return sendPage(
      reply,
      <OverviewPage
        visit={visitOf(request)}
        overview={overview}
        week={trends.days}
        recent={recent.items}
        level={level}
        newComments={unread.comment}
      />,
    );
  });

  app.get(
    '/studio/content',
    { config: { access: 'member', query: ContentQuery } },
    async (request, reply) => {
      const { ctx, member } = request;
      const query = queryOf(ContentQuery, request);
      const [posts, overview, audit] = await Promise.all([
        listOwnPosts(ctx, member, query),
        getOverview(ctx, member),
        getSiteSetting(ctx.db, 'audit.enabled'),
      ]);
      return sendPage(
        reply,
        <ContentPage
          visit={visitOf(request)}
          status={query.status}
          posts={posts}
          counts={overview.posts}
          audit={audit}
        />,
      );
    },
  );

  app.get(
    '/studio/drafts',
    { config: { access: 'member', query: DraftsQuery } },
    async (request, reply) => {
      const drafts = await listDrafts(request.ctx, request.member, queryOf(DraftsQuery, request));
      return sendPage(reply, <DraftsPage visit={visitOf(request)} drafts={drafts} />);
    },
  );

  app.get(
    '/studio/analytics',
    { config: { access: 'member', query: RangeQuery } },
    async (request, reply) => {
      const { ctx, member } = request;
      const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
      const [trends, overview] = await Promise.all([
        compareTrends(ctx, member, range),
        getOverview(ctx, member),
      ]);
      return sendPage(
        reply,
        <AnalyticsPage
          visit={visitOf(request)}
          trends={trends}
          published={overview.posts.approved > 0}
        />,
      );
    },
  );

  app.get(
    '/studio/analytics.csv',
    { config: { access: 'member', query: RangeQuery } },
    async (request, reply) => {
      const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
      const { days } = await getTrends(request.ctx, request.member, range);
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="lamplight-${days.at(-1)?.day}-${range}.csv"`,
        );
      return trendsAsCsv(visitOf(request), days);
    },
  );
}
