import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startEmbeddedPostgres } from './embedded-postgres.ts';

export type { PostgresServer } from './embedded-postgres.ts';

/** A temporary server need not survive a crash of the machine. */
const NOT_DURABLE = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** The first given server, else an embedded one in a temporary directory, which is deleted when it stops. */
export async function findPostgres(urls: (string | undefined)[]): Promise<PostgresServer> {
  const named = urls.find(Boolean);
  if (named) return { url: named, describe: new URL(named).host, stop: async () => {} };

  const temporary = mkdtempSync(join(tmpdir(), 'lamplight-postgres-'));
  // If root starts it, the server runs as the user postgres, who must be able to enter.
  chmodSync(temporary, 0o755);
  const server = await startEmbeddedPostgres(join(temporary, 'data'), NOT_DURABLE);
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

/** Creates a UTF-8 database; `template` makes it a copy of another one. */
export async function createDatabase(
  server: { url: string },
  name: string,
  template = 'template0',
): Promise<string> {
  await withClient(server, async (client) => {
    const how = template === 'template0' ? await selectLocaleOptions(client) : '';
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" ${how}`);
  });
  return databaseUrl(server, name);
}

/** PostgreSQL 17 and later have C.UTF-8 built in; before, the operating system must have it. */
async function selectLocaleOptions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ builtin: boolean }>(
    "SELECT current_setting('server_version_num')::int >= 170000 AS builtin",
  );
  const how = rows[0]?.builtin
    ? "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'"
    : "LOCALE 'C.UTF-8'";
  return `ENCODING 'UTF8' ${how}`;
}

export async function ensureDatabase(server: { url: string }, name: string): Promise<string> {
  const exists = await withClient(server, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    return Boolean(rowCount);
  });
  return exists ? databaseUrl(server, name) : createDatabase(server, name);
}

export async function dropDatabase(server: { url: string }, name: string): Promise<void> {
  await withClient(server, (client) =>
    client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  );
}

function databaseUrl(server: { url: string }, name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(
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
