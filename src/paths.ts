import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Paths of the program's files. This file is one level below the root in the sources and in the build. No other file may
 * use `import.meta.url`, because the build bundles many files into one.
 */
const HERE = new URL('./', import.meta.url);
const EXTENSION = extname(import.meta.filename);

/** Whether the program runs from its TypeScript sources. */
export const RUNS_FROM_SOURCES = EXTENSION === '.ts';

/** Files of the package: `package.json`, `migrations/`. */
export function packagePath(path: string): URL {
  return new URL(`../${path}`, HERE);
}

/** Files among the sources that are not code: the compiled demo texts. */
export function sourcePath(path: string): URL {
  return new URL(path, HERE);
}

/** The entry point of a process or worker thread, named without its extension. */
export function entryPath(path: string): string {
  return fileURLToPath(new URL(`${path}${EXTENSION}`, HERE));
}
