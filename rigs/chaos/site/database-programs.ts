import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../../../test/support/binaries.ts';

const DEBIAN = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root, so root runs it as the user of Debian's package. */
export function asDatabaseUser(directory: string): [string, ...string[]] {
  if (process.getuid?.() !== 0) return ['env'];
  const idOf = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  chownSync(directory, idOf('-u'), idOf('-g'));
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
}

export function programOf(name: string): string {
  try {
    const [newest = ''] = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
    return join(DEBIAN, newest, 'bin', name);
  } catch {
    return findBinary(name, 'postgresql');
  }
}

/** Returns whether the process exists. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
