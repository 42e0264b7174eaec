import { expect, test } from 'vitest';
import { SHARD_KEYS } from '../../src/cli/distribution/shard-keys.ts';
import { growthOf, loadOf, yearsUntilFull } from './arithmetic.ts';
import { ROWS_A_DAY } from './assumptions.ts';
import { readCosts } from './costs.ts';
import { amount } from './format.ts';
import { readRowSizes } from './row-sizes.ts';

const REPORT = `# Performance

## What a call costs

| Operation | Web | PostgreSQL | Calls per CPU-second |
| --- | --- | --- | --- |
| the post page, logged in | 1234 | 567 | 810 |
| check-in, each member once | not run |  |  |

## Two web processes

| comment, random posts | 1 | 2 | 3 |
`;

test('only measured costs replace the assumptions', () => {
  const costs = readCosts(REPORT);
  expect(costs.post_for_member).toMatchObject({
    source: 'measured',
    cost: { web: 1234, database: 567 },
  });
  expect(costs.check_in.source).toBe('assumed');
  expect(costs.comment.source).toBe('assumed');
  expect(readCosts('').post_for_member.source).toBe('assumed');
});

test('ten times the members take ten times the cores, and a replica takes some of them off the primary', () => {
  const costs = readCosts('');
  const [one, ten] = [loadOf(1_000_000, costs), loadOf(10_000_000, costs)];
  expect(ten.web_cores / one.web_cores).toBeCloseTo(10);
  expect(one.primary_cores).toBeLessThan(one.database_cores);
});

test('every table that grows per day exists, and its row size was measured', () => {
  expect(Object.keys(SHARD_KEYS)).toEqual(expect.arrayContaining(Object.keys(ROWS_A_DAY)));
  const growth = growthOf(readRowSizes());
  for (const { table, bytes } of growth) expect(bytes, table).toBeGreaterThan(0);
  expect(growth.map(({ bytes }) => bytes)).toEqual(
    growth.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
  );
});

test('distributed tables leave the primary more time', () => {
  const sizes = readRowSizes();
  const whole = yearsUntilFull(10_000_000, sizes, []);
  expect(yearsUntilFull(10_000_000, sizes, ['post_reaction'])).toBeGreaterThan(whole);
});

test.each([
  [0, '0'],
  [1234, '1 200'],
  [0.0654, '0.065'],
  [96.4, '96'],
  [7.71, '7.7'],
])('%d is written with two digits that mean something', (number, written) => {
  expect(amount(number)).toBe(written);
});
