import { defineConfig } from 'vitest/config';

/** What opens a picture takes all other decoders from its process for good: no company for the rest. */
const ALONE = 'src/platform/images/**/*.test.ts';

const results = process.env['TEST_RESULTS'];

export default defineConfig({
  test: {
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // CI machines are shared: a wait that ran out while a neighbour was busy gets one more try, and the report names it.
    retry: results ? 1 : 0,
    // Each worker holds a pool of connections to a database of its own.
    maxWorkers: 3,
    // `check` runs the first two; the others need nginx, Redis, a browser or minutes, and run in CI.
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['test/proofs/**', 'test/model/**', 'test/browser/**', 'test/walks/**', ALONE],
          // A worker loads the service once and not once per file, which was a quarter of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'images', include: [ALONE] } },
      {
        extends: true,
        test: {
          name: 'proofs',
          include: ['test/proofs/**/*.test.ts'],
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'walks',
          include: ['test/walks/**/*.test.ts', 'test/model/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
