import { addSeconds } from '../platform/clock.ts';

const MINUTE = 60;
const DAY = 24 * 3600;

/** D11 */
export const ACCESS_SECONDS = 30 * MINUTE;
export const IDLE_SECONDS = 14 * DAY;
export const ABSOLUTE_SECONDS = 30 * DAY;
export const MAX_SESSIONS = 20;
const REPLAY_SECONDS = 10;
const UNSEEN_REPLAY_SECONDS = 120;
/** Accepts requests that were in flight when another tab rotated the tokens. */
export const PARENT_ACCESS_SECONDS = 60;
/** D12 */
export const TOUCH_SECONDS = 60;
/** D10 */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** D15 */
export const RESTORE_DAYS = 30;
export const RESTORE_TOKEN_SECONDS = 10 * MINUTE;
/** D64: sensitive changes ask again after this. */
const CONFIRMED_SECONDS = 15 * MINUTE;
/** How long the address and browser of an ended session are stored. */
export const ENDED_SESSION_DAYS = 90;

type Generations = {
  generation: number;
  child_seen: boolean;
  rotated_at: Date;
  access_expires_at: Date;
  parent_access_expires_at: Date | null;
};

/**
 * Decides what a genuine refresh token of some generation does. The newest rotates. Its direct parent gets the
 * same child again for a few seconds (tabs racing each other) or while that child is unused (its response
 * was lost). Any older token was used long ago, so it is a stolen copy.
 */
export function decideRefresh(
  session: Generations,
  presented: number,
  now: Date,
): 'rotate' | 'repeat' | 'reuse' {
  if (presented === session.generation) return 'rotate';
  if (presented !== session.generation - 1) return 'reuse';
  const grace = session.child_seen ? REPLAY_SECONDS : UNSEEN_REPLAY_SECONDS;
  return now <= addSeconds(session.rotated_at, grace) ? 'repeat' : 'reuse';
}

export function isAccessCurrent(
  session: Pick<Generations, 'generation' | 'access_expires_at' | 'parent_access_expires_at'>,
  presented: number,
  now: Date,
): boolean {
  if (presented === session.generation) return now < session.access_expires_at;
  if (presented !== session.generation - 1 || !session.parent_access_expires_at) return false;
  return now < session.parent_access_expires_at;
}

export function isAlive(
  session: { ended_at: Date | null; idle_expires_at: Date; absolute_expires_at: Date },
  now: Date,
): boolean {
  return (
    session.ended_at === null && now < session.idle_expires_at && now < session.absolute_expires_at
  );
}

/** D64. Null: the session is older than this rule. */
export function isRecentlyConfirmed(confirmedAt: Date | null | undefined, now: Date): boolean {
  return Boolean(confirmedAt) && now < addSeconds(confirmedAt as Date, CONFIRMED_SECONDS);
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
