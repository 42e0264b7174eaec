import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { entryPath } from '../paths.ts';
import { findBinaryDirectory } from './embedded-postgres.ts';
import type { StopStack } from './stop-on-signal.ts';

type StartMessage = { url?: string; problem?: string };

/** Runs an embedded PostgreSQL with its data in the directory; returns the URL of a database in it. */
export async function forkPostgres(
  started: StopStack,
  directory: string,
  flags: string[] = [],
): Promise<string> {
  assertReachable(findBinaryDirectory(), dirname(directory));
  const child = fork(entryPath('local/postgres-process'), [directory, ...flags], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  started.push(async () => {
    if (child.connected) child.disconnect();
    await exited;
  });
  const ready = once(child, 'message') as Promise<[StartMessage]>;
  const ended = exited.then((): [StartMessage] => [
    { problem: 'PostgreSQL exited before it was ready.' },
  ]);
  const [{ url, problem = '' }] = await Promise.race([ready, ended]);
  if (url) return url;
  const running = problem.includes('postmaster.pid')
    ? '\nAnother one seems to be running here: stop it, or set DATABASE_URL.'
    : '';
  throw new Error(`${problem}${running}`);
}

/**
 * PostgreSQL refuses to run as root, so for root it runs as the user `postgres`, who must be able to
 * reach the program and the data. Below /root, for example, it cannot.
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

/** The parent directories that other users may not enter. */
function closedDirectories(path: string): string[] {
  const isClosed = (statSync(path).mode & 0o001) === 0;
  const above = path === dirname(path) ? [] : closedDirectories(dirname(path));
  return isClosed ? [...above, path] : above;
}
