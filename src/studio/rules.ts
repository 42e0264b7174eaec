import type { Received as ReceivedByPost } from '../posts/rules.ts';

/** What an author's posts received. Reads are no part of a hot score. */
export type Received = ReceivedByPost & { reads: number };

/** SPEC §8, D46: the ranges of the trends, in days. */
export const TREND_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type TrendRange = keyof typeof TREND_DAYS;
