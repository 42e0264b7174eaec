import { execFileSync } from 'node:child_process';

/** The program's path; a machine without it hears what to install rather than "ENOENT". */
export function findBinary(name: string, aptPackage: string): string {
  try {
    return execFileSync('which', [name], {
      encoding: 'utf8',
      // Debian keeps servers out of an ordinary user's path.
      env: { PATH: `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin` },
    }).trim();
  } catch {
    throw new Error(`This proof needs ${name}: apt-get install ${aptPackage}`);
  }
}
