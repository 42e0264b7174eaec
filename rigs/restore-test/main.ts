/**
 * `npm run rig restore-test`: can this site be brought back? On a database and a storage of its own, which go afterwards.
 * `--point-in-time`: on a server of its own that ships its log, back to a time.
 */
import { parseArgs } from 'node:util';
import { buildClient } from '../../scripts/build-client.ts';
import { findPostgres } from '../../src/local/postgres.ts';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { runPointInTimeTest } from './point-in-time.ts';
import { runRestoreTest } from './run.ts';
import type { Step } from './steps.ts';

const NAME_WIDTH = 36;
/** What docs/operations.md tells operators to set. */
const ARCHIVE_SECONDS = 30;

const { values } = parseArgs({ options: { 'point-in-time': { type: 'boolean', default: false } } });
try {
  await buildClient();
  if (values['point-in-time']) await restoreToTime();
  else await restoreCopy();
} catch (error) {
  console.error(`✗ the drill failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function restoreCopy(): Promise<void> {
  const urls = [process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']];
  const server = await findPostgres(urls);
  try {
    console.log(`PostgreSQL: ${server.describe}`);
    const steps = await runRestoreTest(server.url, printStep);
    console.log(`✓ nothing was lost (${total(steps)} s)`);
  } finally {
    await server.stop();
  }
}

async function restoreToTime(): Promise<void> {
  stopOnSignals();
  try {
    const steps = await runPointInTimeTest(ARCHIVE_SECONDS, printStep);
    console.log(`✓ every moment can be returned to (${total(steps)} s)`);
  } finally {
    await cleanUp();
  }
}

function total(steps: Step[]): string {
  return steps.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1);
}

function printStep({ name, seconds, found }: Step): void {
  console.log(`✓ ${name.padEnd(NAME_WIDTH)}${seconds.toFixed(1).padStart(6)} s  ${found}`);
}
