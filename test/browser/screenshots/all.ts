import { adminScreenshots } from './admin.ts';
import { commentScreenshots } from './comments.ts';
import { inboxScreenshots } from './inbox.ts';
import { joiningScreenshots } from './joining.ts';
import { readingScreenshots } from './reading.ts';
import { recoveryScreenshots } from './recovery.ts';
import type { Screenshot } from './screenshot.ts';
import { searchScreenshots } from './search.ts';
import { seriesScreenshots } from './series.ts';
import { settingsScreenshots } from './settings.ts';
import { shellScreenshots } from './shell.ts';
import { signInScreenshots } from './sign-in.ts';
import { spaceScreenshots } from './space.ts';
import { studioScreenshots } from './studio.ts';
import { writeScreenshots } from './write.ts';
import { writtenPageScreenshots } from './written-pages.ts';

/** Every page, by area. */
export const SCREENSHOTS: Screenshot[] = [
  ...shellScreenshots,
  ...readingScreenshots,
  ...commentScreenshots,
  ...searchScreenshots,
  ...spaceScreenshots,
  ...seriesScreenshots,
  ...joiningScreenshots,
  ...recoveryScreenshots,
  ...signInScreenshots,
  ...studioScreenshots,
  ...writeScreenshots,
  ...inboxScreenshots,
  ...settingsScreenshots,
  ...adminScreenshots,
  ...writtenPageScreenshots,
];
