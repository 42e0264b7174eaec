/** `npm run drill`: can this site be brought back? On a database and a storage of its own, which go afterwards. */
import { findPostgres } from '../src/local/postgres.ts';
import { buildClient } from './build-client.ts';
import { runDrill, type Step } from './drill/run.ts';

const NAME_WIDTH = 32;

const server = await findPostgres([process.env['TEST_DATABASE_URL'], process.env['DATABASE_URL']]);
try {
  await buildClient();
  console.log(`PostgreSQL: ${server.describe}`);
  const steps = await runDrill(server.url, printStep);
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`✓ nothing was lost (${total.toFixed(1)} s)`);
} catch (error) {
  console.error(`✗ the drill failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await server.stop();
}

function printStep({ name, seconds, found }: Step): void {
  console.log(`✓ ${name.padEnd(NAME_WIDTH)}${seconds.toFixed(1).padStart(6)} s  ${found}`);
}
