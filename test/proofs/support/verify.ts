import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BASE_URL } from '../../support/world.ts';

const run = promisify(execFile);

/** `lamplight verify` as an operator runs it; its whole output where something differs. */
export async function verify(databaseUrl: string): Promise<string> {
  try {
    await run(process.execPath, ['--import', 'tsx', 'src/cli/lamplight.ts', 'verify'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: databaseUrl,
        SECRET_KEY: 'a key for proofs that every process shares',
        BASE_URL,
      },
    });
    return 'clean';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}
