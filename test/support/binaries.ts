import { spawnSync } from 'node:child_process';

/** The program's path; a machine without it hears what to install rather than "ENOENT". */
export function findBinary(name: string, aptPackage: string): string {
  const path = pathOf(name);
  if (!path) throw new Error(`This needs ${name}: apt-get install ${aptPackage}`);
  return path;
}

export function hasBinary(name: string): boolean {
  return pathOf(name) !== '';
}

/** Debian keeps servers out of an ordinary user's path. */
function pathOf(name: string): string {
  const env = { PATH: `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin` };
  return spawnSync('which', [name], { encoding: 'utf8', env }).stdout.trim();
}
