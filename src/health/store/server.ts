import type pg from 'pg';

export async function selectServerVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return rows[0]?.version ?? '';
}

/** For an ordinary role, without those reserved for superusers. */
export async function selectConnections(pool: pg.Pool): Promise<{ allowed: number; used: number }> {
  const { rows } = await pool.query<{ allowed: number; used: number }>(
    `SELECT (current_setting('max_connections')::int
              - current_setting('superuser_reserved_connections')::int) AS allowed,
            (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  );
  return rows[0] as { allowed: number; used: number };
}

export async function selectSize(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ size: number }>(
    'SELECT pg_database_size(current_database()) AS size',
  );
  return rows[0]?.size ?? 0;
}
