import type { Say as SayIn } from '../../../ui/words.ts';
import type { EditorSettings } from '../../views/editor-settings.ts';

export type Translate = SayIn<EditorSettings['words']>;
