import type { Say as SayIn } from '../../../ui/words.ts';
import type { WriteSetting } from '../../views/write-setting.ts';

export type Say = SayIn<WriteSetting['words']>;
