import type { SectionTranslate } from '../../../ui/translations.ts';
import type { EditorSettings } from '../../views/editor-settings.ts';

export type Translate = SectionTranslate<EditorSettings['words']>;
