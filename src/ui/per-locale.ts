import type { Locale } from '../platform/i18n.ts';

/** A formatter takes a hundred times as long to make as to use, so each language has one that is kept. */
export function perLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made: Partial<Record<Locale, T>> = {};
  return (locale) => {
    made[locale] ??= make(locale);
    return made[locale] as T;
  };
}
