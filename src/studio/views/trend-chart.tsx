import type { PageView } from '../../platform/http/page.ts';
import { Island } from '../../ui/island.tsx';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';
import type { ChartDay } from '../chart/chart-plot.tsx';
import { drawLine } from '../chart/draw-line.ts';
import type { Tone } from '../chart/line.ts';
import { LineChart, type LineChartProps } from '../chart/line-chart.tsx';
import { TREND_DAYS, type TrendRange } from '../rules.ts';

/** What happened on a day: `event` in words, `mark` in the chart. */
export type DayEvents = Map<string, Required<Pick<ChartDay, 'event' | 'mark'>>>;

type TrendChartProps<Name extends Tone> = {
  visit: PageView;
  trends: {
    range: TrendRange;
    days: (Record<Name, number> & { day: string })[];
    before: Record<Name, number>;
  };
  /** Each has a panel. */
  panels: readonly Name[];
  /** The columns of the table. */
  columns: readonly Name[];
  words: { label: string; caption: string; nothing: string };
  events: DayEvents;
};

/** What each day brought, in one panel per count, and the same as a table. */
export function TrendChart<Name extends Tone>(props: TrendChartProps<Name>) {
  const { visit, trends, columns, words } = props;
  const isEmpty = trends.days.every((day) => columns.every((count) => day[count] === 0));
  const { nothing } = words;
  const chart = chartOf(props);
  return (
    <>
      <div class="card chart-card">
        <Island name="line-chart" of={LineChart} props={isEmpty ? { ...chart, nothing } : chart} />
      </div>
      <details class="trend-table">
        <summary>{visit.t('studio.table')}</summary>
        <TrendTable {...props} />
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

/** The name of a count. */
export function countName({ t }: PageView, count: Tone): string {
  return count === 'follows' ? t('analytics.follows') : t(`studio.${count}`);
}

function chartOf<Name extends Tone>(props: TrendChartProps<Name>): LineChartProps {
  const { visit, trends, panels, words, events } = props;
  const { t, locale } = visit;
  const { range, days, before } = trends;
  const last = days.length - 1;
  return {
    locale,
    label: words.label,
    hint: t('studio.chart_hint'),
    days: days.map(({ day }, index) => {
      return {
        short: index === last ? t('studio.today') : dayName(day, locale, 'short'),
        long: index === last ? t('studio.today_unfinished') : dayName(day, locale, 'long'),
        ...events.get(day),
      };
    }),
    lines: panels.map((count) => {
      const values = days.map((day) => day[count]);
      const total = values.reduce((sum, value) => sum + value, 0);
      return {
        ...drawLine({ tone: count, label: countName(visit, count), values }),
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

function TrendTable<Name extends Tone>(props: TrendChartProps<Name>) {
  const { visit, columns, words } = props;
  const { t, locale } = visit;
  const { days } = props.trends;
  const today = days.at(-1)?.day;
  return (
    <table class="table">
      <caption>{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('studio.day')}</th>
          {columns.map((count) => (
            <th key={count} scope="col">
              {countName(visit, count)}
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
            {columns.map((count) => (
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
