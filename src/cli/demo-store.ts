import pg from 'pg';
import { emailOf, LOG_INS } from '../demo/accounts.ts';
import { openPool } from '../platform/db/pool.ts';

const UNDEFINED_TABLE = '42P01';

/**
 * Whether a database is empty, a demo, or another site. It may have no tables yet, or an older schema. A demo is
 * recognised by its owner's address: `.example` is reserved, so no real site has it.
 */
export async function inspectDatabase(url: string): Promise<'empty' | 'demo' | 'taken'> {
  const pool = openPool({ url, role: '', size: 1, name: 'lamplight demo' });
  try {
    const { rows } = await pool.query<{ content: 'empty' | 'demo' | 'taken' }>(
      `SELECT CASE WHEN NOT EXISTS (SELECT FROM users) THEN 'empty'
                   WHEN EXISTS (SELECT FROM users WHERE role = 'owner' AND email = $1) THEN 'demo'
                   ELSE 'taken' END AS content`,
      [emailOf(LOG_INS.owner)],
    );
    return rows[0]?.content ?? 'empty';
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return 'empty';
    throw error;
  } finally {
    await pool.end();
  }
}
