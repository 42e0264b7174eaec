import type { Attempt, Outcome } from './history.ts';

/**
 * What one sending says by itself.
 * `done`: it has its effect. `refused`: it was looked at and has none. `turned away`: this sending never got as
 * far as the operation, and says nothing of an earlier one. `open`: it may or may not have had its effect.
 */
export type Reading = 'done' | 'refused' | 'rejected' | 'open';

/** Said at the endpoint, before the key is looked up. */
const BEFORE_THE_KEY = new Set(['unauthenticated', 'login_required', 'banned', 'rate_limited']);

export function readAttempt({ status, code, tries }: Attempt): Reading {
  if (status >= 200 && status < 300) return 'done';
  // The proxy may send some requests again by itself: then the last response is not the only one.
  if (code === 'overloaded') return tries > 1 ? 'open' : 'rejected';
  if (code === 'request_in_progress' || status === 0 || status >= 500) return 'open';
  if (BEFORE_THE_KEY.has(code)) return 'rejected';
  return 'refused';
}

/**
 * A refusal is not stored, so it is final only where no earlier sending is open: one that still waits somewhere
 * could go through after it. Once everything has come to rest nothing waits any more.
 */
export function judgeOutcome(attempts: Attempt[], atRest = false): Outcome {
  const readings = attempts.map(readAttempt);
  if (readings.includes('done')) return 'ok';
  if (atRest && readings.at(-1) === 'refused') return 'refused';
  return readings.includes('open') ? 'unknown' : 'refused';
}

/** What a client takes for an error: no response, or one that says the site could not. */
export function isError({ status }: Attempt): boolean {
  return status === 0 || status >= 500;
}
