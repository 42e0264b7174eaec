import { fileURLToPath } from 'node:url';

/** What an operator runs. A test calls `ensureServerBuilt` first (`resources.ts`). */
export const SERVER = built('server.js');
export const COMMAND = built('cli/lamplight.js');

function built(path: string): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}
