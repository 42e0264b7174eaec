import { Download, Scale } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import type { PublishedPost } from '../actions/list-published.ts';
import type { ComparedTrends } from '../actions/read-trends.ts';
import { LampRow } from './lamp-row.tsx';
import { COUNTS, PostCounts } from './post-counts.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { type DayEvents, rangeTabs, TrendChart } from './trend-chart.tsx';

type AnalyticsProps = {
  visit: PageView;
  trends: ComparedTrends;
  /** Whether the author has a public post. */
  published: boolean;
  /** The posts published in the range. */
  posts: PublishedPost[];
};

export function AnalyticsPage({ visit, trends, published, posts }: AnalyticsProps) {
  const { t } = visit;
  const { range } = trends;
  return (
    <StudioLayout
      visit={visit}
      current="analytics"
      title={t('studio.analytics_title')}
      scripts={['studio']}
    >
      <div class="page-head">
        <h1>{t('studio.analytics_title')}</h1>
        <div class="row">
          {published ? (
            <a class="button button-small" href="/studio/analytics/compare">
              <Icon of={Scale} size={14} />
              {t('analytics.compare')}
            </a>
          ) : null}
          <a class="button button-small" href={`/studio/analytics.csv?range=${range}`} download>
            <Icon of={Download} size={14} />
            {t('studio.csv')}
          </a>
        </div>
      </div>
      <Tabs label={t('studio.ranges')} tabs={rangeTabs(visit, '/studio/analytics', range)} />
      <TrendChart
        visit={visit}
        trends={trends}
        panels={COUNTS}
        columns={COUNTS}
        words={{
          label: t('studio.chart'),
          caption: t('studio.table_caption'),
          nothing: published ? t('studio.analytics_quiet') : t('studio.analytics_nothing'),
        }}
        events={eventsOf(visit, posts)}
      />
      {posts.length > 0 ? <Published visit={visit} posts={posts} /> : null}
    </StudioLayout>
  );
}

/** The days on which posts were published. */
function eventsOf({ t }: PageView, posts: PublishedPost[]): DayEvents {
  const titles = Map.groupBy(posts, ({ day }) => day);
  const mark = t('studio.event_published');
  return new Map(
    [...titles].map(([day, [first, ...others]]) => {
      const title = first?.title ?? '';
      const count = others.length + 1;
      const key = count === 1 ? 'studio.event_post' : 'studio.event_posts';
      return [day, { mark, event: t(key, { title, count }) }];
    }),
  );
}

function Published({ visit, posts }: { visit: PageView; posts: PublishedPost[] }) {
  const { t, locale, now } = visit;
  return (
    <section class="analytics-posts" aria-labelledby="published">
      <div class="section-head">
        <h2 id="published">{t('studio.published_in_range')}</h2>
        <a href="/studio/content?status=approved">{t('studio.see_all')}</a>
      </div>
      <ol class="studio-post-list">
        {posts.map((post) => (
          <li key={post.id}>
            <LampRow visit={visit} post={post} href={`/studio/analytics/${post.id}`}>
              <PostCounts visit={visit} post={post} />
              <Time at={post.published_at ?? post.created_at} locale={locale} now={now} />
            </LampRow>
          </li>
        ))}
      </ol>
    </section>
  );
}
