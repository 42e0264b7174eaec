import type { Locale } from '../platform/i18n.ts';
import { DEFAULT_ZONE, shownZone } from '../platform/shown-zone.ts';
import { memoizeByLocale } from './memoize-by-locale.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH_DAYS = 30;
const DAY_MS = 864e5;
const DEFAULT_ZONE_MS = DAY_MS / 3;

type TimeProps = { at: string; locale: Locale; now: Date; exact?: boolean };

/** A relative time, with the exact one as its tooltip. Times are in the zone of the site. */
export function Time({ at, locale, now, exact = false }: TimeProps) {
  const text = exact ? formatDateTime(at, locale) : formatRelativeTime(at, now, locale);
  return <TimeWithText at={at} locale={locale} text={text} />;
}

/** The same, with the text given. */
export function TimeWithText({ at, locale, text }: { at: string; locale: Locale; text: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at, locale)}>
      {text}
    </time>
  );
}

const relativeTimes = memoizeByLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
);

/** Intl's words for the current minute ("此刻", "this minute") are not what people write. */
const JUST_NOW: Record<Locale, string> = { 'zh-CN': '刚刚', en: 'just now' };

export function formatRelativeTime(at: string, now: Date, locale: Locale): string {
  const seconds = Math.round((now.getTime() - new Date(at).getTime()) / 1000);
  const format = relativeTimes(locale);
  if (seconds < MINUTE) return JUST_NOW[locale];
  if (seconds < HOUR) return format.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), 'hour');
  return formatDay(at, now, locale);
}

/** The calendar day, as "yesterday" or as a date: 30 hours ago may be the day before yesterday. */
export function formatDay(at: string, now: Date, locale: Locale): string {
  const days = dayNumber(now) - dayNumber(new Date(at));
  return days < MONTH_DAYS ? relativeTimes(locale).format(-days, 'day') : formatDate(at, locale);
}

/** Not by `platform/clock.ts`, which is too large for browsers. Shanghai has no daylight-saving time. */
function dayNumber(at: Date): number {
  const local =
    shownZone() === DEFAULT_ZONE
      ? at.getTime() + DEFAULT_ZONE_MS
      : Date.parse(isoDays('en').format(at));
  return Math.floor(local / DAY_MS);
}

/** Sweden writes days as 2026-11-15, whoever reads the page. */
const isoDays = memoizeByLocale((_, timeZone) => new Intl.DateTimeFormat('sv', { timeZone }));

const dateTimes = memoizeByLocale(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
);

export function formatDateTime(at: string, locale: Locale): string {
  return dateTimes(locale).format(new Date(at));
}

const dates = memoizeByLocale(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }),
);

export function formatDate(at: string, locale: Locale): string {
  return dates(locale).format(new Date(at));
}
