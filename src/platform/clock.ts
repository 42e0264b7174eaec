import { Temporal } from 'temporal-polyfill';

/** The only source of time. Tests hand in one they can move. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** D9: a day is a day in Shanghai, whatever the time zone of the process or the database. */
const CALENDAR_ZONE = 'Asia/Shanghai';

/** The calendar day of a moment, as `2026-11-15`. */
export function calendarDay(moment: Date): string {
  return zoned(moment).toPlainDate().toString();
}

/** The moment a calendar day begins. */
export function startOfDay(day: string): Date {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(CALENDAR_ZONE);
  return new Date(start.epochMilliseconds);
}

export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

export function addDays(moment: Date, days: number): Date {
  return new Date(zoned(moment).add({ days }).epochMilliseconds);
}

function zoned(moment: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(CALENDAR_ZONE);
}
