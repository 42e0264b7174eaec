import type { Locale } from '../platform/i18n.ts';
import { memoizeByLocale } from './memoize-by-locale.ts';

// Apart from time.tsx, which is part of the scripts of reading pages.

const months = memoizeByLocale(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: 'long' }),
);

export function formatMonth(at: string, locale: Locale): string {
  return months(locale).format(new Date(at));
}

const monthNames = memoizeByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' }),
);

/** Of `2026-11`: Nov or 11月. */
export function formatMonthName(month: string, locale: Locale): string {
  return monthNames(locale).format(new Date(`${month}-01T00:00:00Z`));
}
