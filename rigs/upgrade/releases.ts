import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from '../restore-test/site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Release = Program & { remove(): void };

/** The newest tag before this commit; undefined before the first release. */
export function findLastTag(): string | undefined {
  const found = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

/** The build of this checkout. */
export function presentRelease(): Release {
  return toRelease(ROOT, () => {});
}

/** The build of a git ref, or of a directory that has one already. */
export function prepareRelease(from: string): Release {
  if (existsSync(join(from, 'dist/server.js'))) return toRelease(resolve(from), () => {});
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-release-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const files = execFileSync('git', ['archive', from], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['--extract', '--directory', directory], { input: files });
    installPackages(directory);
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: directory, stdio: 'inherit' });
  } catch (error) {
    remove();
    throw error;
  }
  return toRelease(directory, remove);
}

/** Those of this checkout where the lock file is the same. */
function installPackages(directory: string): void {
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(directory) === lock(ROOT))
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' });
}

function toRelease(directory: string, remove: () => void): Release {
  const server = join(directory, 'dist/server.js');
  if (!existsSync(server)) throw new Error(`${directory} has no build: npm run build`);
  return { directory, server: [server], cli: [join(directory, 'dist/cli/lamplight.js')], remove };
}
