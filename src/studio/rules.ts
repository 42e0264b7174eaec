/** SPEC §8, D46: the ranges of the trends, in days. */
export const TREND_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type TrendRange = keyof typeof TREND_DAYS;
