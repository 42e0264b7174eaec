import { expect, test } from 'vitest';
import { isUnavailable } from './errors.ts';

/** What PostgreSQL and Citus report, with their codes. */
const reported = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['08006', 'connection failure', true],
  // Of a lost worker; an internal error has the same code.
  ['XX000', 'failure on connection marked as essential: 10.0.0.2:5432', true],
  ['XX000', 'could not create distributed plan', false],
  ['23505', 'duplicate key value violates unique constraint', false],
])('%s: %s: unavailable is %s', (code, message, expected) => {
  expect(isUnavailable(reported(code, message))).toBe(expected);
});
