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

export async function selectRoles(pool: pg.Pool): Promise<{ user: string; current: string }> {
  const { rows } = await pool.query<{ user: string; current: string }>(
    'SELECT session_user AS user, current_user AS current',
  );
  return rows[0] as { user: string; current: string };
}

export async function selectClock(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return (rows[0] as { at: Date }).at;
}

/** Schemas in which the current role could create a table. A superuser could in all of them. */
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

type HarmfulSetting = { setting: string; why: string; fatal: boolean };

/** Each row: a setting, its harmful value, why, and whether the site cannot work with it. */
export async function selectHarmfulSettings(pool: pg.Pool): Promise<HarmfulSetting[]> {
  const { rows } = await pool.query<HarmfulSetting>(
    `SELECT s.name || ' = ' || s.setting || coalesce(s.unit, '') AS setting, harm.why, harm.fatal
       FROM (VALUES
         ('autovacuum', 'off', 'tables grow without end', false),
         ('track_counts', 'off', 'autovacuum cannot see what to do', false),
         ('full_page_writes', 'off', 'a power cut can tear pages', true),
         ('default_transaction_read_only', 'on', 'nothing can be written', true),
         ('in_hot_standby', 'on', 'this is a replica, which cannot be written to', true),
         ('zero_damaged_pages', 'on', 'damage is thrown away silently', true),
         ('ignore_checksum_failure', 'on', 'damage is read as if it were good', true),
         ('log_statement', 'all', 'what people write ends up in the log', false),
         ('log_min_duration_statement', '0', 'what people write ends up in the log', false)
       ) AS harm (name, setting, why, fatal)
       JOIN pg_settings s ON s.name = harm.name AND s.setting = harm.setting
     UNION ALL
     SELECT 'shared_buffers = ' || pg_size_pretty(setting::bigint * 8192), 'too small for anything but a trial', false
       FROM pg_settings WHERE name = 'shared_buffers' AND setting::bigint * 8192 < 64 * 1024 * 1024`,
  );
  return rows;
}

export async function selectShanghaiMidnight(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    "SELECT to_char(timestamptz '2026-11-15 00:00Z' AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') AS at",
  );
  return (rows[0] as { at: string }).at;
}
