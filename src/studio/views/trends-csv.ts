import { calendarDay } from '../../platform/clock.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { ComparedPost } from '../actions/compare-posts.ts';
import type { PostDay } from '../actions/read-post-analytics.ts';
import type { Trends } from '../schema.ts';
import { toCsv } from './csv.ts';
import { COUNTS } from './post-counts.tsx';
import { countName } from './trend-chart.tsx';

export function trendsAsCsv(visit: PageView, days: Trends['days']): string {
  const head = [visit.t('studio.day'), ...COUNTS.map((count) => countName(visit, count))];
  return toCsv([head, ...days.map((day) => [day.day, ...COUNTS.map((count) => day[count])])]);
}

const POST_COUNTS = [...COUNTS, 'follows'] as const;

/** The days of one post. */
export function postAsCsv(visit: PageView, days: PostDay[]): string {
  const { t } = visit;
  const names = POST_COUNTS.map((count) => countName(visit, count));
  const head = [t('studio.day'), ...names, t('analytics.measured'), t('analytics.finished_reads')];
  const rows = days.map((day) => [
    day.day,
    ...POST_COUNTS.map((count) => day[count]),
    ...[day.measured, day.finished],
  ]);
  return toCsv([head, ...rows]);
}

/** One line per post, newest first. */
export function comparisonAsCsv(visit: PageView, posts: ComparedPost[]): string {
  const { t } = visit;
  const names = POST_COUNTS.map((count) => countName(visit, count));
  const head = [
    ...['id', t('analytics.post'), t('analytics.published'), ...names],
    ...[t('analytics.measured'), t('analytics.finished_reads')],
  ];
  const rows = posts.map((post) => [
    ...[post.id, post.title, calendarDay(new Date(post.published_at))],
    ...POST_COUNTS.map((count) => post[count]),
    ...[post.measured, post.finished],
  ]);
  return toCsv([head, ...rows]);
}
