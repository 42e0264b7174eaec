import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asDatabaseUser, programOf, send } from '../../../rigs/chaos/site/database-programs.ts';
import { type OwnPostgres, startPostmaster } from '../../../rigs/chaos/site/postgres.ts';
import { freePort } from '../../../src/local/free-port.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import type { Child } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { childrenOf } from '../../support/processes.ts';

/** A second cluster that follows the first as an operator sets it up: a base backup, then streaming. */
export async function startStandby(directory: string, primary: OwnPostgres) {
  const home = join(directory, 'standby');
  mkdirSync(home, { mode: 0o700 });
  const [command, ...before] = asDatabaseUser(home);
  const from = new URL(primary.url);
  execFileSync(command, [
    ...[...before, programOf('pg_basebackup'), '--pgdata', home, '--write-recovery-conf'],
    ...['--host', from.hostname, '--port', from.port, '--username', from.username],
    ...['--checkpoint', 'fast'],
  ]);
  // Cancel a read that conflicts with replay at once, instead of after 30 s.
  appendFileSync(join(home, 'postgresql.conf'), 'max_standby_streaming_delay = 0\n');
  const port = await freePort();
  const url = at(primary.url, port);
  let child: Child | undefined;
  const signalAll = (name: NodeJS.Signals) => {
    if (!child) return;
    for (const pid of [child.pid, ...childrenOf(child.pid)]) send(pid, name);
  };
  const start = async () => {
    child = await startPostmaster([command, ...before, programOf('postgres')], home, port, url);
    atEnd(async () => {
      signalAll('SIGCONT');
      child?.signal('SIGQUIT');
      await child?.gone;
    });
  };
  await start();
  const sql = async (text: string): Promise<Record<string, unknown>[]> => {
    const pool = openPool({ url, role: '', size: 1, name: 'test', reads_standby: true });
    try {
      return (await pool.query(text)).rows;
    } finally {
      await pool.end();
    }
  };
  return {
    port,
    url,
    sql,
    start,
    async kill(): Promise<void> {
      child?.signal('SIGKILL');
      await child?.gone;
    },
    /** Stops all its processes: the kernel accepts connections, and no response comes. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    pause: () => sql('select pg_wal_replay_pause()'),
    resume: () => sql('select pg_wal_replay_resume()'),
    promote: () => sql('select pg_promote()'),
  };
}

/** The same database on another port. */
export function at(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}
