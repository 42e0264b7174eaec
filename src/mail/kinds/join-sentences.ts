import type { Locale } from '../../platform/i18n.ts';

/** Chinese sentences follow each other without a space. */
export function joinSentences(locale: Locale, ...sentences: string[]): string {
  return sentences.join(locale === 'zh-CN' ? '' : ' ');
}
