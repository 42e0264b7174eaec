import type { Source, SourceOptions } from '../records.ts';
import type { System } from '../rules.ts';
import { openDiscourse } from './discourse.ts';
import { openGhost } from './ghost.ts';
import { openMarkdown } from './markdown.ts';
import { openWordPress } from './wordpress.ts';

const OPEN: Record<System, (options: SourceOptions) => Promise<Source>> = {
  wordpress: openWordPress,
  ghost: openGhost,
  discourse: openDiscourse,
  markdown: openMarkdown,
};

export function openSource(system: System, options: SourceOptions): Promise<Source> {
  return OPEN[system](options);
}
