import { Temporal } from 'temporal-polyfill';

/** The only source of time. Tests pass one that they can move. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** D9: a day is a day in Shanghai, whatever the time zone of the process or the database. */
const CALENDAR_ZONE = 'Asia/Shanghai';

/** The latest result of `calendarDay`, with its start and end as epoch milliseconds. */
let lastDay = { day: '', from: 0, to: 0 };

/** The calendar day as `2026-11-15`. Called by every request, nearly always for today. */
export function calendarDay(date: Date): string {
  const time = date.getTime();
  if (time >= lastDay.from && time < lastDay.to) return lastDay.day;
  const plainDate = zoned(date).toPlainDate();
  const day = plainDate.toString();
  const next = plainDate.add({ days: 1 }).toString();
  lastDay = { day, from: startOfDay(day).getTime(), to: startOfDay(next).getTime() };
  return day;
}

/** When a calendar day begins. */
export function startOfDay(day: string): Date {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(CALENDAR_ZONE);
  return new Date(start.epochMilliseconds);
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

export function addDays(date: Date, days: number): Date {
  return new Date(zoned(date).add({ days }).epochMilliseconds);
}

function zoned(date: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(CALENDAR_ZONE);
}
