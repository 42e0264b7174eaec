import { expect, test } from 'vitest';
import { assertTimeBudget, CONNECTION_MS, KEEP_ALIVE_MS, TIME_BUDGET } from './time-budget.ts';

test('ASVS 13.1.2, 13.2.6 every timeout is shorter than the one around it', () => {
  expect(() => assertTimeBudget()).not.toThrow();
  expect(CONNECTION_MS).toBeGreaterThan(TIME_BUDGET.proxy);
  expect(KEEP_ALIVE_MS).toBeGreaterThan(60_000);
});

test('ASVS 13.1.2 a timeout that exceeds the one around it stops the start', () => {
  expect(() => assertTimeBudget({ transaction: 4000, statement: 4000 })).toThrow(
    'statement (4000 ms) must be shorter than transaction (4000 ms)',
  );
});
