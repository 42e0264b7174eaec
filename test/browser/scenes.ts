import type { Scene } from './scene.ts';
import { adminScenes } from './scenes/admin.ts';
import { commentScenes } from './scenes/comments.ts';
import { inboxScenes } from './scenes/inbox.ts';
import { joiningScenes } from './scenes/joining.ts';
import { readingScenes } from './scenes/reading.ts';
import { settingsScenes } from './scenes/settings.ts';
import { shellScenes } from './scenes/shell.ts';
import { spaceScenes } from './scenes/space.ts';
import { studioScenes } from './scenes/studio.ts';
import { writeScenes } from './scenes/write.ts';

/** Every page there is, by area. */
export const SCENES: Scene[] = [
  ...shellScenes,
  ...readingScenes,
  ...commentScenes,
  ...spaceScenes,
  ...joiningScenes,
  ...studioScenes,
  ...writeScenes,
  ...inboxScenes,
  ...settingsScenes,
  ...adminScenes,
];
