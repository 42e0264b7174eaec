import type { Say } from '../../../ui/words.ts';
import type { EditorSettings } from '../../views/editor-settings.ts';

export type Translate = Say<EditorSettings['words']>;
