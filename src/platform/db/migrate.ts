import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { packagePath } from '../../paths.ts';
import { TIME_BUDGET } from '../time-budget.ts';

const MIGRATIONS_DIR = packagePath('migrations/');
/** Any constant will do, as long as no other program on the database uses it. */
const ADVISORY_LOCK = 7_526_511;
const TURN_MS = 100;
const LOCK_TRIES = 10;
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';
const DUPLICATE_OBJECT = new Set(['42710', '23505']);
const APP_ROLE = 'lamplight_app';

type Migration = { name: string; sql: string; checksum: string };

/**
 * Brings the schema up to date: plain SQL files, in order, forward only. One process at a time; no
 * statement waits longer than the lock time-out, because a waiting ALTER blocks everybody behind it.
 */
export async function migrate(
  url: string,
  after?: (client: pg.Client) => Promise<void>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'lamplight migrate' });
  await client.connect();
  try {
    await acquireMigrationLock(client);
    await ensureAppRole(client);
    const applied = await appliedMigrations(client);
    const pending = (await readMigrations()).filter((migration) => !isApplied(migration, applied));
    for (const migration of pending) await applyWithRetries(client, migration);
    await after?.(client);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again: a statement that waits is a transaction that has begun, and to make an index concurrently is to
 * wait for all of those, so that two would wait for each other.
 */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS ours',
      [ADVISORY_LOCK],
    );
    if (rows[0]?.ours) return;
    await sleep(TURN_MS);
  }
}

/** Names of the migrations the database still lacks, all of them on an empty one. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const applied = new Set(await appliedNames(pool));
  return (await readMigrations()).map((one) => one.name).filter((name) => !applied.has(name));
}

async function appliedNames(pool: pg.Pool): Promise<string[]> {
  try {
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration', []);
    return rows.map((row) => row.name);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** Everything this version of the program can have applied, in order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrations()).map((migration) => migration.name);
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS_DIR), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migration (
       name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  await client.query(`GRANT SELECT ON schema_migration TO ${APP_ROLE}`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function isApplied(migration: Migration, applied: Map<string, string>): boolean {
  const checksum = applied.get(migration.name);
  if (checksum && checksum !== migration.checksum) {
    throw new Error(
      `${migration.name} was changed after it had been applied: write a new migration instead`,
    );
  }
  return checksum !== undefined;
}

async function applyWithRetries(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(client, migration);
    } catch (error) {
      const waited = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!waited || attempt === LOCK_TRIES)
        throw new Error(`${migration.name}: ${String(error)}`, { cause: error });
      await sleep(200 * attempt);
    }
  }
}

/**
 * CREATE INDEX CONCURRENTLY cannot run in a transaction; a file that needs it starts with this line. Its statements run
 * one by one, and from the first again when it is tried again. They keep nobody waiting, so they may wait themselves.
 */
const OUTSIDE_TRANSACTION = '-- outside a transaction\n';

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const record = () =>
    client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
  await client.query(`SET lock_timeout = ${TIME_BUDGET.lock}`);
  if (migration.sql.startsWith(OUTSIDE_TRANSACTION)) {
    await client.query('SET lock_timeout = 0');
    for (const statement of migration.sql.split(/;\s*\n/)) await client.query(statement);
    await record();
    return;
  }
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await record();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Roles belong to the whole server, so another site's migration may be making the same one right now. */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (!rowCount) {
    try {
      await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`);
      await client.query(`GRANT ${APP_ROLE} TO CURRENT_USER`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !DUPLICATE_OBJECT.has(error.code ?? '')) {
        throw new Error(
          `The role ${APP_ROLE} is missing and cannot be made by this user. Let an administrator run: ` +
            `CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO <this user> WITH ADMIN OPTION;`,
          { cause: error },
        );
      }
    }
  }
  await client.query(`GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`);
}
