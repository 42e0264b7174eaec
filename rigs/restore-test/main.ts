import { parseArgs } from 'node:util';
import { buildClient } from '../../scripts/build-client.ts';
import { findPostgres } from '../../src/local/postgres.ts';
import { cleanUp } from '../../test/support/cleanup.ts';
import { stopOnSignals } from '../../test/support/signals.ts';
import { runPointInTimeTest } from './point-in-time.ts';
import { runRestoreTest } from './run.ts';
import type { Step } from './steps.ts';

const NAME_WIDTH = 36;
/** As recommended in docs/operations.md. */
const ARCHIVE_SECONDS = 30;

export const USAGE = `npm run rig restore-test                     backs up and restores a site on a temporary database and storage
npm run rig restore-test -- --point-in-time  on a temporary server with WAL archiving, recovered to a point in time`;

export async function main(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { 'point-in-time': { type: 'boolean', default: false } },
  });
  try {
    await buildClient();
    if (values['point-in-time']) await restoreToTime();
    else await restoreCopy();
    return true;
  } catch (error) {
    console.error(`✗ the restore test failed: ${error instanceof Error ? error.message : error}`);
    return false;
  }
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
    console.log(`✓ the site can be restored to any point in time (${total(steps)} s)`);
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
