import type { Attempt, Outcome } from './history.ts';

/**
 * The meaning of one attempt by itself. `done`: it has its effect. `refused`: it was processed and has none. `rejected`: it never
 * reached the operation, and reveals nothing about an earlier attempt. `open`: it may or may not have had its effect.
 */
export type Reading = 'done' | 'refused' | 'rejected' | 'open';

/** Refused before the idempotency key is looked up. */
const BEFORE_THE_KEY = new Set(['unauthenticated', 'login_required', 'banned', 'rate_limited']);

export function readAttempt({ status, code, tries }: Attempt): Reading {
  if (status >= 200 && status < 300) return 'done';
  // The proxy retries some requests itself: then the last response is not the only one.
  if (code === 'overloaded') return tries > 1 ? 'open' : 'rejected';
  if (code === 'request_in_progress' || status === 0 || status >= 500) return 'open';
  if (BEFORE_THE_KEY.has(code)) return 'rejected';
  return 'refused';
}

/**
 * A refusal is not stored, so it is final only if no earlier attempt is open: an open one could still succeed after it. When
 * everything is at rest, none is in progress.
 */
export function judgeOutcome(attempts: Attempt[], atRest = false): Outcome {
  const readings = attempts.map(readAttempt);
  if (readings.includes('done')) return 'ok';
  if (atRest && readings.at(-1) === 'refused') return 'refused';
  return readings.includes('open') ? 'unknown' : 'refused';
}

/** An error for a client: no response, or a 5xx. */
export function isError({ status }: Attempt): boolean {
  return status === 0 || status >= 500;
}
