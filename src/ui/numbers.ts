import type { Locale } from '../platform/i18n.ts';
import { perLocale } from './per-locale.ts';

const short = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const long = perLocale((locale) => new Intl.NumberFormat(locale));

/** 1.2万 or 12K: for counts that only have to be large or small. */
export function compact(value: number, locale: Locale): string {
  return short(locale).format(value);
}

/** With separators, for numbers somebody reckons with. */
export function exact(value: number, locale: Locale): string {
  return long(locale).format(value);
}

/** +5 or −2, for changes. */
export function signed(value: number, locale: Locale): string {
  return value > 0 ? `+${exact(value, locale)}` : exact(value, locale).replace('-', '−');
}
