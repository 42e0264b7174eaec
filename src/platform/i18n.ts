import { createInstance, type TFunction } from 'i18next';
import { en } from '../locales/en.ts';
import { zhCN } from '../locales/zh-CN.ts';

export type Messages = typeof zhCN;
export type Locale = 'zh-CN' | 'en';
export type Translate = TFunction<'translation'>;

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

export function translator(locale: Locale): Translate {
  return i18n.getFixedT(locale);
}

/** D50: Chinese first, for a caller who names no language we speak. A cookie outweighs the browser. */
export function chooseLocale(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): Locale {
  if (cookie === 'zh-CN' || cookie === 'en') return cookie;
  for (const wanted of wantedLanguages(acceptLanguage ?? '')) {
    if (wanted.startsWith('zh')) return 'zh-CN';
    if (wanted.startsWith('en')) return 'en';
  }
  return DEFAULT_LOCALE;
}

function wantedLanguages(header: string): string[] {
  return header
    .slice(0, 200)
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
