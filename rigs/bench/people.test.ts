import { expect, test } from 'vitest';
import { FULL_SIZE, timesAsLarge } from './data-set.ts';
import { inParts, peopleOf, uidsOf } from './people.ts';

test.each([
  [1, 'both'],
  [0.06, 'both'],
  [0.1, 'ours'],
] as const)('no member has two tasks, in a set of %s for %s', (times, sides) => {
  const size = timesAsLarge(FULL_SIZE, times);
  const everybody = Object.values(peopleOf(size, sides)).flatMap(uidsOf);
  expect(new Set(everybody).size).toBe(everybody.length);
  expect(Math.max(...everybody)).toBeLessThanOrEqual(size.members);
  expect(everybody.length).toBeGreaterThan(size.members * 0.95);
});

test('parts of a range do not overlap, and their number is limited', () => {
  const next = inParts({ first: 11, count: 7 }, 3);
  expect([next(), next(), next()].flatMap(uidsOf)).toEqual([11, 12, 13, 14, 15, 16]);
  expect(next).toThrow('no members left');
});
