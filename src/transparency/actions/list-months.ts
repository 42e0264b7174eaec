import type { Context } from '../../context.ts';
import { addMonths, calendarDay } from '../../platform/clock.ts';
import type { ReadVersions } from '../../platform/http/page-cache/response.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Refusal } from '../../refusals.ts';
import {
  type Category,
  type Count,
  CURRENT_SECONDS,
  monthOf,
  type Removal,
  rangeOf,
} from '../rules.ts';
import { Month, type Removed, type TransparencyMonth } from '../schema.ts';
import * as store from '../store/months.ts';
import { findOpenMonth } from './close-months.ts';

/** So many months are counted for visitors if no worker has stored them; earlier ones wait for it. */
const COUNTED_MAX = 2;

/** The months, the newest first: those that are stored, and before them those that are not over. */
export async function listMonths(
  ctx: Context,
  request: PageRequest,
): Promise<Page<TransparencyMonth>> {
  if (!(await ctx.site.load()).transparency) throw new Refusal('not_found');
  const { limit, after } = readPage(Month, request);
  const open = after === undefined ? await listOpenMonths(ctx) : [];
  const counts = await store.listCounts(ctx.db, { before: after, limit: limit + 1 });
  const closed = Map.groupBy(counts, ({ month }) => month);
  const months = [
    ...open.filter(({ month }) => !closed.has(month)),
    ...[...closed].map(([month, of]) => present(month, of, true)),
  ];
  return toPage(
    months,
    limit,
    ({ month }) => month,
    (month) => month,
  );
}

/** Pages are rendered again after this time at the latest; a change of the site's settings drops them at once. */
export const versionsOfMonths: ReadVersions = async (ctx, requests) => {
  const own = String(Math.floor(ctx.now().getTime() / (CURRENT_SECONDS * 1000)));
  return requests.map(() => ({ own, shown: '' }));
};

type Counted = { at: number; months: Promise<TransparencyMonth[]> };
const counted = new WeakMap<Context['site'], Counted>();

/** Counted once in a while and process, however many visitors ask. */
function listOpenMonths(ctx: Context): Promise<TransparencyMonth[]> {
  const now = ctx.now().getTime();
  const known = counted.get(ctx.site);
  if (known && Math.abs(now - known.at) < CURRENT_SECONDS * 1000) return known.months;
  const months = countOpenMonths(ctx);
  counted.set(ctx.site, { at: now, months });
  months.catch(() => counted.delete(ctx.site));
  return months;
}

async function countOpenMonths(ctx: Context): Promise<TransparencyMonth[]> {
  const months: TransparencyMonth[] = [];
  const current = monthOf(calendarDay(ctx.now()));
  let month = (await findOpenMonth(ctx)) ?? current;
  const oldest = addMonths(current, 1 - COUNTED_MAX);
  if (month < oldest) month = oldest;
  for (; month <= current; month = addMonths(month, 1)) {
    const counts = await store.countRange(ctx.db, rangeOf(month));
    months.unshift(present(month, counts, false));
  }
  return months;
}

function present(
  month: string,
  counts: Omit<Count, 'month'>[],
  complete: boolean,
): TransparencyMonth {
  const find = (kind: string, category = '') =>
    counts.find((one) => one.kind === kind && one.category === category)?.amount;
  const get = (kind: string, category?: string) => find(kind, category) ?? 0;
  return {
    month,
    complete,
    posts_removed: removedOf(counts, 'post_removed'),
    comments_removed: removedOf(counts, 'comment_removed'),
    pictures_removed: removedOf(counts, 'picture_removed'),
    posts_refused: get('post_refused'),
    bans: { timed: get('ban', 'timed'), for_good: get('ban', 'for_good') },
    appeals: { granted: get('appeal', 'granted'), refused: get('appeal', 'refused') },
    undone: get('undone'),
    reviews: {
      count: get('review', 'count'),
      median_seconds: find('review', 'median') ?? null,
      p95_seconds: find('review', 'p95') ?? null,
    },
  };
}

function removedOf(counts: Omit<Count, 'month'>[], kind: Removal): Removed {
  const reasons = counts
    .filter((one) => one.kind === kind)
    .map(({ category, amount }) => ({ reason: category as Category, count: amount }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  return { total: reasons.reduce((sum, { count }) => sum + count, 0), reasons };
}
