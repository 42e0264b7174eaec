import { createInstance, type ParseKeys } from 'i18next';
import { en } from '../locales/en/messages.ts';
import { zhCN } from '../locales/zh-CN/messages.ts';
import { interpolate } from './interpolate.ts';

export type Messages = typeof zhCN;
export type Translate = (key: ParseKeys, values?: Readonly<Record<string, unknown>>) => string;

declare module 'i18next' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Messages };
  }
}

/** The only list of languages: preferences, translations and the page cache follow it. */
export const LOCALES = { 'zh-CN': zhCN, en } satisfies Record<string, Messages>;
export type Locale = keyof typeof LOCALES;
export const DEFAULT_LOCALE: Locale = 'zh-CN';

const i18n = createInstance();
await i18n.init({
  lng: DEFAULT_LOCALE,
  fallbackLng: false,
  resources: mapLocales((locale) => ({ translation: LOCALES[locale] })),
  // Preact escapes its output, and a problem document is JSON.
  interpolation: { escapeValue: false },
});

/** One per language, and a second one for a site with a name of its own. */
const TRANSLATORS = mapLocales((locale) => ({ name: '', translate: createTranslator(locale, '') }));
const NAMED: Partial<Record<Locale, { name: string; translate: Translate }>> = {};

/** `{{site_name}}` in a message is the name of the site: the owner's, or the product's in that language. */
export function translator(locale: Locale, name = ''): Translate {
  if (name === '') return TRANSLATORS[locale].translate;
  const known = NAMED[locale];
  if (known?.name === name) return known.translate;
  const named = { name, translate: createTranslator(locale, name) };
  NAMED[locale] = named;
  return named.translate;
}

/** A page has a hundred messages, so i18next looks each up once per process, not once per page. */
function createTranslator(locale: Locale, name: string): Translate {
  const translate = i18n.getFixedT(locale);
  const plurals = new Intl.PluralRules(locale);
  const site = name || LOCALES[locale].page.product;
  const texts = new Map<string, string>();
  return (key, values) => {
    const count = values?.['count'];
    // A message with a count has one text per plural form of the language.
    const form = typeof count === 'number' ? `${key} ${plurals.select(count)}` : key;
    let text = texts.get(form);
    if (text === undefined) {
      text = translate(key, { ...values, skipInterpolation: true }).replaceAll(
        '{{site_name}}',
        site,
      );
      texts.set(form, text);
    }
    return values ? interpolate(text, values) : text;
  };
}

/** D50: the site's, if the client accepts none of our languages. The cookie takes precedence over the header. */
export function chooseLocale(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
  fallback: Locale = DEFAULT_LOCALE,
): Locale {
  if (cookie !== undefined && isLocale(cookie)) return cookie;
  if (!acceptLanguage) return fallback;
  const header = acceptLanguage.slice(0, HEADER_MAX);
  if (preferences.has(header)) return preferences.get(header) ?? fallback;
  const locale = readPreference(header);
  if (preferences.size >= PREFERENCES_MAX) preferences.clear();
  preferences.set(header, locale);
  return locale ?? fallback;
}

/** Browsers send the same few hundred headers; the bound keeps invented ones from filling the memory. */
const PREFERENCES_MAX = 1000;
const HEADER_MAX = 200;
const preferences = new Map<string, Locale | undefined>();

function readPreference(acceptLanguage: string): Locale | undefined {
  for (const tag of acceptedLanguages(acceptLanguage)) {
    const locale = locales().find((one) => languageOf(one) === languageOf(tag));
    if (locale) return locale;
  }
  return undefined;
}

/** The primary subtag: `zh` of `zh-Hant-TW`. */
function languageOf(tag: string): string | undefined {
  return tag.split('-')[0];
}

function locales(): Locale[] {
  return Object.keys(LOCALES) as Locale[];
}

function mapLocales<T>(map: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(locales().map((locale) => [locale, map(locale)])) as Record<Locale, T>;
}

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .find((one) => one.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter((one) => one.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((one) => one.tag);
}
