import { migrateDatabase } from '../platform/db/install.ts';
import { pendingMigrations } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { readSettings } from './settings.ts';

export async function applyPending(): Promise<void> {
  const names = await migrateDatabase(migrationUrl());
  for (const name of names) console.log(`applied ${name}`);
  if (names.length === 0) console.log('up to date');
}

export async function printStatus(): Promise<void> {
  const pool = openPool({ url: migrationUrl(), role: '', size: 1, name: 'lamplight migrate' });
  try {
    const pending = await pendingMigrations(pool);
    for (const name of pending) console.log(`pending ${name}`);
    if (pending.length === 0) console.log('up to date');
    else process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

/** Connects as the owner of the schema, who may differ from the app's role. */
export function migrationUrl(): string {
  const config = readSettings();
  return config.DATABASE_MIGRATION_URL || config.DATABASE_URL;
}
