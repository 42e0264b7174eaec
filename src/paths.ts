import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the program's files lie. This one is right below the root in the sources, and so is whatever the build
 * makes of it. No other file may ask where it is, since the build puts many into one.
 */
const HERE = new URL('./', import.meta.url);
const ENDING = extname(import.meta.url);

/** Whether this is a checkout that runs as it is written. */
export const RUNS_FROM_SOURCES = ENDING === '.ts';

/** What comes with the program: `package.json`, `migrations/`. */
export function packagePath(path: string): URL {
  return new URL(`../${path}`, HERE);
}

/** A file that lies beside the code and is not code: the compiled demo texts. */
export function sourcePath(path: string): URL {
  return new URL(path, HERE);
}

/** A file that is the beginning of a process or thread of its own, named without its ending. */
export function entryPath(path: string): string {
  return fileURLToPath(new URL(`${path}${ENDING}`, HERE));
}
