import type { PageView } from '../../platform/http/page.ts';
import { Island } from '../../ui/island.tsx';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';
import type { ComparedTrends } from '../actions/read-trends.ts';
import { drawLine } from '../chart/draw-line.ts';
import { LineChart, type LineChartProps } from '../chart/line-chart.tsx';
import { TREND_DAYS, type TrendRange } from '../rules.ts';
import type { Trends } from '../schema.ts';
import { COUNTS } from './post-counts.tsx';

type TrendChartProps = {
  visit: PageView;
  trends: ComparedTrends;
  /** Titles of the posts published on each day. */
  published: Map<string, string[]>;
  /** Shown if nothing was received. */
  nothing: string;
};

/** What each day brought, in one panel per count, and the same as a table. */
export function TrendChart({ visit, trends, published, nothing }: TrendChartProps) {
  const { days } = trends;
  const isEmpty = days.every((day) => COUNTS.every((count) => day[count] === 0));
  const chart = chartOf(visit, trends, published);
  return (
    <>
      <div class="card chart-card">
        <Island name="line-chart" of={LineChart} props={isEmpty ? { ...chart, nothing } : chart} />
      </div>
      <details class="trend-table">
        <summary>{visit.t('studio.table')}</summary>
        <TrendTable visit={visit} days={days} />
      </details>
    </>
  );
}

/** The ranges as links to the same page. */
export function rangeTabs({ t }: PageView, path: string, current: TrendRange) {
  return (Object.keys(TREND_DAYS) as TrendRange[]).map((range) => ({
    href: `${path}?range=${range}`,
    label: t(`studio.range_${range}`),
    current: range === current,
  }));
}

function chartOf(
  visit: PageView,
  { range, days, before }: ComparedTrends,
  published: TrendChartProps['published'],
): LineChartProps {
  const { t, locale } = visit;
  const last = days.length - 1;
  return {
    locale,
    label: t('studio.chart'),
    hint: t('studio.chart_hint'),
    eventName: t('studio.event_published'),
    days: days.map(({ day }, index) => {
      const titles = published.get(day);
      return {
        short: index === last ? t('studio.today') : dayName(day, locale, 'short'),
        long: index === last ? t('studio.today_unfinished') : dayName(day, locale, 'long'),
        ...(titles ? { event: eventOf(visit, titles) } : {}),
      };
    }),
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

function eventOf({ t }: PageView, [title = '', ...others]: string[]): string {
  return others.length === 0
    ? t('studio.event_post', { title })
    : t('studio.event_posts', { title, count: others.length + 1 });
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

// A calendar day has no time zone.
const shortDay = memoizeByLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'numeric' }),
);
const longDay = memoizeByLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month: locale === 'en' ? 'short' : 'long',
      weekday: 'short',
    }),
);

function dayName(day: string, locale: PageView['locale'], length: 'short' | 'long'): string {
  const format = length === 'short' ? shortDay : longDay;
  return format(locale).format(new Date(`${day}T00:00:00Z`));
}
