import type { Locale } from '../platform/i18n.ts';
import type { Language } from '../platform/language/languages.ts';

/** The `lang` attribute of a text that somebody wrote; none where it is the language of the page, or unknown. */
export function langOf(language: Language | null, page: Locale): Language | undefined {
  return language === null || page.split('-')[0] === language ? undefined : language;
}
