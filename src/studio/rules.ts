import type { Received as ReceivedByPost } from '../posts/rules.ts';

/** What an author's posts received. Reads are no part of a hot score. */
export type Received = ReceivedByPost & { reads: number };

/** SPEC §8, D46: the ranges of the trends, in days. */
export const TREND_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type TrendRange = keyof typeof TREND_DAYS;

/** How many readers reported how far they came, and how many of them reached each part of the text. */
export const DEPTH_STEPS = ['quarter', 'half', 'three_quarters', 'finished'] as const;
type DepthStep = (typeof DEPTH_STEPS)[number];
export type DepthCounts = Record<'measured' | DepthStep, number>;

/** A post beside others. `follows`: made on its page and not undone. */
export type Compared = Received & { measured: number; finished: number; follows: number };

export const COMPARED_BY = [
  'published',
  'reads',
  'finished',
  'energy',
  'likes',
  'comments',
  'favorites',
  'follows',
] as const;
export type ComparedBy = (typeof COMPARED_BY)[number];
/** Posts on the page of the comparison; the file has more. */
export const COMPARED_MAX = 100;
export const COMPARED_FILE_MAX = 10_000;
/** The first days of a post, in which old and new posts are compared fairly. */
export const FIRST_DAYS = 7;
/** With fewer readers, a share of them means nothing. */
export const SHARE_MIN = 5;

/** Of those who reported how far they came, how many reached the end, in percent; null if too few did. */
export function finishedShare({ measured, finished }: Pick<Compared, 'measured' | 'finished'>) {
  return measured < SHARE_MIN ? null : Math.round((100 * finished) / measured);
}

/** An author who opens the overview after this time begins a new visit. */
export const VISIT_GAP_SECONDS = 30 * 60;
/** What changed is summed over at most so many days. */
export const CHANGES_DAYS = 90;
/** Counted up to this. */
export const NEW_FOLLOWERS_MAX = 1000;
/** Decisions about posts that are listed. */
export const DECISIONS_SHOWN = 5;
