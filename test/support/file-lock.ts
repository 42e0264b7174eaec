import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DIRECTORY = fileURLToPath(new URL('../../node_modules/.cache/lamplight', import.meta.url));
const POLL_MS = 50;

/** One process of this checkout at a time. The operating system releases SQLite's lock when a process crashes. */
export async function withFileLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(DIRECTORY, { recursive: true });
  const file = new DatabaseSync(join(DIRECTORY, `${name}.lock`), { timeout: 0 });
  try {
    while (!tryLock(file)) await sleep(POLL_MS);
    return await work();
  } finally {
    file.close();
  }
}

function tryLock(file: DatabaseSync): boolean {
  try {
    file.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (!String(error).includes('locked')) throw error;
    return false;
  }
}
