import type { Locale } from '../platform/i18n.ts';

const UNITS = [
  { unit: 'day', seconds: 24 * 3600 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** In its largest unit, rounded down: `3 hours`. */
export function formatDuration(seconds: number, locale: Locale): string {
  const { unit, seconds: size } = UNITS.find((one) => seconds >= one.seconds) ?? UNITS[2];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(seconds / size));
}
