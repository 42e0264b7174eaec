import type { Scene } from '../scene.ts';
import { adminScenes } from './admin.ts';
import { commentScenes } from './comments.ts';
import { inboxScenes } from './inbox.ts';
import { joiningScenes } from './joining.ts';
import { readingScenes } from './reading.ts';
import { settingsScenes } from './settings.ts';
import { shellScenes } from './shell.ts';
import { spaceScenes } from './space.ts';
import { studioScenes } from './studio.ts';
import { writeScenes } from './write.ts';

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
