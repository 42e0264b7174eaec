import { Temporal } from 'temporal-polyfill';

/** The only source of time. Tests hand in one they can move. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** D9: a day is a day in Shanghai, whatever the time zone of the process or the database. */
const CALENDAR_ZONE = 'Asia/Shanghai';

/** The day that was asked for last, from its first moment to the first of the next. */
let lastDay = { day: '', from: 0, to: 0 };

/** The calendar day of a moment, as `2026-11-15`. Every request asks, and nearly always for today. */
export function calendarDay(moment: Date): string {
  const time = moment.getTime();
  if (time >= lastDay.from && time < lastDay.to) return lastDay.day;
  const date = zoned(moment).toPlainDate();
  const day = date.toString();
  const next = date.add({ days: 1 }).toString();
  lastDay = { day, from: startOfDay(day).getTime(), to: startOfDay(next).getTime() };
  return day;
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
