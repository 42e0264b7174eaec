import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { copyOnNodes, dropOnNodes, TEST_CITUS_URL } from './citus.ts';
import { atEnd } from './cleanup.ts';
import { findDatabaseServer } from './resources.ts';
import { testDatabaseName } from './template-database.ts';

/** A database of this test file's own, dropped when the file is done. */
export async function freshDatabase(): Promise<string> {
  return copyDatabase((await findDatabaseServer()).template);
}

/** The same, without a schema: as an operator's is before the first migration. */
export function emptyDatabase(): Promise<string> {
  return copyDatabase();
}

async function copyDatabase(template?: string): Promise<string> {
  const server = await findDatabaseServer();
  const name = testDatabaseName(randomBytes(6).toString('hex'));
  if (TEST_CITUS_URL && template) {
    atEnd(() => dropOnNodes(TEST_CITUS_URL ?? '', name));
    return copyOnNodes(TEST_CITUS_URL, name, template);
  }
  const url = await createDatabase(server, name, template);
  atEnd(() => dropDatabase(server, name));
  return url;
}
