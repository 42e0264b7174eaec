import { addSeconds } from '../platform/clock.ts';
import { retriesAfter } from '../platform/jobs/retries.ts';

export const EVENTS = [
  'post.published',
  'post.updated',
  'post.hidden',
  'comment.created',
  'member.joined',
  'report.created',
] as const;
export type WebhookEvent = (typeof EVENTS)[number];

export const WEBHOOKS_MAX = 10;
/** After a rotation both secrets sign for this long. */
export const ROTATION_HOURS = 24;
/** How long the log has a delivery after its end. */
export const LOG_DAYS = 30;
/** Longer than an attempt can take: the worker that began it is gone. */
export const LEASE_SECONDS = 60;
/** An endpoint that fails so often in a row is left alone for a while, so that an outage uses up few attempts. */
export const FAILURES_IN_A_ROW = 5;
export const PAUSE_MS = 30_000;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The pause after each failed attempt, three days together. After the last one the delivery is given up. */
const PAUSES_SECONDS = [
  ...[5, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 21 * HOUR],
];
export const ATTEMPTS_MAX = PAUSES_SECONDS.length + 1;
const FAILING_SECONDS = 72 * HOUR;
export const nextAttempt = retriesAfter(PAUSES_SECONDS, 0.1);

export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}

type Failure = { status: number | null; is_given_up: boolean; failing_since: Date; now: Date };

/** 410: the receiver wants no more. Three days without a single success: nobody is there. */
export function reasonToDisable(failure: Failure): 'gone' | 'failing' | undefined {
  if (failure.status === 410) return 'gone';
  const isLong = addSeconds(failure.failing_since, FAILING_SECONDS) <= failure.now;
  return failure.is_given_up && isLong ? 'failing' : undefined;
}
