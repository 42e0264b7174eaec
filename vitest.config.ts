import { defineConfig } from 'vitest/config';

/** `check` runs the first project; the others need nginx, Redis, a browser or minutes, and run in CI. */
const results = process.env['TEST_RESULTS'];

export default defineConfig({
  test: {
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // CI machines are shared: a wait that ran out while a neighbour was busy gets one more try, and the report names it.
    retry: results ? 1 : 0,
    // Each worker holds a pool of connections to a database of its own.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['test/proofs/**', 'test/model/**', 'test/browser/**', 'test/walks/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'proofs',
          include: ['test/proofs/**/*.test.ts', 'test/model/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'walks',
          include: ['test/walks/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
