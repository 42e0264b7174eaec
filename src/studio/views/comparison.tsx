import { Download } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { formatDate, TimeWithText } from '../../ui/time.tsx';
import type { ComparedPost, Comparison } from '../actions/compare-posts.ts';
import { COMPARED_BY, type ComparedBy, FIRST_DAYS, finishedShare } from '../rules.ts';
import { StudioLayout } from './studio-layout.tsx';
import { countName } from './trend-chart.tsx';

type Period = 'total' | 'first';
type ComparisonProps = { visit: PageView; comparison: Comparison; period: Period; by: ComparedBy };

const PATH = '/studio/analytics/compare';

/** The author's posts beside each other; every column sorts by a link. */
export function ComparisonPage(props: ComparisonProps) {
  const { visit, comparison, period, by } = props;
  const { t } = visit;
  const { posts, isAll } = comparison;
  const tabs = (['total', 'first'] as const).map((one) => ({
    href: hrefOf(one, by),
    label: t(`analytics.period_${one}`),
    current: one === period,
  }));
  return (
    <StudioLayout visit={visit} current="analytics" title={t('analytics.compare_title')}>
      <p class="studio-path">
        <a href="/studio/analytics">{t('studio.analytics_title')}</a>
        <span aria-hidden="true">/</span>
        {t('analytics.compare')}
      </p>
      <div class="page-head">
        <h1>{t('analytics.compare_title')}</h1>
        <a class="button button-small" href={`${PATH}.csv?period=${period}`} download>
          <Icon of={Download} size={14} />
          {t('studio.csv')}
        </a>
      </div>
      <Tabs label={t('analytics.periods')} tabs={tabs} />
      {posts.length === 0 ? (
        <p class="card analytics-card">{t('analytics.compare_empty')}</p>
      ) : (
        <>
          <p class="meta">
            {t(`analytics.compare_lead_${period}`)}
            {isAll ? null : ` ${t('analytics.compare_newest', { count: posts.length })}`}
          </p>
          <ComparisonTable {...props} />
        </>
      )}
    </StudioLayout>
  );
}

function hrefOf(period: Period, by: ComparedBy): string {
  return `${PATH}?period=${period}&sort=${by}`;
}

function columnName(visit: PageView, column: ComparedBy): string {
  if (column === 'published') return visit.t('analytics.published');
  return column === 'finished' ? visit.t('analytics.finished') : countName(visit, column);
}

function ComparisonTable(props: ComparisonProps) {
  const { visit, comparison, period, by } = props;
  const { t } = visit;
  const name = columnName(visit, by);
  const caption =
    by === 'published'
      ? t('analytics.compare_caption_published')
      : t('analytics.compare_caption', { by: name.toLowerCase() });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="compare-frame" aria-label={t('analytics.compare_title')} tabIndex={0}>
      <table class="table compare">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('analytics.post')}</th>
            {COMPARED_BY.map((column) => (
              <th
                key={column}
                scope="col"
                {...(column === by ? { 'aria-sort': 'descending' as const } : {})}
              >
                <a
                  class="compare-sort"
                  href={hrefOf(period, column)}
                  title={t('analytics.sort_by', { name: columnName(visit, column) })}
                >
                  {columnName(visit, column)}
                  {column === by ? <span aria-hidden="true">↓</span> : null}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.posts.map((post) => (
            <ComparedRow key={post.id} visit={visit} post={post} period={period} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { visit: PageView; post: ComparedPost; period: Period };

function ComparedRow({ visit, post, period }: RowProps) {
  const { t, locale } = visit;
  const share = finishedShare(post);
  const isRunning = period === 'first' && post.age <= FIRST_DAYS;
  return (
    <tr>
      <th scope="row">
        <a href={`/studio/analytics/${post.id}`} lang={langOf(post.lang, locale)}>
          {post.title}
        </a>
      </th>
      <td>
        {isRunning ? (
          <span class="compare-running" title={t('analytics.running_hint')}>
            {t('analytics.running', { day: post.age })}
          </span>
        ) : (
          <TimeWithText
            at={post.published_at}
            locale={locale}
            text={formatDate(post.published_at, locale)}
          />
        )}
      </td>
      {COMPARED_BY.map((column) => {
        if (column === 'published') return null;
        const number = column === 'finished' ? null : formatNumber(post[column], locale);
        const percent = share === null ? t('analytics.finished_none') : `${share}%`;
        return (
          <td key={column} class={column === 'energy' ? 'compare-energy' : undefined}>
            {number ?? percent}
          </td>
        );
      })}
    </tr>
  );
}
