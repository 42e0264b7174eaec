import type pg from 'pg';

type ServerFacts = {
  version: string;
  version_number: number;
  encoding: string;
  fsync: string;
  synchronous_commit: string;
};

export async function selectServerFacts(pool: pg.Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int AS version_number,
            current_setting('server_encoding') AS encoding,
            current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS synchronous_commit`,
  );
  return rows[0] as ServerFacts;
}

export async function selectClock(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return (rows[0] as { at: Date }).at;
}

/** Schemas in which whoever is connected could create a table. A superuser could in all of them. */
export async function selectWritableSchemas(
  pool: pg.Pool,
): Promise<{ role: string; schemas: string[] }> {
  const { rows } = await pool.query<{ role: string; schemas: string[] }>(
    `SELECT current_user AS role, coalesce(array_agg(nspname::text), '{}') AS schemas
       FROM pg_namespace
      WHERE nspname !~ '^(pg_|information_schema$)' AND has_schema_privilege(oid, 'CREATE')`,
  );
  return rows[0] as { role: string; schemas: string[] };
}
