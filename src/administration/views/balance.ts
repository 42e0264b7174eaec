import type { Locale } from '../../platform/i18n.ts';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';

/** A number that may be below zero, with a minus that can be seen. */
export function balance(value: number, locale: Locale): string {
  return value < 0 ? formatSigned(value, locale) : formatNumber(value, locale);
}
