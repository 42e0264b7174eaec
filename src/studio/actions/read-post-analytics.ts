import type { Context, Viewer } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import { HOST_READS_MIN, type SourceName } from '../../reads/rules.ts';
import {
  DEPTH_STEPS,
  type DepthCounts,
  type Received,
  TREND_DAYS,
  type TrendRange,
} from '../rules.ts';
import {
  listChangeDays,
  listDepthDays,
  listFollowDays,
  listSourceReads,
} from '../store/post-analytics.ts';
import { type ComparedTrends, compareTrends } from './read-trends.ts';

export type PostDay = Received & {
  day: string;
  follows: number;
  measured: number;
  finished: number;
};
type PostEvent = 'published' | 'edited' | 'pinned';
/** `host` only for other sites; without one, the sum of those that are not named. */
export type SourceCount = { source: SourceName; host: string; reads: number };

export type PostAnalytics = Omit<ComparedTrends, 'days' | 'before'> & {
  days: PostDay[];
  before: Received & { follows: number };
  depth: DepthCounts;
  sources: SourceCount[];
  /** What happened to the post, by day. */
  events: Map<string, PostEvent[]>;
};

/** Everything about one own post in a range; the caller has found it to be the viewer's. */
export async function getPostAnalytics(
  ctx: Context,
  viewer: Viewer,
  post: { id: number; published_at: string | null },
  range: TrendRange,
): Promise<PostAnalytics> {
  const count = TREND_DAYS[range];
  const since = calendarDay(addDays(ctx.now(), 1 - count));
  const [trends, follows, depths, sources, changes] = await Promise.all([
    compareTrends(ctx, viewer, range, post.id),
    listFollowDays(ctx.db, post.id, startOf(calendarDay(addDays(ctx.now(), 1 - 2 * count)))),
    listDepthDays(ctx.db, post.id, since),
    listSourceReads(ctx.db, post.id, since),
    listChangeDays(ctx.db, post.id, startOf(since)),
  ]);
  const followsOn = new Map(follows.map((one) => [one.day, one.follows]));
  const depthOn = new Map(depths.map((one) => [one.day, one]));
  const before = follows
    .filter(({ day }) => day < since)
    .reduce((sum, one) => sum + one.follows, 0);
  return {
    range,
    days: trends.days.map((day) => ({
      ...day,
      follows: followsOn.get(day.day) ?? 0,
      measured: depthOn.get(day.day)?.measured ?? 0,
      finished: depthOn.get(day.day)?.finished ?? 0,
    })),
    before: { ...trends.before, follows: before },
    depth: sumDepths(depths),
    sources: nameSources(sources),
    events: collectEvents(post.published_at, changes),
  };
}

/** Midnight in Shanghai, which is UTC+8 all year. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

function sumDepths(depths: DepthCounts[]): DepthCounts {
  const sum = (step: keyof DepthCounts) => depths.reduce((total, day) => total + day[step], 0);
  const steps = ['measured', ...DEPTH_STEPS] as const;
  return Object.fromEntries(steps.map((step) => [step, sum(step)])) as DepthCounts;
}

/** D62: a host with few readers is added to those without a name. The most first, what is not known last. */
function nameSources(counts: SourceCount[]): SourceCount[] {
  const sources = new Map<string, SourceCount>();
  for (const { source, host, reads } of counts) {
    const shown = reads < HOST_READS_MIN ? '' : host;
    const known = sources.get(`${source} ${shown}`)?.reads ?? 0;
    sources.set(`${source} ${shown}`, { source, host: shown, reads: known + reads });
  }
  const isUnknown = ({ source }: SourceCount) => Number(source === 'unknown');
  return [...sources.values()].sort(
    (one, other) => isUnknown(one) - isUnknown(other) || other.reads - one.reads,
  );
}

function collectEvents(
  published_at: string | null,
  changes: { day: string; kind: 'edited' | 'pinned' }[],
): Map<string, PostEvent[]> {
  const events = new Map<string, PostEvent[]>();
  const add = (day: string, event: PostEvent) =>
    events.set(day, [...(events.get(day) ?? []), event]);
  const publishedOn = published_at && calendarDay(new Date(published_at));
  if (publishedOn) add(publishedOn, 'published');
  for (const { day, kind } of changes) if (kind !== 'edited' || day !== publishedOn) add(day, kind);
  return events;
}
