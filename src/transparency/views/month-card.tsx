import type { PageView } from '../../platform/http/page.ts';
import { type Bar, BarList } from '../../studio/views/bar-list.tsx';
import { formatDuration } from '../../ui/duration.ts';
import { formatMonth } from '../../ui/months.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import type { TransparencyMonth } from '../schema.ts';

type MonthProps = { visit: PageView; month: TransparencyMonth };

/** One month: sentences first, then why, then every number. */
export function MonthCard({ visit, month }: MonthProps) {
  const { t, locale } = visit;
  const name = formatMonth(`${month.month}-01T12:00:00+08:00`, locale);
  const id = `month-${month.month}`;
  const reasons = listReasons(visit, month);
  return (
    <section class="card transparency-month" aria-labelledby={id}>
      <div class="transparency-head">
        <h2 id={id}>{name}</h2>
        {month.complete ? null : <Tag tone="neutral">{t('transparency.running')}</Tag>}
      </div>
      <div>
        {sentences(visit, month).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {reasons.length > 0 ? (
        <div>
          <h3>{t('transparency.reasons')}</h3>
          <BarList visit={visit} label={t('transparency.reasons')} bars={reasons} />
        </div>
      ) : null}
      {isQuiet(month) ? null : <Numbers visit={visit} month={month} name={name} />}
    </section>
  );
}

function sentences(visit: PageView, month: TransparencyMonth): string[] {
  const { t } = visit;
  const { posts_removed, comments_removed, pictures_removed, posts_refused, reviews } = month;
  const none = posts_removed.total + comments_removed.total + pictures_removed.total === 0;
  const removed = none
    ? t('transparency.removed_none')
    : t('transparency.removed', {
        posts: t('transparency.posts', { count: posts_removed.total }),
        comments: t('transparency.comments', { count: comments_removed.total }),
        pictures: t('transparency.pictures', { count: pictures_removed.total }),
      });
  const reviewed =
    reviews.count === 0
      ? t('transparency.not_reviewed')
      : t('transparency.reviewed', {
          posts: t('transparency.posts', { count: reviews.count }),
          median: spell(visit, reviews.median_seconds),
          p95: spell(visit, reviews.p95_seconds),
        });
  const refused = posts_refused > 0 ? [t('transparency.refused', { count: posts_refused })] : [];
  return [removed, reviewed, ...refused, ...(isQuiet(month) ? [t('transparency.quiet')] : [])];
}

/** Nothing happened, so the sentences are enough. */
function isQuiet({ bans, appeals, reviews, ...month }: TransparencyMonth): boolean {
  const { posts_removed, comments_removed, pictures_removed, posts_refused, undone } = month;
  const counts = [bans.timed, bans.for_good, appeals.granted, appeals.refused, reviews.count];
  const removed = [posts_removed.total, comments_removed.total, pictures_removed.total];
  return [...counts, ...removed, posts_refused, undone].every((count) => count === 0);
}

/** Rounded up: "within". */
function spell({ t, locale }: PageView, seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds < 60) return t('transparency.under_minute');
  const unit = seconds < 3600 ? 60 : seconds < 24 * 3600 ? 3600 : 24 * 3600;
  return formatDuration(Math.ceil(seconds / unit) * unit, locale);
}

/** Of all that was removed, the most frequent first. */
function listReasons(
  { t, locale }: PageView,
  { posts_removed, comments_removed, pictures_removed }: TransparencyMonth,
): Bar[] {
  const counts = new Map<TransparencyMonth['posts_removed']['reasons'][0]['reason'], number>();
  for (const { reasons } of [posts_removed, comments_removed, pictures_removed])
    for (const { reason, count } of reasons) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const most = sorted[0]?.[1] ?? 1;
  return sorted.map(([reason, count]) => ({
    name: t(`transparency.reason.${reason}`),
    value: formatNumber(count, locale),
    share: count / most,
  }));
}

type Row = {
  row:
    | 'posts'
    | 'comments'
    | 'pictures'
    | 'refused'
    | 'bans'
    | 'appeals'
    | 'undone'
    | 'reviews'
    | 'median'
    | 'p95';
  value: string;
  detail?: string | false;
};

function Numbers({ visit, month, name }: MonthProps & { name: string }) {
  const { t, locale } = visit;
  const { bans, appeals, reviews } = month;
  const number = (count: number) => formatNumber(count, locale);
  const banned = bans.timed + bans.for_good;
  const decided = appeals.granted + appeals.refused;
  const rows: Row[] = [
    { row: 'posts', value: number(month.posts_removed.total) },
    { row: 'comments', value: number(month.comments_removed.total) },
    { row: 'pictures', value: number(month.pictures_removed.total) },
    { row: 'refused', value: number(month.posts_refused) },
    {
      row: 'bans',
      value: number(banned),
      detail:
        banned > 0 &&
        t('transparency.row_bans_detail', {
          timed: number(bans.timed),
          for_good: number(bans.for_good),
        }),
    },
    {
      row: 'appeals',
      value: number(decided),
      detail:
        decided > 0 && t('transparency.row_appeals_detail', { granted: number(appeals.granted) }),
    },
    { row: 'undone', value: number(month.undone) },
    { row: 'reviews', value: number(reviews.count) },
  ];
  if (reviews.count > 0)
    rows.push(
      { row: 'median', value: spell(visit, reviews.median_seconds) },
      { row: 'p95', value: spell(visit, reviews.p95_seconds) },
    );
  return (
    <table class="table transparency-numbers">
      <caption class="visually-hidden">{t('transparency.numbers', { month: name })}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{t('transparency.what')}</th>
          <th scope="col">{t('transparency.number')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, value, detail }) => (
          <tr key={row}>
            <th scope="row">
              {t(`transparency.row_${row}`)}
              {detail ? <span class="meta"> {detail}</span> : null}
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
