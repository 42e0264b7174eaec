import { addDays, readTime } from '../platform/clock.ts';

/** D68: the lengths that the pages offer. */
export const BAN_DAYS = [1, 3, 7, 30] as const;
export const BAN_DAYS_MAX = 3650;
export const APPEAL_MAX = 1000;

/** Of a ban: at its time, by the staff, by an accepted appeal, by another ban, or because it was undone. */
export type EndedBy = 'time' | 'staff' | 'appeal' | 'replaced' | 'undo';
/** `lapsed`: the ban ended before the staff decided. */
export type AppealOutcome = 'accepted' | 'refused' | 'lapsed';

/** What an undo of a decision about bans needs: the ban that it started, and the one that it ended. */
export type BanUndo = { started?: number; ended?: number };

export type BanLength = { days?: number | undefined; until?: string | undefined };

/** Null: for good. Undefined: no time, or one that has passed or is too far ahead. */
export function endOfBan(
  { days, until }: BanLength,
  now: Date,
  zone?: string,
): Date | null | undefined {
  if (until === undefined) return days === undefined ? null : addDays(now, days);
  const time = readTime(until, zone);
  return time && time > now && time <= addDays(now, BAN_DAYS_MAX) ? time : undefined;
}

/** Once per ban. */
export function canAppeal(ban: { ended_at: Date | null; appealed_at: Date | null }): boolean {
  return ban.ended_at === null && ban.appealed_at === null;
}
