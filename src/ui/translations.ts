import type { Locale } from '../platform/i18n.ts';
import { interpolate } from '../platform/interpolate.ts';
import { memoizeByLocale } from './memoize-by-locale.ts';

/** A section of the locales, as a prop of a component that also runs in the browser, which has no i18next. */
export type Translations = Readonly<Record<string, string>>;
type Key<T> = keyof T & string extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K
  : never;
export type SectionTranslate<T extends Translations> = (
  key: Key<T>,
  values?: Readonly<Record<string, string | number>>,
) => string;

const plurals = memoizeByLocale((locale) => new Intl.PluralRules(locale));

/** Translates as i18next does: fills in `{{name}}`, and `count` chooses between `_one` and `_other`. */
export function createSectionTranslate<T extends Translations>(
  section: T,
  locale: Locale,
): SectionTranslate<T> {
  const texts: Translations = section;
  return (name, values) => {
    const key = String(name);
    const count = values?.['count'];
    const form = typeof count === 'number' ? `${key}_${plurals(locale).select(count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return values ? interpolate(text, values) : text;
  };
}
