import { defineConfig } from 'vitest/config';

/** The tests of one group, named by rigs/mutation/run.ts. */
const { MUTATION_TESTS, MUTATION_DATABASE } = process.env;

export default defineConfig({
  test: {
    include: JSON.parse(MUTATION_TESTS ?? '[]'),
    ...(MUTATION_DATABASE ? { globalSetup: 'test/support/global-setup.ts' } : {}),
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
