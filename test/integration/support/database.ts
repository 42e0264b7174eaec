import { openPool } from '../../../src/platform/db/pool.ts';
import { atEnd } from '../../support/cleanup.ts';
import { freshDatabase } from '../../support/database.ts';

export type TestDatabase = {
  url: string;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
};

/**
 * A database of the file's own, and a look into it past the service. Every proof begins with it, while
 * the file is read: what is started on it later is stopped before it is dropped.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = await freshDatabase();
  const pool = openPool({ url, role: '', size: 2, name: 'proof' });
  atEnd(() => pool.end());
  return { url, sql: async (text, values) => (await pool.query(text, values)).rows };
}
