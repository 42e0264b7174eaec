import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/local/free-port.ts';
import { createDatabase } from '../../../src/local/postgres.ts';
import { type Child, startChild, waitFor } from '../../../test/support/child.ts';
import { atEnd } from '../../../test/support/cleanup.ts';
import { childrenOf } from '../../../test/support/processes.ts';
import { asDatabaseUser, programOf, send } from './database-programs.ts';

const USER = 'lamplight_rig';

/** A PostgreSQL of the rig, which it can kill, freeze and restart. */
export type OwnPostgres = {
  readonly port: number;
  /** Without a proxy. */
  readonly url: string;
  /** Kills the postmaster; its children detect it and exit. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the postmaster and every backend with SIGSTOP. */
  freeze(): void;
  thaw(): void;
};

export type OwnServer = Omit<OwnPostgres, 'url'> & {
  /** The postmaster's. */
  readonly pid: number;
  /** The maintenance database, for creating others. */
  readonly server_url: string;
};

/** Commit timestamps, because some rules are about order. All else is default. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 120
track_commit_timestamp = on
`;

export async function startPostgres(directory: string): Promise<OwnPostgres> {
  const server = await startServer(directory);
  const url = await createDatabase({ url: server.server_url }, 'lamplight');
  return Object.assign(server, { url });
}

/** A new server, or the existing one in this directory with its databases. */
export async function startServer(directory: string, settings = ''): Promise<OwnServer> {
  const cluster = join(directory, 'postgres');
  const exists = existsSync(cluster);
  if (!exists) mkdirSync(cluster);
  const as = asDatabaseUser(cluster);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  if (!exists)
    execFileSync(as[0], [
      ...as.slice(1),
      programOf('initdb'),
      ...['-D', cluster, '-U', USER, '-A', 'trust', ...locale],
    ]);
  writeFileSync(join(cluster, 'postgresql.auto.conf'), SETTINGS + settings);
  const port = await freePort();
  const server_url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  let child: Child | undefined;
  const start = async () => {
    child = await startPostmaster([...as, programOf('postgres')], cluster, port, server_url);
    // Registered after every start, so that it runs before the kill, which would leave shared memory behind.
    atEnd(async () => {
      signalAll('SIGCONT');
      child?.signal('SIGQUIT');
      await child?.gone;
    });
  };
  const signalAll = (name: NodeJS.Signals) => {
    if (!child) return;
    for (const pid of [child.pid, ...childrenOf(child.pid)]) send(pid, name);
  };
  await start();
  return {
    port,
    server_url,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    async kill() {
      child?.signal('SIGKILL');
      await child?.gone;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}

/** Retries: right after a kill, backends that have not exited yet still use the shared memory. */
export async function startPostmaster(
  [command = '', ...args]: string[],
  cluster: string,
  port: number,
  url: string,
): Promise<Child> {
  let child: Child | undefined;
  await waitFor(async () => {
    child = await startChild(command, [...args, '-D', cluster, '-p', String(port)], {
      isReady: () => accepts(url),
    }).catch((error: unknown) => {
      if (String(error).includes('ended before it was ready')) return undefined;
      throw error;
    });
    return child !== undefined;
  });
  return child as Child;
}

export async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
