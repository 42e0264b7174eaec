import { openPool } from '../../../src/platform/db/pool.ts';
import { atEnd } from '../../support/cleanup.ts';
import { freshDatabase } from '../../support/database.ts';

export type TestDatabase = {
  url: string;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
};

/**
 * A database of the test file's own, with direct SQL access. Open it at the top of the file: clean-up runs in reverse,
 * so every process started on it later stops before it is dropped.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = await freshDatabase();
  const pool = openPool({ url, role: '', size: 2, name: 'test' });
  atEnd(() => pool.end());
  return { url, sql: async (text, values) => (await pool.query(text, values)).rows };
}
