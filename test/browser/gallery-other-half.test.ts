import { showScenes } from './gallery.ts';

await showScenes(1);
