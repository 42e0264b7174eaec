import type { Context, Viewer } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import { type Received, TREND_DAYS, type TrendRange } from '../rules.ts';
import type { StudioOverview, Trends } from '../schema.ts';
import { sumDays, sumPosts } from '../store/figures.ts';

/** SPEC §4: what the caller has written, and what it was given. */
export async function getOverview(ctx: Context, viewer: Viewer): Promise<StudioOverview> {
  const now = ctx.now();
  const yesterday = calendarDay(addDays(now, -1));
  const [totals, receivedOn] = await Promise.all([
    sumPosts(ctx.db, viewer.uid),
    readDays(ctx, viewer, yesterday),
  ]);
  const { total, draft, pending, approved, rejected, locked, followers, ...received } = totals;
  return {
    posts: { total, draft, pending, approved, rejected, locked },
    received,
    today: receivedOn(calendarDay(now)),
    yesterday: receivedOn(yesterday),
    follower_count: followers,
  };
}

/** D46: as many points as days, whatever they brought, today last. */
export async function getTrends(ctx: Context, viewer: Viewer, range: TrendRange): Promise<Trends> {
  const now = ctx.now();
  const count = TREND_DAYS[range];
  const dayAt = (index: number) => calendarDay(addDays(now, index + 1 - count));
  const receivedOn = await readDays(ctx, viewer, dayAt(0));
  const days = Array.from({ length: count }, (_, index) => dayAt(index));
  return { range, days: days.map((day) => ({ day, ...receivedOn(day) })) };
}

async function readDays(ctx: Context, viewer: Viewer, since: string) {
  const found = new Map<string, Received>();
  for (const { day, ...received } of await sumDays(ctx.db, viewer.uid, since)) {
    found.set(day, received);
  }
  return (day: string): Received =>
    found.get(day) ?? { likes: 0, comments: 0, favorites: 0, energy: 0 };
}
