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

const HOUR_MS = 3_600_000;
/** Lamps are lit from six to six, so the paper does not change at midnight while somebody reads. */
const EVENING = { from: 18, to: 6 };

/** Whether pages wear their evening colors, by the same clock as calendar days. Called by every request for a page. */
export function isEvening(date: Date): boolean {
  calendarDay(date);
  // Shanghai has no daylight-saving time, so the hours since midnight are the hours of the clock.
  const hour = (date.getTime() - lastDay.from) / HOUR_MS;
  return hour >= EVENING.from || hour < EVENING.to;
}

/** When a calendar day begins. */
export function startOfDay(day: string): Date {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(CALENDAR_ZONE);
  return new Date(start.epochMilliseconds);
}

/** The clock in Shanghai as `2026-11-15 08:00`. */
export function shanghaiTime(date: Date): string {
  return zoned(date).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/** A time with its offset, or without one: then by the clock in Shanghai. Undefined if there is no such time. */
export function readTime(text: string): Date | undefined {
  try {
    const milliseconds = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(CALENDAR_ZONE).epochMilliseconds;
    return new Date(milliseconds);
  } catch {
    return undefined;
  }
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

export function addDays(date: Date, days: number): Date {
  return new Date(zoned(date).add({ days }).epochMilliseconds);
}

/** The time since the calendar day began, in hours. Shanghai has no daylight-saving time. */
export function hoursOfDay(date: Date): number {
  calendarDay(date);
  return (date.getTime() - lastDay.from) / 3_600_000;
}

function zoned(date: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(CALENDAR_ZONE);
}
