import { Download } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { glowOf } from '../../ui/glow.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import type { PostAnalytics } from '../actions/read-post-analytics.ts';
import { COUNTS, PostCounts } from './post-counts.tsx';
import { PostReading } from './post-reading.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { type DayEvents, rangeTabs, TrendChart } from './trend-chart.tsx';

type PostAnalyticsProps = {
  visit: PageView;
  post: OwnPost & { reads: number };
  analytics: PostAnalytics;
};

/** The design: each with its own scale. */
const PANELS = ['reads', 'energy', 'follows'] as const;

/** What one own post received, from whom it was found, and how far it was read. */
export function PostAnalyticsPage({ visit, post, analytics }: PostAnalyticsProps) {
  const { t, locale, now } = visit;
  const { range } = analytics;
  return (
    <StudioLayout
      visit={visit}
      current="analytics"
      title={`${post.title} · ${t('studio.analytics_title')}`}
      scripts={['studio']}
    >
      <p class="studio-path">
        <a href="/studio/analytics">{t('studio.analytics_title')}</a>
        <span aria-hidden="true">/</span>
        {t('studio.analytics_post')}
      </p>
      <div class={`analytics-post glow-${glowOf(post.energy)}`}>
        <PostLamp energy={post.energy} locale={locale} />
        <div>
          <h1 lang={langOf(post.lang, locale)}>{post.title}</h1>
          <p class="studio-post-meta">
            <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
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
      <div class="analytics-bar">
        <Tabs
          label={t('studio.ranges')}
          tabs={rangeTabs(visit, `/studio/analytics/${post.id}`, range)}
        />
        <a
          class="button button-small"
          href={`/studio/analytics/${post.id}/days.csv?range=${range}`}
          download
        >
          <Icon of={Download} size={14} />
          {t('studio.csv')}
        </a>
      </div>
      <TrendChart
        visit={visit}
        trends={analytics}
        panels={PANELS}
        columns={[...COUNTS, 'follows']}
        words={{
          label: t('analytics.chart_post'),
          caption: t('analytics.table_caption_post'),
          nothing: t(post.published_at ? 'studio.analytics_quiet' : 'studio.analytics_unpublished'),
        }}
        events={eventsOf(visit, analytics)}
      />
      {post.published_at ? <PostReading visit={visit} analytics={analytics} /> : null}
    </StudioLayout>
  );
}

function eventsOf({ t, locale }: PageView, { events }: PostAnalytics): DayEvents {
  return new Map(
    [...events].map(([day, kinds]) => {
      const names = kinds.map((kind) => t(`analytics.event.${kind}`));
      const text = names.join(locale === 'en' ? ', ' : '、');
      return [day, { event: text, mark: text }];
    }),
  );
}
