/**
 * Holds a PostgreSQL of our own, in a process group of its own: Ctrl-C must reach the site first, and
 * the database only when nobody uses it any more. It stops when its parent is gone, whichever way that
 * went.
 */
import { startOwnPostgres } from './own-postgres.ts';
import { ensureDatabase } from './postgres.ts';

const [directory = '', ...flags] = process.argv.slice(2);
const parentGone = new Promise((resolve) => process.once('disconnect', resolve));

try {
  const server = await startOwnPostgres(directory, flags);
  tell({ url: await ensureDatabase(server, 'lamplight') });
  await parentGone;
  await server.stop();
} catch (error) {
  tell({ problem: error instanceof Error ? error.message : String(error) });
  await parentGone;
}
process.exit();

/** The parent may be gone already, when somebody stopped it while the database was starting. */
function tell(answer: { url: string } | { problem: string }): void {
  if (process.connected) process.send?.(answer);
}
