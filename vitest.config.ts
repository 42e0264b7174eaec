import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { hasBinary } from './test/support/binaries.ts';
import { CiReporter } from './test/support/ci-reporter.ts';
import { SkipReporter } from './test/support/skip-reporter.ts';

/** These load an image decoder that locks out all others in its process, so each file runs in its own. */
const IMAGES = 'src/platform/images/**/*.test.ts';

/** These start several processes and measure them, so they run one after the other. */
const PROCESSES = 'test/integration/processes/**/*.test.ts';

/** Minutes each: the rigs in small, and a restore from archived WAL. CI runs them every night. */
const NIGHTLY = 'test/integration/nightly/**/*.test.ts';

/** Whole files that cannot run without a program. Single tests skip themselves with `hasBinary`. */
const NEEDS = [
  {
    what: 'redis-server',
    has: hasBinary('redis-server'),
    project: 'processes',
    files: ['test/integration/processes/{sensitive-limit,read-your-writes}.test.ts'],
  },
  {
    what: 'nginx',
    has: hasBinary('nginx'),
    project: 'processes',
    files: ['test/integration/processes/{graceful-shutdown,upload-size}.test.ts'],
  },
  {
    what: 'the programs of a PostgreSQL server (postgresql)',
    has: existsSync('/usr/lib/postgresql') || hasBinary('initdb'),
    project: 'processes',
    files: ['test/integration/processes/{replica,replica-faults,standby}.test.ts'],
  },
  {
    what: 'chromium-headless-shell',
    has: hasBinary('chromium-headless-shell'),
    project: 'browser',
    files: ['test/browser/**/*.test.ts'],
  },
];
const missing = NEEDS.filter(({ has }) => !has);
const withoutPrograms = (name: string) =>
  missing.filter(({ project }) => project === name).flatMap(({ files }) => files);

process.env['TEST_MISSING_LIST'] ??= join(tmpdir(), `lamplight-missing-${process.pid}`);
const skips = new SkipReporter(process.env['TEST_MISSING_LIST'], missing);
const results = process.env['TEST_RESULTS'];

export default defineConfig({
  test: {
    reporters: ['default', skips, ...(results ? [new CiReporter(results)] : [])],
    passWithNoTests: missing.length > 0,
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // CI machines are shared: a timeout under load gets one retry. The reporter prints its first failure and counts it.
    retry: results ? 1 : 0,
    // Each worker holds a pool of connections to a database of its own.
    maxWorkers: 3,
    // `npm test` runs unit, spec and architecture. The others need nginx, Redis, a browser or minutes, and run in CI.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'rigs/**/*.test.ts'],
          exclude: ['rigs/model/**', IMAGES],
          // A worker loads the service once and not once per file, which was a quarter of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'images', include: [IMAGES] } },
      {
        extends: true,
        test: { name: 'spec', include: ['test/spec/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'security', include: ['test/security/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: [PROCESSES, NIGHTLY],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [PROCESSES],
          exclude: withoutPrograms('processes'),
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          include: [NIGHTLY],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'fuzz',
          include: ['test/fuzz/**/*.test.ts', 'rigs/model/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: withoutPrograms('browser'),
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
