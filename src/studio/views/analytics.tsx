import { Download } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Received } from '../../posts/rules.ts';
import { Icon } from '../../ui/icons.tsx';
import { Island } from '../../ui/island.tsx';
import { Layout } from '../../ui/layout.tsx';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { drawLine } from '../chart/draw-line.ts';
import { LineChart, type LineChartProps } from '../chart/line-chart.tsx';
import { TREND_DAYS, type TrendRange } from '../rules.ts';
import type { Trends } from '../schema.ts';
import { COUNTS } from './post-counts.tsx';
import { StudioLayout } from './studio-layout.tsx';

type AnalyticsProps = {
  visit: PageView;
  trends: Trends & { before: Received };
  /** Whether the author has a public post. */
  published: boolean;
};

export function AnalyticsPage({ visit, trends, published }: AnalyticsProps) {
  const { t } = visit;
  const { range, days } = trends;
  const isEmpty = days.every((day) => COUNTS.every((count) => day[count] === 0));
  return (
    <Layout visit={visit} title={t('studio.analytics_title')} wide scripts={['studio']}>
      <StudioLayout visit={visit} current="analytics">
        <div class="page-head">
          <h1>{t('studio.analytics_title')}</h1>
          <a class="button button-small" href={`/studio/analytics.csv?range=${range}`} download>
            <Icon of={Download} size={14} />
            {t('studio.csv')}
          </a>
        </div>
        <Tabs
          label={t('studio.ranges')}
          tabs={(Object.keys(TREND_DAYS) as TrendRange[]).map((one) => ({
            href: `/studio/analytics?range=${one}`,
            label: t(`studio.range_${one}`),
            current: one === range,
          }))}
        />
        <div class="card chart-card">
          <Island
            name="line-chart"
            of={LineChart}
            props={{
              ...chartOf(visit, trends),
              ...(isEmpty ? { nothing: whyNothing(visit, published) } : {}),
            }}
          />
        </div>
        <details class="trend-table">
          <summary>{t('studio.table')}</summary>
          <TrendTable visit={visit} days={days} />
        </details>
      </StudioLayout>
    </Layout>
  );
}

function whyNothing({ t }: PageView, published: boolean): string {
  return published ? t('studio.analytics_quiet') : t('studio.analytics_nothing');
}

function chartOf(
  visit: PageView,
  { range, days, before }: AnalyticsProps['trends'],
): LineChartProps {
  const { t, locale } = visit;
  const last = days.length - 1;
  return {
    locale,
    label: t('studio.chart'),
    hint: t('studio.chart_hint'),
    unfinished: t('studio.today_unfinished'),
    days: days.map(({ day }, index) => ({
      short: index === last ? t('studio.today') : dayName(day, locale, 'short'),
      long: index === last ? t('studio.today_unfinished') : dayName(day, locale, 'long'),
    })),
    lines: COUNTS.map((count) => {
      const values = days.map((day) => day[count]);
      const total = values.reduce((sum, value) => sum + value, 0);
      return {
        ...drawLine({ tone: count, label: t(`studio.${count}`), values }),
        total: formatNumber(total, locale),
        change: changeOf(visit, total, before[count], TREND_DAYS[range]),
      };
    }),
  };
}

/** In percent of the same number of days before; not if those brought nothing. */
function changeOf({ t, locale }: PageView, now: number, before: number, days: number): string {
  if (now === before) return t('studio.change_none', { days });
  if (before === 0) return t('studio.change_new', { days });
  const percent = Math.round(((now - before) / before) * 100);
  return t('studio.change', { days, change: `${formatSigned(percent, locale)}%` });
}

function TrendTable({ visit, days }: { visit: PageView; days: Trends['days'] }) {
  const { t, locale } = visit;
  const today = days.at(-1)?.day;
  return (
    <table class="table">
      <caption>{t('studio.table_caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('studio.day')}</th>
          {COUNTS.map((count) => (
            <th key={count} scope="col">
              {t(`studio.${count}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">
              {day.day === today ? t('studio.today_unfinished') : dayName(day.day, locale, 'long')}
            </th>
            {COUNTS.map((count) => (
              <td key={count}>{formatNumber(day[count], locale)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A calendar day has no time zone. */
function dayName(day: string, locale: PageView['locale'], length: 'short' | 'long'): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    ...(length === 'short'
      ? { month: 'numeric' }
      : { month: locale === 'en' ? 'short' : 'long', weekday: 'short' }),
  });
}
