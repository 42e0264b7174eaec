import { migrateDatabase } from '../platform/db/install.ts';
import { pendingMigrations } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { obstacleOf, waitUntilClear } from '../platform/db/wait.ts';
import { orNotChecked } from './failure.ts';
import { readSettings } from './settings.ts';

/** Retries for as long as given if PostgreSQL does not respond, also if it goes away in between. */
export async function applyPending(waitSeconds: number): Promise<void> {
  const url = migrationUrl();
  const deadline = performance.now() + waitSeconds * 1000;
  let names: string[] = [];
  const find = async () => {
    try {
      names = await migrateDatabase(url);
      return undefined;
    } catch (error) {
      const obstacle = obstacleOf(url, error);
      if (!obstacle || performance.now() >= deadline) throw error;
      return obstacle;
    }
  };
  await waitUntilClear(find, ({ message }) => console.error(message));
  for (const name of names) console.log(`applied ${name}`);
  if (names.length === 0) console.log('up to date');
}

export async function printStatus(): Promise<void> {
  const pool = openPool({ url: migrationUrl(), role: '', size: 1, name: 'lamplight migrate' });
  try {
    const pending = await orNotChecked(pendingMigrations(pool));
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
