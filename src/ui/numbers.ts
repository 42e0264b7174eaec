import type { Locale } from '../platform/i18n.ts';
import { memoizeByLocale } from './memoize-by-locale.ts';

const short = memoizeByLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const long = memoizeByLocale((locale) => new Intl.NumberFormat(locale));

/** 1.2万 or 12K: for counts whose size matters, not the exact number. */
export function formatCompact(value: number, locale: Locale): string {
  return short(locale).format(value);
}

/** All digits, with separators and a real minus sign. */
export function formatNumber(value: number, locale: Locale): string {
  return long(locale).format(value).replace('-', '−');
}

/** +5 or −2, for changes. */
export function formatSigned(value: number, locale: Locale): string {
  return value > 0 ? `+${formatNumber(value, locale)}` : formatNumber(value, locale);
}
