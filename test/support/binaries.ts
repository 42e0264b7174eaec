import { spawnSync } from 'node:child_process';
import { recordMissing } from './missing.ts';

/** The program's path. If it is missing, the error names the package to install. */
export function findBinary(name: string, aptPackage: string): string {
  const path = pathOf(name);
  if (!path) throw new Error(`This needs ${name}: apt-get install ${aptPackage}`);
  return path;
}

/** For a test that is skipped without the program: the summary of the run names it. */
export function hasBinary(name: string): boolean {
  const found = pathOf(name) !== '';
  if (!found) recordMissing(name);
  return found;
}

/** Debian installs servers outside an ordinary user's PATH. */
function pathOf(name: string): string {
  const env = { PATH: `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin` };
  return spawnSync('which', [name], { encoding: 'utf8', env }).stdout.trim();
}
