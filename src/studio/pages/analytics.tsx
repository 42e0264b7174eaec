import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { findReads } from '../../reads/actions/count-reads.ts';
import { comparePosts } from '../actions/compare-posts.ts';
import { listPublished } from '../actions/list-published.ts';
import { getPostAnalytics } from '../actions/read-post-analytics.ts';
import { compareTrends, getPostCounts, getTrends } from '../actions/read-trends.ts';
import { COMPARED_BY, COMPARED_FILE_MAX, COMPARED_MAX, TREND_DAYS } from '../rules.ts';
import { TrendQuery } from '../schema.ts';
import { AnalyticsPage } from '../views/analytics.tsx';
import { ComparisonPage } from '../views/comparison.tsx';
import { PostAnalyticsPage } from '../views/post-analytics.tsx';
import { comparisonAsCsv, postAsCsv, trendsAsCsv } from '../views/trends-csv.ts';

const RangeQuery = Closed({ range: Type.Optional(TrendQuery.properties.range) });
const DEFAULT_RANGE = '30d';
const period = Type.Optional(Type.Enum(['total', 'first'] as const));
const FileQuery = Closed({ period });
const CompareQuery = Closed({ period, sort: Type.Optional(Type.Enum([...COMPARED_BY])) });
const asRange = asPage('member', RangeQuery);

/** Of all own posts, of one, and of posts beside each other; each also as a file. */
export function analyticsPages(app: App): void {
  app.get('/studio/analytics', asRange, async (request, reply) => {
    const { ctx, member } = request;
    const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
    const since = calendarDay(addDays(ctx.now(), 1 - TREND_DAYS[range]));
    const [trends, counts, posts] = await Promise.all([
      compareTrends(ctx, member, range),
      getPostCounts(ctx, member),
      listPublished(ctx, member, since),
    ]);
    return sendPage(
      reply,
      <AnalyticsPage
        visit={pageViewOf(request)}
        trends={trends}
        published={counts.approved > 0}
        posts={posts}
      />,
    );
  });

  app.get('/studio/analytics.csv', asRange, async (request, reply) => {
    const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
    const { days } = await getTrends(request.ctx, request.member, range);
    const text = trendsAsCsv(pageViewOf(request), days);
    return sendCsv(reply, `lamplight-${days.at(-1)?.day}-${range}`, text);
  });

  app.get('/studio/analytics/:id', asRange, async (request, reply) => {
    const { ctx, member } = request;
    const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
    const post = await getOwnPost(ctx, ctx.db, member, idOf(request));
    const [readsOf, analytics] = await Promise.all([
      findReads(ctx, [post.id]),
      getPostAnalytics(ctx, member, post, range),
    ]);
    return sendPage(
      reply,
      <PostAnalyticsPage
        visit={pageViewOf(request)}
        post={{ ...post, reads: readsOf(post.id) }}
        analytics={analytics}
      />,
    );
  });

  app.get('/studio/analytics/:id/days.csv', asRange, async (request, reply) => {
    const { ctx, member } = request;
    const { range = DEFAULT_RANGE } = queryOf(RangeQuery, request);
    const post = await getOwnPost(ctx, ctx.db, member, idOf(request));
    const { days } = await getPostAnalytics(ctx, member, post, range);
    const name = `lamplight-post-${post.id}-${days.at(-1)?.day}-${range}`;
    return sendCsv(reply, name, postAsCsv(pageViewOf(request), days));
  });

  app.get('/studio/analytics/compare', asPage('member', CompareQuery), async (request, reply) => {
    const { period = 'total', sort: by = 'published' } = queryOf(CompareQuery, request);
    const asked = { limit: COMPARED_MAX, period, by };
    const comparison = await comparePosts(request.ctx, request.member, asked);
    const visit = pageViewOf(request);
    return sendPage(
      reply,
      <ComparisonPage visit={visit} comparison={comparison} period={period} by={by} />,
    );
  });

  app.get('/studio/analytics/compare.csv', asPage('member', FileQuery), async (request, reply) => {
    const { period = 'total' } = queryOf(FileQuery, request);
    const asked = { limit: COMPARED_FILE_MAX, period, by: 'published' } as const;
    const { posts } = await comparePosts(request.ctx, request.member, asked);
    const name = `lamplight-posts-${calendarDay(request.ctx.now())}-${period}`;
    return sendCsv(reply, name, comparisonAsCsv(pageViewOf(request), posts));
  });
}

function sendCsv(reply: FastifyReply, name: string, text: string): string {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`);
  return text;
}
