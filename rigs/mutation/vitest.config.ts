import { defineConfig } from 'vitest/config';

/** The tests of one group: rigs/mutation/main.ts names them. */
const { MUTANTS_TESTS, MUTANTS_DATABASE } = process.env;

export default defineConfig({
  test: {
    include: JSON.parse(MUTANTS_TESTS ?? '[]'),
    ...(MUTANTS_DATABASE ? { globalSetup: 'test/support/global-setup.ts' } : {}),
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
