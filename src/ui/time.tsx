import type { Locale } from '../platform/i18n.ts';
import { perLocale } from './per-locale.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

type TimeProps = { at: string; locale: Locale; now: Date; exact?: boolean };

/** How long ago, with the moment itself for who points at it or listens. Times are times in Shanghai. */
export function Time({ at, locale, now, exact = false }: TimeProps) {
  const said = exact ? momentOf(at, locale) : ago(at, now, locale);
  return <TimeSaid at={at} locale={locale} said={said} />;
}

/** The same, where how long ago it was has been worked out already. */
export function TimeSaid({ at, locale, said }: { at: string; locale: Locale; said: string }) {
  return (
    <time dateTime={at} title={momentOf(at, locale)}>
      {said}
    </time>
  );
}

const distances = perLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
);

export function ago(at: string, now: Date, locale: Locale): string {
  const seconds = Math.round((now.getTime() - new Date(at).getTime()) / 1000);
  const format = distances(locale);
  if (seconds < MINUTE) return format.format(0, 'minute');
  if (seconds < HOUR) return format.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < MONTH) return format.format(-Math.floor(seconds / DAY), 'day');
  return dayOf(at, locale);
}

const moments = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'short' }),
);

export function momentOf(at: string, locale: Locale): string {
  return moments(locale).format(new Date(at));
}

const days = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: ZONE, dateStyle: 'medium' }),
);

export function dayOf(at: string, locale: Locale): string {
  return days(locale).format(new Date(at));
}
