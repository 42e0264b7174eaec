import pg from 'pg';
import { emailOf } from '../demo/perform/people.ts';
import { LOG_INS } from '../demo/readers.ts';
import { openPool } from '../platform/db/pool.ts';

const UNDEFINED_TABLE = '42P01';

/**
 * What there is in a database that may never have been migrated, or by an older program. The demo's owner has an
 * address nobody can have.
 */
export async function lookInside(url: string): Promise<'empty' | 'demo' | 'taken'> {
  const pool = openPool({ url, role: '', size: 1, name: 'lamplight demo' });
  try {
    const { rows } = await pool.query<{ found: 'empty' | 'demo' | 'taken' }>(
      `SELECT CASE WHEN NOT EXISTS (SELECT FROM users) THEN 'empty'
                   WHEN EXISTS (SELECT FROM users WHERE role = 'owner' AND email = $1) THEN 'demo'
                   ELSE 'taken' END AS found`,
      [emailOf(LOG_INS.owner)],
    );
    return rows[0]?.found ?? 'empty';
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return 'empty';
    throw error;
  } finally {
    await pool.end();
  }
}
