import { LOCALES, type Locale } from '../../platform/i18n.ts';
import type { EditorSettings } from './editor-settings.ts';

/** What the editor of a page about the site needs, sent to the browser as JSON. */
export type PageEditorSettings = Pick<EditorSettings, 'locale' | 'words'>;

export function pageEditorSettings(locale: Locale): PageEditorSettings {
  return { locale, words: LOCALES[locale].write };
}
