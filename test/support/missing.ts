import { appendFileSync } from 'node:fs';

/** The reason why tests of a file are skipped, for the summary at the end of the run (`skip-reporter.ts`). */
export type Missing = { file: string; what: string };

/** Set in `vitest.config.ts`. Rigs use the same functions and have no summary. */
const LIST = 'TEST_MISSING_LIST';

let testFile = '';

/** For every test file (`setup.ts`), because a worker loads this module only once. */
export function enterTestFile(path: string): void {
  testFile = path;
}

export function recordMissing(what: string): void {
  const list = process.env[LIST];
  if (!list) return;
  appendFileSync(list, `${JSON.stringify({ file: testFile, what } satisfies Missing)}\n`);
}
