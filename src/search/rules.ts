export const SEARCH_TYPES = ['posts', 'people', 'tags'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const SEARCH_PERIODS = ['day', 'week', 'month', 'year'] as const;
export type SearchPeriod = (typeof SEARCH_PERIODS)[number];

export const SEARCH_ORDERS = ['relevance', 'newest'] as const;

/** How many of the newest matches are ranked. */
export const RANKED_MAX = 300;

const DAY_MS = 86_400_000;
const PERIOD_DAYS: Record<SearchPeriod, number> = { day: 1, week: 7, month: 30, year: 365 };
/** After so many days a post counts half. */
const HALF_AGE_DAYS = 730;

export function startOfPeriod(period: SearchPeriod | undefined, now: Date): Date | undefined {
  return period && new Date(now.getTime() - PERIOD_DAYS[period] * DAY_MS);
}

/** How well the words match counts most; what readers gave lifts a post a little, and age lowers it slowly. */
export function scoreOf(
  { published_at, counted }: { published_at: Date; counted: number },
  rank: number,
  now: Date,
): number {
  const days = Math.max((now.getTime() - published_at.getTime()) / DAY_MS, 0);
  const liked = 1 + Math.log10(1 + Math.max(counted, 0)) / 4;
  const score = (0.01 + rank) * liked * (HALF_AGE_DAYS / (HALF_AGE_DAYS + days));
  return Number(score.toPrecision(12));
}

export const NAME_LIMITS = {
  /** Names that are considered of each kind of match. */
  candidates: 200,
  /** Three characters begin few names; this bounds the rest. */
  range: 2_000,
  /** More public posts of a member than this are not counted. */
  postsCounted: 1_000,
};
