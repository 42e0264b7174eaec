import type { Locale } from '../platform/i18n.ts';
import { shownZone } from '../platform/shown-zone.ts';

/**
 * Creating an `Intl` formatter takes a hundred times as long as using it, so there is one per locale, in the time zone
 * that is shown: always the same one, until the owner chooses another.
 */
export function memoizeByLocale<T>(
  create: (locale: Locale, timeZone: string) => T,
): (locale: Locale) => T {
  let zone: string;
  let values: Partial<Record<Locale, T>>;
  return (locale) => {
    if (zone !== shownZone()) {
      zone = shownZone();
      values = {};
    }
    values[locale] ??= create(locale, zone);
    return values[locale] as T;
  };
}
