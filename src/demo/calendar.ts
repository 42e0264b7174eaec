import { addDays, calendarDay, startOfDay } from '../platform/clock.ts';

/** Nothing happens at night. Both in hours. */
const DAY_STARTS = 6.6;
const DAY_LENGTH = 17.2;
const HOUR_MS = 3_600_000;

/**
 * Times in the plan are numbers of days: -3 is the start of the day three days ago, -2.5 its middle, 0.5 the middle
 * of today, and 1 is now. They map to calendar days, so one check-in per day of the plan is one per calendar day,
 * at whatever hour the demo is created.
 */
export function createCalendar(now: Date): (when: number) => Date {
  const starts = new Map<number, number>();
  const startOf = (daysAgo: number) => {
    const start = starts.get(daysAgo) ?? startOfDay(calendarDay(addDays(now, -daysAgo))).getTime();
    starts.set(daysAgo, start);
    return start;
  };
  return (when) => {
    const daysAgo = -Math.floor(when);
    const part = when + daysAgo;
    const start = startOf(daysAgo);
    const morning = start + DAY_STARTS * HOUR_MS;
    if (daysAgo > 0) return new Date(morning + DAY_LENGTH * HOUR_MS * part);
    // Created at night, the demo has only the hours since midnight for today.
    const first = now.getTime() > morning + HOUR_MS ? morning : start;
    return new Date(first + (now.getTime() - first) * part);
  };
}

/** Adds days, but stays before now: a later time falls at `share` (0 to 1) of the time that is left. */
export function addDelay(when: number, delay: number, share: number): number {
  const target = when + delay;
  return target < 0.98 ? target : when + (1 - when) * (0.1 + 0.8 * share);
}
