import { expect, test } from 'vitest';
import { TREND_DAYS } from './rules.ts';

test('§8 Trend ranges, D46 the ranges of the trends are 7, 30 and 90 days', () => {
  expect(TREND_DAYS).toEqual({ '7d': 7, '30d': 30, '90d': 90 });
});
