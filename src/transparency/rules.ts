import { RULE_NAMES } from '../automatic-rules/rules.ts';
import { addMonths, addSeconds, startOfDay } from '../platform/clock.ts';
import { REPORT_REASONS } from '../reports/rules.ts';
import { UNDO_MINUTES } from '../staff-log/rules.ts';

/** After the hour of undo, until transactions of that hour have certainly ended. */
const CLOSES_AFTER_MINUTES = UNDO_MINUTES + 10;
/** For as long visitors read the same numbers of the month that has not ended. */
export const CURRENT_SECONDS = 300;
export const MONTHS_PER_PAGE = 12;

/** What is taken away from readers. */
export type Removal = 'post_removed' | 'comment_removed' | 'picture_removed';
/** What a decision on a report did. */
export type Effect = Removal | 'post_refused' | 'ban' | 'none';

/** Why: what members reported, which rule held it, or the staff by itself, with or without a reason for the author. */
export const CATEGORIES = [...REPORT_REASONS, 'words', ...RULE_NAMES, 'staff', 'none'] as const;
export type Category = (typeof CATEGORIES)[number];

/** One number of a month. */
export type Count = { month: string; kind: string; category: string; amount: number };

/** `2026-11` */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function rangeOf(month: string): { from: Date; until: Date } {
  return { from: startOfDay(`${month}-01`), until: startOfDay(`${addMonths(month, 1)}-01`) };
}

/** Whether nothing of the month can be undone any more. */
export function isClosed(month: string, now: Date): boolean {
  return now >= addSeconds(rangeOf(month).until, CLOSES_AFTER_MINUTES * 60);
}
