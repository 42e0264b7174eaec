import { Type } from 'typebox';
import { getLevelInfo } from '../../levels/actions.ts';
import { getUnread } from '../../notifications/actions/inbox.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { App } from '../../platform/http/app-types.ts';
import { idFrom, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { OwnPostQuery } from '../../posts/schema.ts';
import { findReads } from '../../reads/actions/count-reads.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { listDrafts } from '../actions/list-drafts.ts';
import { listPublished } from '../actions/list-published.ts';
import { listStudioPosts } from '../actions/list-studio-posts.ts';
import { compareTrends, getOverview, getTrends } from '../actions/read-trends.ts';
import { TREND_DAYS } from '../rules.ts';
import { TrendQuery } from '../schema.ts';
import { AnalyticsPage } from '../views/analytics.tsx';
import { ContentPage } from '../views/content.tsx';
import { DraftsPage } from '../views/drafts.tsx';
import { OverviewPage } from '../views/overview.tsx';
import { PostAnalyticsPage } from '../views/post-analytics.tsx';
import { trendsAsCsv } from '../views/trends-csv.ts';

const RECENT = 5;
const ContentQuery = Closed({
  cursor: PageQuery.cursor,
  status: OwnPostQuery.properties.status,
});
const DraftsQuery = Closed({ cursor: PageQuery.cursor });
const RangeQuery = Closed({ range: Type.Optional(TrendQuery.properties.range) });
const DEFAULT_RANGE = '30d';

/** Overview, content, drafts and analytics; the editor is in write.tsx. */
export function studioPages(app: App): void {
  app.get('/studio', { config: { access: 'member' } }, async (request, reply) => {
    const { ctx, member } = request;
    const [overview, trends, recent, level, unread] = await Promise.all([
      getOverview(ctx, member),
      getTrends(ctx, member, '7d'),
      listStudioPosts(ctx, member, { limit: RECENT }),
      getLevelInfo(ctx, member),
      getUnread(ctx, member),
    ]);
    return sendPage(
      reply,
      <OverviewPage
        visit={pageViewOf(request)}
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
        listStudioPosts(ctx, member, query),
        getOverview(ctx, member),
        getSiteSetting(ctx.db, 'audit.enabled'),
      ]);
      return sendPage(
        reply,
        <ContentPage
          visit={pageViewOf(request)}
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
      return sendPage(reply, <DraftsPage visit={pageViewOf(request)} drafts={drafts} />);
    },
  );

  app.get(
    '/studio/analytics',
    { config: { access: 'member', query: RangeQuery } },
    async (request, reply) => {
      const { ctx, member } = request;
      const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
      const since = calendarDay(addDays(ctx.now(), 1 - TREND_DAYS[range]));
      const [trends, overview, posts] = await Promise.all([
        compareTrends(ctx, member, range),
        getOverview(ctx, member),
        listPublished(ctx, member, since),
      ]);
      return sendPage(
        reply,
        <AnalyticsPage
          visit={pageViewOf(request)}
          trends={trends}
          published={overview.posts.approved > 0}
          posts={posts}
        />,
      );
    },
  );

  app.get<{ Params: { id: string } }>(
    '/studio/analytics/:id',
    { config: { access: 'member', query: RangeQuery } },
    async (request, reply) => {
      const { ctx, member, params } = request;
      const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
      const post = await getOwnPost(ctx, ctx.db, member, idFrom(params.id));
      const { published_at } = post;
      const [readsOf, trends] = await Promise.all([
        findReads(ctx, [post.id]),
        compareTrends(ctx, member, range, post.id),
      ]);
      return sendPage(
        reply,
        <PostAnalyticsPage
          visit={pageViewOf(request)}
          post={{ ...post, reads: readsOf(post.id) }}
          trends={trends}
          publishedOn={published_at ? calendarDay(new Date(published_at)) : undefined}
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
      return trendsAsCsv(pageViewOf(request), days);
    },
  );
}
