import { expect, test } from 'vitest';
import { EXP_REASONS, levelsCrossed, nextLevelExp, TASKS } from './rules.ts';

test.each([
  [0, 1],
  [1, 200],
  [10_799, 10_800],
  [10_800, null],
  [1_000_000, null],
])('D34 after %i exp the next level begins at %j', (exp, next) => {
  expect(nextLevelExp(exp)).toBe(next);
});

test.each([
  [0, 0, []],
  [1, 199, []],
  [0, 1, [1]],
  [199, 500, [2, 3]],
  [0, 10_800, [1, 2, 3, 4, 5, 6]],
  [500, 0, []],
])('D41 from %i to %i exp the levels crossed are %j', (before, after, levels) => {
  expect(levelsCrossed(before, after)).toEqual(levels);
});

test('§8, D40 exp comes from check-ins, three tasks and energy given, besides what one begins with', () => {
  expect(TASKS).toEqual(['avatar', 'username', 'signature']);
  expect(EXP_REASONS).toEqual(['checkin', 'task', 'energize', 'opening']);
});
