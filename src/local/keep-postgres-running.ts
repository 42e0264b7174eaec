import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { entryPath } from '../paths.ts';
import { nativeDirectory } from './own-postgres.ts';
import type { Started } from './stop-on-signal.ts';

type Answer = { url?: string; problem?: string };

/** Starts a PostgreSQL that lives in the directory, with a database in it; gives its address. */
export async function keepPostgresRunning(
  started: Started,
  directory: string,
  flags: string[] = [],
): Promise<string> {
  assertReachable(nativeDirectory(), dirname(directory));
  const holder = fork(entryPath('local/postgres-guard'), [directory, ...flags], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(holder, 'exit');
  started.push(async () => {
    if (holder.connected) holder.disconnect();
    await exited;
  });
  const answer = once(holder, 'message') as Promise<[Answer]>;
  const ended = exited.then((): [Answer] => [{ problem: 'PostgreSQL ended before it was ready.' }]);
  const [{ url, problem = '' }] = await Promise.race([answer, ended]);
  if (url) return url;
  const running = problem.includes('postmaster.pid')
    ? '\nAnother one seems to be running here: stop it, or set DATABASE_URL.'
    : '';
  throw new Error(`${problem}${running}`);
}

/**
 * PostgreSQL refuses to run as root, so for root it runs as the user `postgres`, who must be able to
 * reach the program and the data. Below /root, say, it cannot.
 */
function assertReachable(...paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const closed = [...new Set(paths.flatMap(closedDirectories))].join(' ');
  if (!closed) return;
  throw new Error(
    [
      `PostgreSQL does not run as root, and the user postgres it runs as cannot enter ${closed}.`,
      'Do one of these:',
      '  work as an ordinary user',
      '  move the program to a directory that everybody may enter',
      `  chmod o+x ${closed}`,
      '  set DATABASE_URL to a PostgreSQL of yours',
    ].join('\n'),
  );
}

/** The directories on the way to the path that others may not enter. */
function closedDirectories(path: string): string[] {
  const isClosed = (statSync(path).mode & 0o001) === 0;
  const above = path === dirname(path) ? [] : closedDirectories(dirname(path));
  return isClosed ? [...above, path] : above;
}
