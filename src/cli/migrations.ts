import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { migrateDatabase } from '../platform/db/install.ts';
import { pendingMigrations } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { readSettings } from './settings.ts';
import { hasMigrationTable } from './store.ts';

/** Relative to this file both in the sources and in the build. */
const MIGRATIONS_DIR = new URL('../../migrations/', import.meta.url);

export async function applyPending(): Promise<void> {
  const names = await migrateDatabase(migrationUrl());
  for (const name of names) console.log(`applied ${name}`);
  if (names.length === 0) console.log('up to date');
}

export async function printStatus(): Promise<void> {
  const pool = openPool({ url: migrationUrl(), role: '', size: 1, name: 'lamplight migrate' });
  try {
    const pending = await findPending(pool);
    for (const name of pending) console.log(`pending ${name}`);
    if (pending.length === 0) console.log('up to date');
    else process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

/** A database that was never migrated has no table to ask: everything is pending. */
export async function findPending(pool: pg.Pool): Promise<string[]> {
  if (await hasMigrationTable(pool)) return pendingMigrations(pool);
  return (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort();
}

function migrationUrl(): string {
  const config = readSettings();
  return config.DATABASE_MIGRATION_URL || config.DATABASE_URL;
}
