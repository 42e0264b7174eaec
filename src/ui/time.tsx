import type { Locale } from '../platform/i18n.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

type TimeProps = { at: string; locale: Locale; now: Date; exact?: boolean };

/** How long ago, with the moment itself for who points at it or listens. Times are times in Shanghai. */
export function Time({ at, locale, now, exact = false }: TimeProps) {
  const moment = momentOf(at, locale);
  return (
    <time dateTime={at} title={moment}>
      {exact ? moment : ago(at, now, locale)}
    </time>
  );
}

export function ago(at: string, now: Date, locale: Locale): string {
  const seconds = Math.round((now.getTime() - new Date(at).getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  if (seconds < MINUTE) return format.format(0, 'minute');
  if (seconds < HOUR) return format.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < MONTH) return format.format(-Math.floor(seconds / DAY), 'day');
  return dayOf(at, locale);
}

export function momentOf(at: string, locale: Locale): string {
  return new Date(at).toLocaleString(locale, {
    timeZone: ZONE,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

export function dayOf(at: string, locale: Locale): string {
  return new Date(at).toLocaleDateString(locale, { timeZone: ZONE, dateStyle: 'medium' });
}
