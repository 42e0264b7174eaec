import type { Locale } from '../platform/i18n.ts';

const short = new Map<Locale, Intl.NumberFormat>();

/** 1.2万 or 12K: for counts that only have to be large or small. */
export function compact(value: number, locale: Locale): string {
  let format = short.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    short.set(locale, format);
  }
  return format.format(value);
}

/** With separators, for numbers somebody reckons with. */
export function exact(value: number, locale: Locale): string {
  return value.toLocaleString(locale);
}

/** +5 or −2, for changes. */
export function signed(value: number, locale: Locale): string {
  return value > 0 ? `+${exact(value, locale)}` : exact(value, locale).replace('-', '−');
}
