/**
 * The child process of an embedded PostgreSQL. It has its own process group, because Ctrl-C must stop the
 * site first and the database afterwards. It exits when its parent exits, even after a crash.
 */
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { ensureDatabase } from './postgres.ts';

const [directory = '', ...flags] = process.argv.slice(2);
const parentExit = new Promise((resolve) => process.once('disconnect', resolve));

try {
  const server = await startEmbeddedPostgres(directory, flags);
  report({ url: await ensureDatabase(server, 'lamplight') });
  await parentExit;
  await server.stop();
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
  await parentExit;
}
process.exit();

/** The parent may have exited while the database was starting. */
function report(message: { url: string } | { problem: string }): void {
  if (process.connected) process.send?.(message);
}
