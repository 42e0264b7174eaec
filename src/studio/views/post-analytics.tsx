import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { glowOf } from '../../ui/glow.ts';
import { Layout } from '../../ui/layout.tsx';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import type { ComparedTrends } from '../actions/read-trends.ts';
import { PostCounts } from './post-counts.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { rangeTabs, TrendChart } from './trend-chart.tsx';

type PostAnalyticsProps = {
  visit: PageView;
  post: OwnPost & { reads: number };
  trends: ComparedTrends;
  /** The day it was published. */
  publishedOn: string | undefined;
};

/** What one own post received. */
export function PostAnalyticsPage({ visit, post, trends, publishedOn }: PostAnalyticsProps) {
  const { t, locale, now } = visit;
  const published = new Map(publishedOn ? [[publishedOn, [post.title]]] : []);
  return (
    <Layout
      visit={visit}
      title={`${post.title} · ${t('studio.analytics_title')}`}
      wide
      scripts={['studio']}
      sheets={['work']}
    >
      <StudioLayout visit={visit} current="analytics">
        <p class="studio-path">
          <a href="/studio/analytics">{t('studio.analytics_title')}</a>
          <span aria-hidden="true">/</span>
          {t('studio.analytics_post')}
        </p>
        <div class={`analytics-post glow-${glowOf(post.energy)}`}>
          <PostLamp energy={post.energy} locale={locale} />
          <div>
            <h1>{post.title}</h1>
            <p class="studio-post-meta">
              <StatusChip visit={visit} status={post.status} />
              <PostCounts visit={visit} post={post} />
              {post.published_at ? (
                <span>
                  {t('studio.published_at')}
                  <Time at={post.published_at} locale={locale} now={now} />
                </span>
              ) : null}
              <a href={`/posts/${post.id}`}>{t('studio.view')}</a>
            </p>
          </div>
        </div>
        <Tabs
          label={t('studio.ranges')}
          tabs={rangeTabs(visit, `/studio/analytics/${post.id}`, trends.range)}
        />
        <TrendChart
          visit={visit}
          trends={trends}
          published={published}
          nothing={t(post.published_at ? 'studio.analytics_quiet' : 'studio.analytics_unpublished')}
        />
      </StudioLayout>
    </Layout>
  );
}
