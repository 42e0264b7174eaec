import { expect, test } from 'vitest';
import { BRIGHTEST, glowOf, leastEnergyOf } from './glow.ts';

test.each([
  [-2, 0],
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
  [8, 2],
  [9, 3],
  [26, 3],
  [27, 4],
  [80, 4],
  [81, 5],
  [242, 5],
  [243, 6],
  [1_000_000, 6],
])('a post with %i energy glows in step %i', (energy, glow) => {
  expect(glowOf(energy)).toBe(glow);
});

test('each step begins where the one before ends', () => {
  for (let glow = 1; glow <= BRIGHTEST; glow++) {
    expect([glowOf(leastEnergyOf(glow) - 1), glowOf(leastEnergyOf(glow))]).toEqual([
      glow - 1,
      glow,
    ]);
  }
});
