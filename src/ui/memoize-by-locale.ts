import type { Locale } from '../platform/i18n.ts';

/** Creating an `Intl` formatter takes a hundred times as long as using it, so there is one per locale. */
export function memoizeByLocale<T>(create: (locale: Locale) => T): (locale: Locale) => T {
  const values: Partial<Record<Locale, T>> = {};
  return (locale) => {
    values[locale] ??= create(locale);
    return values[locale] as T;
  };
}
