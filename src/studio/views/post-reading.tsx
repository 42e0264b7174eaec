import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { formatNumber } from '../../ui/numbers.ts';
import type { PostAnalytics, SourceCount } from '../actions/read-post-analytics.ts';
import { DEPTH_STEPS, SHARE_MIN } from '../rules.ts';
import { type Bar, BarList } from './bar-list.tsx';
import { countName } from './trend-chart.tsx';

type PostReadingProps = { visit: PageView; analytics: PostAnalytics };

/** Where readers came from, where they stopped, and what they did after reading. */
export function PostReading({ visit, analytics }: PostReadingProps) {
  return (
    <div class="analytics-cards">
      <Sources visit={visit} analytics={analytics} />
      <Depth visit={visit} analytics={analytics} />
      <Responses visit={visit} analytics={analytics} />
    </div>
  );
}

type CardProps = { id: string; title: string; hint?: string; children: ComponentChildren };

function Card({ id, title, hint, children }: CardProps) {
  return (
    <section class="card analytics-card" aria-labelledby={id}>
      <div class="analytics-card-head">
        <h2 id={id}>{title}</h2>
        {hint ? <span class="meta">{hint}</span> : null}
      </div>
      {children}
    </section>
  );
}

function Sources({ visit, analytics }: PostReadingProps) {
  const { t, locale } = visit;
  const { sources } = analytics;
  const total = sources.reduce((sum, { reads }) => sum + reads, 0);
  const title = t('analytics.sources');
  if (total === 0) {
    return (
      <Card id="sources" title={title}>
        <p class="meta">{t('analytics.sources_nothing')}</p>
      </Card>
    );
  }
  const bars = sources.map((source) => ({
    name: sourceName(visit, source),
    value: `${formatNumber(source.reads, locale)} · ${percent(source.reads / total)}`,
    share: source.reads / total,
  }));
  return (
    <Card id="sources" title={title}>
      <BarList visit={visit} label={title} bars={bars} />
      <p class="meta analytics-card-foot">{t('analytics.sources_hint')}</p>
    </Card>
  );
}

function sourceName({ t }: PageView, { source, host }: SourceCount): string {
  if (source !== 'outside') return t(`analytics.source.${source}`);
  return host || t('analytics.other_hosts');
}

function Depth({ visit, analytics }: PostReadingProps) {
  const { t, locale } = visit;
  const { depth } = analytics;
  const title = t('analytics.depth');
  if (depth.measured < SHARE_MIN) {
    return (
      <Card id="depth" title={title}>
        <p class="meta">{t('analytics.depth_few')}</p>
      </Card>
    );
  }
  const bars: Bar[] = [
    { name: t('analytics.depth_step.opened'), value: percent(1), share: 1 },
    ...DEPTH_STEPS.map((step) => {
      const share = depth[step] / depth.measured;
      return { name: t(`analytics.depth_step.${step}`), value: percent(share), share };
    }),
  ];
  const hint = t('analytics.depth_hint', { reads: formatNumber(depth.measured, locale) });
  return (
    <Card id="depth" title={title} hint={hint}>
      <BarList visit={visit} label={title} bars={bars} />
    </Card>
  );
}

const RESPONSES = ['likes', 'comments', 'favorites', 'energy', 'follows'] as const;

function Responses({ visit, analytics }: PostReadingProps) {
  const { t, locale } = visit;
  const { days } = analytics;
  const sum = (name: (typeof RESPONSES)[number] | 'reads') =>
    days.reduce((total, day) => total + day[name], 0);
  const reads = sum('reads');
  const counts = RESPONSES.map((name) => ({ name, count: sum(name) }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const bars: Bar[] = counts.map(({ name, count }) => {
    const value = formatNumber(count, locale);
    const rate = reads >= SHARE_MIN ? ` · ${((100 * count) / reads).toFixed(1)}` : '';
    const tone = name === 'energy' ? { tone: 'energy' as const } : {};
    return { name: countName(visit, name), value: `${value}${rate}`, share: count / most, ...tone };
  });
  const hint = reads >= SHARE_MIN ? { hint: t('analytics.responses_hint') } : {};
  const title = t('analytics.responses');
  return (
    <Card id="responses" title={title} {...hint}>
      <BarList visit={visit} label={title} bars={bars} />
    </Card>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
