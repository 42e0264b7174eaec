import { LOCALES, type Locale } from '../platform/i18n.ts';
import type { Language } from '../platform/language/languages.ts';
import { PAGE_NAMES, type PageName, type Site, type WrittenPage } from '../platform/site.ts';

export const PAGE_TITLE_MAX = 80;
export const PAGE_LOCALES = Object.keys(LOCALES) as Locale[];

/** What members accept; a page about the site asks nothing of them. */
export const TERMS = ['terms', 'privacy', 'rules'] as const satisfies PageName[];

export function isTerms(name: PageName): boolean {
  return TERMS.some((one) => one === name);
}

export function isPageName(text: string): text is PageName {
  return PAGE_NAMES.some((name) => name === text);
}

type Accepted = { accepted_terms?: number };

/**
 * What a member still has to accept. Ids grow with every publication and a member accepts all that is asked for at
 * once, so one number is enough.
 */
export function listAsked(
  { pages }: Pick<Site, 'pages'>,
  { accepted_terms = 0 }: Accepted,
): WrittenPage[] {
  return pages.filter(({ asked }) => asked !== null && asked > accepted_terms);
}

/** What somebody accepts who joins now. */
export function listTerms({ pages }: Pick<Site, 'pages'>): WrittenPage[] {
  return pages.filter(({ name }) => isTerms(name));
}

/** The version that somebody who saw these pages has seen; 0 for none. */
export function newestOf(pages: Pick<WrittenPage, 'id'>[]): number {
  return Math.max(0, ...pages.map(({ id }) => id));
}

export function languageOf(locale: Locale): Language {
  return locale.split('-')[0] as Language;
}

/** The one in the reader's language, or else the one there is. */
export function chooseText<T extends { locale: string }>(
  texts: readonly T[],
  locale: Locale,
): T | undefined {
  return texts.find((text) => text.locale === locale) ?? texts[0];
}
