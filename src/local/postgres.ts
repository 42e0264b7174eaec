import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOwnPostgres } from './own-postgres.ts';

/** A PostgreSQL server on which databases may be made and dropped. */
export type PostgresServer = {
  /** Connects to the server as somebody who may create databases. */
  url: string;
  describe: string;
  stop(): Promise<void>;
};

/** The first server the list names, else one of our own in a temporary place, which goes when it stops. */
export async function findPostgres(urls: (string | undefined)[]): Promise<PostgresServer> {
  const named = urls.find(Boolean);
  if (named) return { url: named, describe: new URL(named).host, stop: async () => {} };

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

/** Creates a database that holds Chinese text; `template` makes it a copy of another one. */
export async function createDatabase(
  server: { url: string },
  name: string,
  template = 'template0',
): Promise<string> {
  await onServer(server, async (client) => {
    const how = template === 'template0' ? await speakingUnicode(client) : '';
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" ${how}`);
  });
  return databaseUrl(server, name);
}

/** From 17 on the server brings C.UTF-8 itself; before, the operating system has to know it. */
async function speakingUnicode(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ builtin: boolean }>(
    "SELECT current_setting('server_version_num')::int >= 170000 AS builtin",
  );
  const how = rows[0]?.builtin
    ? "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'"
    : "LOCALE 'C.UTF-8'";
  return `ENCODING 'UTF8' ${how}`;
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
