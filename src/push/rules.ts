import { addDays } from '../platform/clock.ts';
import { retriesAfter } from '../platform/jobs/retries.ts';

/** Categories of notifications (D44) that come as they happen. Likes, energy and new posts are collected by day. */
export const PUSH_GROUPS = ['comment', 'mention', 'follow', 'system'] as const;
export type PushGroup = (typeof PUSH_GROUPS)[number];

/** A push service keeps it this long for a browser that is not reachable; older ones are not sent any more. */
export const TTL_SECONDS = 24 * 3600;
/** Longer than an attempt can take: the worker that began it is gone. */
export const LEASE_SECONDS = 60;
/** How much of a sentence a notification shows. */
export const BODY_MAX = 240;

const MINUTE = 60;
/** The pause after each failed attempt. After the last one the message is given up. */
const PAUSES_SECONDS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];
export const ATTEMPTS_MAX = PAUSES_SECONDS.length + 1;
const FAILING_DAYS = 7;
export const nextAttempt = retriesAfter(PAUSES_SECONDS, 0.2);

export type Outcome = 'sent' | 'gone' | 'refused' | 'retry';

/** The status that a push service returned (RFC 8030); null: nothing in time. A redirect is not followed. */
export function judgeStatus(status: number | null): Outcome {
  if (status === null || status === 429 || status >= 500) return 'retry';
  if (status === 404 || status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'sent' : 'refused';
}

/** A week without a single success: nobody is there. */
export function isAbandoned(failing_since: Date | null, now: Date): boolean {
  return failing_since !== null && addDays(failing_since, FAILING_DAYS) <= now;
}
