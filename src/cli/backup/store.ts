import pg from 'pg';
import { Failure } from '../failure.ts';

/** An arbitrary advisory lock key that no other program on the database uses. */
const BACKUP_LOCK = 7_526_513;
const BATCH = 1000;

const OWN_RELATIONS = `n.nspname !~ '^(pg_|information_schema$)'
  AND NOT EXISTS (SELECT FROM pg_depend d
                   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** A connection without timeouts, as the owner of the schema. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'lamplight backup' });
  // A broken connection also fails the current statement, which reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET timezone = UTC',
    );
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A session lock: the server releases it when the connection ends for any reason. */
export async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS locked',
    [BACKUP_LOCK],
  );
  if (!rows[0]?.locked) throw new Failure('Another backup of this site is running.');
}

export type Snapshot = { id: string; at: Date };

/** This transaction, and others that import the id while it is open, see one snapshot. */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The first statement takes the snapshot; `statement_timestamp` is just before it.
  const { rows } = await client.query<Snapshot>(
    'SELECT statement_timestamp() AS at, pg_export_snapshot() AS id',
  );
  return rows[0] as Snapshot;
}

export async function selectServerMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    "SELECT current_setting('server_version_num')::int AS number",
  );
  return Math.floor((rows[0]?.number ?? 0) / 10_000);
}

/** Of every table that is not a partition. */
export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${OWN_RELATIONS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p' ORDER BY 1, 2`,
  );
  const counts: Record<string, number> = {};
  for (const { schema, name } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const counted = await client.query<{ count: unknown }>(
      `SELECT count(*) AS count FROM ${table}`,
    );
    counts[schema === 'public' ? name : `${schema}.${name}`] = Number(counted.rows[0]?.count);
  }
  return counts;
}

export async function selectMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM schema_migration ORDER BY name',
  );
  return rows.map((row) => row.name);
}

/** Roles with privileges on the site's objects, besides their owner and PUBLIC. */
export async function selectGrantedRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT DISTINCT r.rolname AS role FROM (
       SELECT c.relowner AS owner, (aclexplode(c.relacl)).grantee
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN_RELATIONS}
       UNION ALL SELECT n.nspowner, (aclexplode(n.nspacl)).grantee
         FROM pg_namespace n WHERE n.nspname !~ '^(pg_|information_schema$)'
       UNION ALL SELECT p.proowner, (aclexplode(p.proacl)).grantee
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname !~ '^(pg_|information_schema$)'
     ) AS privilege JOIN pg_roles r ON r.oid = privilege.grantee
     WHERE privilege.grantee <> privilege.owner AND r.rolname !~ '^pg_' ORDER BY 1`,
  );
  return rows.map((row) => row.role);
}

export async function selectMissingRoles(client: pg.Client, roles: string[]): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT role FROM unnest($1::text[]) AS role
      WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) ORDER BY role`,
    [roles],
  );
  return rows.map((row) => row.role);
}

/** Tables, views and sequences, which a restore must not find. */
export async function selectRelations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${OWN_RELATIONS} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') ORDER BY n.nspname <> 'public', c.relkind = 'S', c.relname`,
  );
  return rows.map((row) => row.name);
}

export async function* listUploadKeys(client: pg.Client): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ key: string }>(
      'SELECT key FROM upload WHERE key > $1 ORDER BY key LIMIT $2',
      [after, BATCH],
    );
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Without a time: now. Replaces the previous record of the tool. */
export async function upsertRecord(
  client: pg.Client,
  { tool, snapshot_at, bytes }: { tool: string; snapshot_at?: string; bytes?: number },
): Promise<void> {
  await client.query(
    `INSERT INTO backup_record (tool, snapshot_at, finished_at, bytes)
     VALUES ($1, coalesce($2::timestamptz, now()), now(), $3)
     ON CONFLICT (tool) DO UPDATE
        SET snapshot_at = excluded.snapshot_at, finished_at = excluded.finished_at, bytes = excluded.bytes`,
    [tool, snapshot_at, bytes],
  );
}
