import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { COMMAND } from './built-programs.ts';
import { atEnd } from './cleanup.ts';
import { ensureServerBuilt } from './resources.ts';

export type Outcome = { code: number; stdout: string; stderr: string };
type Options = { env?: Record<string, string>; input?: string; cwd?: string };

/** A directory of the test file's own. */
export function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-cli-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function settingsOf({ DATABASE_URL, SECRET_KEY, BASE_URL, STORAGE_DIR }: Config) {
  return { DATABASE_URL, SECRET_KEY, BASE_URL, STORAGE_DIR };
}

/** The real program, in an empty directory and with only the given environment. */
export function operatorOf(env: Record<string, string>, cwd = emptyDirectory()) {
  return async (line: string, options: Options = {}) => {
    await ensureServerBuilt();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const child = execFile(
      process.execPath,
      [COMMAND, ...line.split(' ').filter(Boolean)],
      {
        cwd: options.cwd ?? cwd,
        env: { PATH: process.env['PATH'], ...(options.env ?? env) },
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
    child.stdin?.end(options.input ?? '');
    return promise;
  };
}
