import type { Locale } from '../../platform/i18n.ts';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';

/** Formats a number with a visible minus sign. */
export function balance(value: number, locale: Locale): string {
  return value < 0 ? formatSigned(value, locale) : formatNumber(value, locale);
}
