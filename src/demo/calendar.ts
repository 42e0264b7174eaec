import { addDays, calendarDay, startOfDay } from '../platform/clock.ts';

/** In hours of the day: nobody is about at night. */
const MORNING = 6.6;
const AWAKE = 17.2;
const HOUR_MS = 3_600_000;

/**
 * Places on the demo's line of time are numbers: 0.5 is in the middle of today, -3.5 in the middle of the day
 * three days ago, and 1 is the end of today, which is now. By calendar days, so that whoever checks in once a
 * day in the plan does so on the calendar, at whatever hour the demo is made.
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
    const morning = start + MORNING * HOUR_MS;
    if (daysAgo > 0) return new Date(morning + AWAKE * HOUR_MS * part);
    // Made before anybody is up, today has only its night.
    const first = now.getTime() > morning + HOUR_MS ? morning : start;
    return new Date(first + (now.getTime() - first) * part);
  };
}

/** So much later, though never after now: what would be squeezes into what is left of today. */
export function later(when: number, delay: number, share: number): number {
  const wanted = when + delay;
  return wanted < 0.98 ? wanted : when + (1 - when) * (0.1 + 0.8 * share);
}
