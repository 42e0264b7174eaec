import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../src/local/free-port.ts';
import { type Child, startChild, waitFor } from '../../test/support/child.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { childrenOf } from '../../test/support/processes.ts';
import { asDatabaseUser, programOf, send } from '../chaos/site/database-programs.ts';
import { accepts } from '../chaos/site/postgres.ts';

const USER = 'restore_test';
const RECOVERY_SECONDS = 300;
const SHIPPING_SECONDS = 30;

/** A server with WAL archiving as in docs/operations.md; the archive stands for another disk. */
export type ArchivedPostgres = {
  readonly url: string;
  /** Makes a base backup and verifies it. */
  copy(): Promise<void>;
  /** Waits until the next WAL segment is archived. */
  nextShipment(): Promise<void>;
  /** Kills the server and deletes its data; the base backup and the archive remain. */
  burn(): Promise<void>;
  /** Stops it in order, which archives the rest of the WAL, and deletes its data. */
  retire(): Promise<void>;
  /** Starts a new server from the base backup, recovered to the given time or to the end of the archive. */
  restore(time?: Date): Promise<void>;
  /** In bytes. */
  sizes(): { copy: number; archive: number };
};

export async function startArchivedPostgres(
  directory: string,
  archiveSeconds: number,
): Promise<ArchivedPostgres> {
  const [data, base, archive] = ['data', 'copy', 'archive'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const as = asDatabaseUser(directory);
  const run = (program: string, ...args: string[]) =>
    execFileSync(as[0], [...as.slice(1), program, ...args], { stdio: 'pipe' });
  for (const one of [data, base, archive]) {
    mkdirSync(one, { mode: 0o700 });
    asDatabaseUser(one);
  }
  const port = await freePort();
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  run(
    programOf('initdb'),
    '-D',
    data,
    '-U',
    USER,
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  appendFileSync(
    join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
archive_mode = on
archive_timeout = ${archiveSeconds}
archive_command = '${shipTo(archive)}'
restore_command = 'gunzip < ${archive}/%f.gz > %p'
`,
  );

  let child: Child | undefined;
  const start = async () => {
    const args = [...as.slice(1), programOf('postgres'), '-D', data, '-p', String(port)];
    const started = await startChild(as[0], args, {
      isReady: async () => (await accepts(url)) && !(await isRecovering(url)),
      seconds: RECOVERY_SECONDS,
    });
    child = started;
    atEnd(async () => {
      started.signal('SIGQUIT');
      await started.gone;
    });
  };
  await start();
  return {
    url,
    async copy() {
      rmSync(base, { recursive: true });
      run(
        programOf('pg_basebackup'),
        '-d',
        url,
        '-D',
        base,
        '--checkpoint=fast',
        '--wal-method=stream',
      );
      run(programOf('pg_verifybackup'), base);
    },
    async nextShipment() {
      const shipped = () => readdirSync(archive).filter((name) => name.endsWith('.gz')).length;
      const before = shipped();
      const describe = () => 'the next piece of the log';
      await waitFor(() => shipped() > before, describe, archiveSeconds + SHIPPING_SECONDS);
    },
    async burn() {
      const pids = child ? [child.pid, ...childrenOf(child.pid)] : [];
      for (const pid of pids) send(pid, 'SIGKILL');
      await child?.gone;
      await waitFor(() => !pids.some((pid) => send(pid, 0)));
      rmSync(data, { recursive: true });
    },
    async retire() {
      child?.signal('SIGINT');
      await child?.gone;
      rmSync(data, { recursive: true });
    },
    async restore(time) {
      run('cp', '-a', base, data);
      // PostgreSQL does not accept the suffix Z here.
      const target = time?.toISOString().replace('Z', '+00');
      const until = target ? `recovery_target_time = '${target}'\n` : '';
      const action = `recovery_target_action = 'promote'\n`;
      appendFileSync(join(data, 'postgresql.auto.conf'), until + action);
      run('touch', join(data, 'recovery.signal'));
      await start();
    },
    sizes: () => ({ copy: sizeOf(base), archive: sizeOf(archive) }),
  };
}

/**
 * Writes and syncs under a temporary name, and never overwrites. A segment that is archived before it is full ends in zeros, which
 * compress to nothing.
 */
function shipTo(archive: string): string {
  const [done, begun] = [`${archive}/%f.gz`, `${archive}/%f.gz.new`];
  return `test ! -f ${done} && gzip < %p > ${begun} && sync ${begun} && mv ${begun} ${done}`;
}

async function isRecovering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ standby: boolean }>(
    'select pg_is_in_recovery() as standby',
  );
  await client.end();
  return rows[0]?.standby !== false;
}

function sizeOf(directory: string): number {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return files
    .map((name) => statSync(join(directory, name)))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
