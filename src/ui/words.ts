import type { Locale } from '../platform/i18n.ts';
import { interpolate } from '../platform/interpolate.ts';
import { perLocale } from './per-locale.ts';

/** A section of the locales, handed to a component that also runs in the browser, where i18next is not. */
export type Words = Readonly<Record<string, string>>;
type Name<W> = keyof W & string extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K
  : never;
export type Say<W extends Words> = (
  name: Name<W>,
  values?: Readonly<Record<string, string | number>>,
) => string;

const plurals = perLocale((locale) => new Intl.PluralRules(locale));

/** Reads a section as i18next would: `{{name}}` is filled in, and `count` chooses between `_one` and `_other`. */
export function sayIn<W extends Words>(words: W, locale: Locale): Say<W> {
  const texts: Words = words;
  return (name, values) => {
    const key = String(name);
    const count = values?.['count'];
    const form = typeof count === 'number' ? `${key}_${plurals(locale).select(count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return values ? interpolate(text, values) : text;
  };
}
