import { parseArgs } from 'node:util';
import { findPostgres } from '../../src/local/postgres.ts';
import type { Step } from '../restore-test/steps.ts';
import { findLastTag, prepareRelease, presentRelease } from './releases.ts';
import { runUpgrade } from './run.ts';

const NAME_WIDTH = 36;

export const USAGE = `npm run rig upgrade                  upgrades a site with data from the last tagged release to the present build
npm run rig upgrade -- --from <ref>  from any commit, or from a directory with a build`;

export async function main(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' } } });
  const from = values.from ?? findLastTag();
  if (!from) {
    console.log('There is no tagged release yet, so there is no upgrade to test.');
    return true;
  }
  const urls = [process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']];
  const server = await findPostgres(urls);
  const present = presentRelease();
  const old = prepareRelease(from);
  console.log(`From ${from} to the present build, PostgreSQL: ${server.describe}`);
  try {
    const steps = await runUpgrade(server.url, { old, present }, printStep);
    const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
    console.log(`✓ the upgrade lost nothing (${seconds.toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.error(`✗ the upgrade failed: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    old.remove();
    await server.stop();
  }
}

function printStep({ name, seconds, found }: Step): void {
  console.log(`✓ ${name.padEnd(NAME_WIDTH)}${seconds.toFixed(1).padStart(6)} s  ${found}`);
}
