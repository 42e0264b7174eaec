import { Temporal } from 'temporal-polyfill';
import { DEFAULT_ZONE } from './shown-zone.ts';

/** The only source of time. Tests pass one that they can move. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** D9: a day is a day in Shanghai, whatever the time zone of the process or the database. */
const CALENDAR_ZONE = DEFAULT_ZONE;

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

/** Whether pages wear their evening colors, by the clock that they show. Called by every request for a page. */
export function isEvening(date: Date, zone: string): boolean {
  const hour = hourIn(zone, date);
  return hour >= EVENING.from || hour < EVENING.to;
}

/** `2026-11` and a number of months: another month. */
export function addMonths(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString();
}

/** When a calendar day begins. */
export function startOfDay(day: string): Date {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(CALENDAR_ZONE);
  return new Date(start.epochMilliseconds);
}

/** The clock in Shanghai as `2026-11-15 08:00`. */
export function shanghaiTime(date: Date): string {
  return clockTime(date, CALENDAR_ZONE);
}

/** The clock of a zone as `2026-11-15 08:00`. */
export function clockTime(date: Date, zone: string): string {
  return zoned(date, zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/** A time with its offset, or without one: then by the clock of the zone. Undefined if there is no such time. */
export function readTime(text: string, zone = CALENDAR_ZONE): Date | undefined {
  try {
    const milliseconds = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
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

/** What the clock of a zone shows, in hours. */
export function hourIn(zone: string, date: Date): number {
  if (zone !== CALENDAR_ZONE) {
    const { hour, minute } = zoned(date, zone);
    return hour + minute / 60;
  }
  calendarDay(date);
  // Shanghai has no daylight-saving time, so the hours since midnight are the hours of the clock.
  return (date.getTime() - lastDay.from) / HOUR_MS;
}

function zoned(date: Date, zone = CALENDAR_ZONE): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
}
