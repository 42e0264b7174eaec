import type { Context, Viewer } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { PostStatus } from '../../posts/rules.ts';
import { type Received, TREND_DAYS, type TrendRange } from '../rules.ts';
import type { StudioOverview, Trends } from '../schema.ts';
import { countPosts, listPostDays, sumDays, sumPosts } from '../store/trends.ts';

/** SPEC §4: the caller's posts by status, and what they received. */
export async function getOverview(ctx: Context, viewer: Viewer): Promise<StudioOverview> {
  const now = ctx.now();
  const [today, yesterday] = [calendarDay(now), calendarDay(addDays(now, -1))];
  const [totals, receivedOn] = await Promise.all([
    sumPosts(ctx.db, viewer.uid),
    readDays(ctx, viewer, [yesterday, today]),
  ]);
  const { total, draft, pending, approved, rejected, locked, followers, ...received } = totals;
  return {
    posts: { total, draft, pending, approved, rejected, locked },
    received,
    today: receivedOn(today),
    yesterday: receivedOn(yesterday),
    follower_count: followers,
  };
}

/** The same numbers of posts without what they received: for tabs, and to know whether there is anything to show. */
export async function getPostCounts(
  ctx: Context,
  viewer: Viewer,
): Promise<StudioOverview['posts']> {
  const counts = await countPosts(ctx.db, viewer.uid);
  const of = (status: PostStatus) => counts.get(status) ?? 0;
  return {
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    draft: of('draft'),
    pending: of('pending'),
    approved: of('approved'),
    rejected: of('rejected'),
    locked: of('locked'),
  };
}

/** D46: one point for every day, today last. */
export async function getTrends(ctx: Context, viewer: Viewer, range: TrendRange): Promise<Trends> {
  return { range, days: await listDays(ctx, viewer, TREND_DAYS[range]) };
}

export type ComparedTrends = Trends & { before: Received };

/** The same with the total of as many days before, to compare with; of one post or of all. */
export async function compareTrends(
  ctx: Context,
  viewer: Viewer,
  range: TrendRange,
  post?: number,
): Promise<ComparedTrends> {
  const count = TREND_DAYS[range];
  const days = await listDays(ctx, viewer, 2 * count, post);
  return { range, days: days.slice(count), before: sumReceived(days.slice(0, count)) };
}

async function listDays(
  ctx: Context,
  viewer: Viewer,
  count: number,
  post?: number,
): Promise<(Received & { day: string })[]> {
  const now = ctx.now();
  const days = Array.from({ length: count }, (_, index) =>
    calendarDay(addDays(now, index + 1 - count)),
  );
  const receivedOn = await readDays(ctx, viewer, days, post);
  return days.map((day) => ({ day, ...receivedOn(day) }));
}

function sumReceived(days: Received[]): Received {
  const sum = (name: keyof Received) => days.reduce((total, day) => total + day[name], 0);
  return {
    reads: sum('reads'),
    likes: sum('likes'),
    comments: sum('comments'),
    favorites: sum('favorites'),
    energy: sum('energy'),
  };
}

const NOTHING: Received = { reads: 0, likes: 0, comments: 0, favorites: 0, energy: 0 };

async function readDays(ctx: Context, { uid }: Viewer, days: string[], post?: number) {
  const rows =
    post === undefined
      ? await sumDays(ctx.db, uid, days[0] ?? '')
      : await listPostDays(ctx.db, { uid, id: post }, days);
  const byDay = new Map<string, Received>();
  for (const { day, ...received } of rows) byDay.set(day, received);
  return (day: string): Received => byDay.get(day) ?? NOTHING;
}
