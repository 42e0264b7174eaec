import { createInstance, type ParseKeys } from 'i18next';
import { en } from '../locales/en/messages.ts';
import { zhCN } from '../locales/zh-CN/messages.ts';
import { interpolate } from './interpolate.ts';

export type Messages = typeof zhCN;
export type Locale = 'zh-CN' | 'en';
export type Translate = (key: ParseKeys, values?: Readonly<Record<string, unknown>>) => string;

declare module 'i18next' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Messages };
  }
}

export const LOCALES: Record<Locale, Messages> = { 'zh-CN': zhCN, en };
const DEFAULT_LOCALE: Locale = 'zh-CN';

const i18n = createInstance();
await i18n.init({
  lng: DEFAULT_LOCALE,
  fallbackLng: false,
  resources: { 'zh-CN': { translation: zhCN }, en: { translation: en } },
  // Preact escapes what it prints, and a problem document is JSON.
  interpolation: { escapeValue: false },
});

const TRANSLATORS: Record<Locale, Translate> = {
  'zh-CN': createTranslator('zh-CN'),
  en: createTranslator('en'),
};

export function translator(locale: Locale): Translate {
  return TRANSLATORS[locale];
}

/** A page says a hundred things: i18next looks for each of them once, and not again for every reader. */
function createTranslator(locale: Locale): Translate {
  const translate = i18n.getFixedT(locale);
  const plurals = new Intl.PluralRules(locale);
  const texts = new Map<string, string>();
  return (key, values) => {
    const count = values?.['count'];
    // What is said of a number has as many forms as the language.
    const form = typeof count === 'number' ? `${key} ${plurals.select(count)}` : key;
    let text = texts.get(form);
    if (text === undefined) {
      text = translate(key, { ...values, skipInterpolation: true });
      texts.set(form, text);
    }
    return values ? interpolate(text, values) : text;
  };
}

/** D50: Chinese first, for a caller who names no language we speak. A cookie outweighs the browser. */
export function chooseLocale(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): Locale {
  if (cookie === 'zh-CN' || cookie === 'en') return cookie;
  if (!acceptLanguage) return DEFAULT_LOCALE;
  const header = acceptLanguage.slice(0, HEADER_MAX);
  const known = preferences.get(header);
  if (known) return known;
  const locale = readPreference(header);
  if (preferences.size >= WISHES_MAX) preferences.clear();
  preferences.set(header, locale);
  return locale;
}

/** Browsers all over the world send the same few hundred headers; whoever makes up others gains nothing. */
const WISHES_MAX = 1000;
const HEADER_MAX = 200;
const preferences = new Map<string, Locale>();

function readPreference(acceptLanguage: string): Locale {
  for (const wanted of wantedLanguages(acceptLanguage)) {
    if (wanted.startsWith('zh')) return 'zh-CN';
    if (wanted.startsWith('en')) return 'en';
  }
  return DEFAULT_LOCALE;
}

function wantedLanguages(header: string): string[] {
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
