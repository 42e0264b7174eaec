import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { atEnd } from './cleanup.ts';

/** A database of this test file's own, dropped when the file is done. */
export async function freshDatabase(): Promise<string> {
  const server = { url: inject('postgresUrl') };
  const name = `${inject('templateDatabase')}_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(server, name, inject('templateDatabase'));
  atEnd(() => dropDatabase(server, name));
  return url;
}
