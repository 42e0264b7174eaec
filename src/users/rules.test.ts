import { expect, test } from 'vitest';
import { levelOf, normalizeEmail } from './rules.ts';

test.each([' Ann@Example.ORG ', 'ann@example.org', 'ＡＮＮ@example.org'])(
  'D10 %j is one account with ann@example.org',
  (email) => {
    expect(normalizeEmail(email)).toBe('ann@example.org');
  },
);

test.each([
  [0, 0],
  [1, 1],
  [199, 1],
  [200, 2],
  [499, 2],
  [500, 3],
  [1499, 3],
  [1500, 4],
  [4499, 4],
  [4500, 5],
  [10_799, 5],
  [10_800, 6],
  [1_000_000, 6],
])('D34 %i exp is level %i', (exp, level) => {
  expect(levelOf(exp)).toBe(level);
});
