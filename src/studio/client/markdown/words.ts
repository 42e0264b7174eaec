import type { LOCALES, Locale } from '../../../platform/i18n.ts';
import { createSectionTranslate, type SectionTranslate } from '../../../ui/translations.ts';

export type MarkdownTranslate = SectionTranslate<(typeof LOCALES)['zh-CN']['markdown']>;

/** The texts that the server rendered into the menu or the import button (views/markdown-menu.tsx). */
export function readWords(element: HTMLElement): MarkdownTranslate {
  return createSectionTranslate(
    JSON.parse(element.dataset['words'] ?? '{}'),
    element.dataset['locale'] as Locale,
  );
}
