import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { packagePath } from '../../paths.ts';
import { COMMAND_CONNECT_MS, TIME_BUDGET } from '../time-budget.ts';

const MIGRATIONS_DIR = packagePath('migrations/');
/** An arbitrary key that no other program on the database uses. */
const ADVISORY_LOCK = 7_526_511;
const POLL_MS = 100;
const MAX_ATTEMPTS = 10;
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';
const DUPLICATE_OBJECT = new Set(['42710', '23505']);
export const APP_ROLE = 'lamplight_app';

type Migration = { name: string; sql: string; checksum: string };
export type NewerMigration = { name: string; oldest_program: string | null };

/**
 * Applies the pending migrations: plain SQL files, in order, forward only. One process at a time. No statement waits
 * longer than the lock timeout, because a waiting ALTER blocks every statement behind it.
 */
export async function migrate(
  url: string,
  after?: (client: pg.Client) => Promise<void>,
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lamplight migrate',
    connectionTimeoutMillis: COMMAND_CONNECT_MS,
  });
  // The statement that runs reports a lost connection; this event would end the process.
  client.on('error', () => {});
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
 * Polls. A statement that waits for the lock would be an open transaction, and CREATE INDEX CONCURRENTLY of the process
 * that has the lock waits for all open transactions: a deadlock.
 */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS acquired',
      [ADVISORY_LOCK],
    );
    if (rows[0]?.acquired) return;
    await sleep(POLL_MS);
  }
}

/** The names of the migrations that are not applied yet; all of them on an empty database. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  return (await compareMigrations(pool)).pending;
}

/** What the database lacks, and what it has that this version does not know. */
export async function compareMigrations(
  pool: pg.Pool,
): Promise<{ pending: string[]; newer: NewerMigration[] }> {
  const [rows, known] = await Promise.all([selectApplied(pool), knownMigrations()]);
  const applied = new Set(rows.map((row) => row.name));
  return {
    pending: known.filter((name) => !applied.has(name)),
    newer: rows.filter(({ name }) => !known.includes(name)),
  };
}

async function selectApplied(pool: pg.Pool): Promise<NewerMigration[]> {
  try {
    // As JSON, because before migration 0038 there is no such column.
    const { rows } = await pool.query<NewerMigration>(
      "SELECT name, to_jsonb(schema_migration)->>'oldest_program' AS oldest_program FROM schema_migration ORDER BY name",
      [],
    );
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** The migrations of this version, in order. */
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
      const isLockTimeout = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isLockTimeout || attempt === MAX_ATTEMPTS)
        throw new Error(`${migration.name}: ${String(error)}`, { cause: error });
      await sleep(200 * attempt);
    }
  }
}

/**
 * CREATE INDEX CONCURRENTLY cannot run in a transaction; a file that needs it starts with this line. Its statements run
 * one by one, and a retry starts with the first. They block no other statement, so they have no lock timeout.
 */
const OUTSIDE_TRANSACTION = '-- outside a transaction\n';

/** A migration that removes what older versions use has this line. Those versions refuse to start from then on. */
const OLDEST_PROGRAM = /^-- oldest program: (\d+\.\d+\.\d+)$/m;

export function findOldestProgram(sql: string): string | undefined {
  return OLDEST_PROGRAM.exec(sql)?.[1];
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const record = async () => {
    const { name, checksum, sql } = migration;
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      name,
      checksum,
    ]);
    const oldest = findOldestProgram(sql);
    if (!oldest) return;
    await client.query('UPDATE schema_migration SET oldest_program = $2 WHERE name = $1', [
      name,
      oldest,
    ]);
  };
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

/** Roles belong to the whole server, so the migration of another site may create the same role at the same time. */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (!rowCount) {
    try {
      // In one transaction: a process that waits for the role must not find it without the membership.
      await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO CURRENT_USER`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !DUPLICATE_OBJECT.has(error.code ?? '')) {
        throw new Error(
          `The role ${APP_ROLE} is missing and cannot be created by this user. Let an administrator run: ` +
            `CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO <this user> WITH ADMIN OPTION;`,
          { cause: error },
        );
      }
    }
  }
  await client.query(`GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`);
}
