import { takeScreenshots } from './take-screenshots.ts';

await takeScreenshots(0);
