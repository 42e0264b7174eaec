import type { Verdict } from '../../src/integrity/actions.ts';

/** The checks that found differences. */
export function findDifferences(verdict: Verdict) {
  return verdict.checks
    .filter((check) => check.total > 0)
    .map(({ name, total, differences }) => ({ name, total, differences }));
}
