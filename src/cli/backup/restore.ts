import { join, resolve } from 'node:path';
import type pg from 'pg';
import { type Config, storageSettings } from '../../config.ts';
import { migrateDatabase } from '../../platform/db/install.ts';
import { ensureAppRole, knownMigrations } from '../../platform/db/migrate.ts';
import { formatElapsed } from '../../platform/format-size.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { readVersion } from '../../version.ts';
import { Failure } from '../failure.ts';
import { readSettings } from '../settings.ts';
import { verifySite } from '../verify.ts';
import { ownerUrl } from './back-up.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { findTool, runTool, type Tool } from './postgres-tools.ts';
import * as store from './store.ts';
import { restoreUploads } from './uploads.ts';
import { assertIntact } from './verify-backup.ts';

const NAMED_RELATIONS = 3;

/** Checks everything before it writes. Returns whether the restored site verifies. */
export async function restoreSite(directory: string, pgRestore?: string): Promise<boolean> {
  const started = Date.now();
  const config = readSettings();
  const copy = resolve(directory);
  const manifest = await assertIntact(copy);
  console.log(`✓ backup: every checksum agrees; snapshot of ${manifest.snapshot_at}`);
  await store.withClient(ownerUrl(config), async (client) => {
    const tool = await assertRestorable(client, manifest, pgRestore);
    warnOfOtherKey(config, manifest);
    await ensureAppRole(client);
    await restoreFiles(config, copy, manifest);
    await restoreRows(config, client, tool, copy);
    await assertRowCounts(client, manifest);
  });
  const applied = await migrateDatabase(ownerUrl(config));
  for (const name of applied) console.log(`✓ applied ${name}`);
  const clean = await verifySite({ repair: false, json: false, files: true });
  console.log(
    clean
      ? `restored in ${formatElapsed(started)}: ${config.BASE_URL} is as it was at ${manifest.snapshot_at}`
      : 'restored, with the differences above: the site had them when the backup was made, or the storage contains files of another site',
  );
  return clean;
}

async function assertRestorable(
  client: pg.Client,
  manifest: Manifest,
  pgRestore: string | undefined,
): Promise<Tool> {
  const known = await knownMigrations();
  const unknown = manifest.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Failure(
      `The backup is of version ${manifest.version} and newer than this program, which is ${readVersion()} and does not know ${unknown.join(', ')}. Install that version or a newer one.`,
    );
  }
  await assertEmpty(client);
  const { server, pg_dump } = manifest.postgres;
  const here = await store.selectServerMajor(client);
  if (here < server) {
    throw new Failure(
      `The backup is of PostgreSQL ${server}, and this server is ${here}: an older server cannot restore it.`,
    );
  }
  const tool = await findTool('pg_restore', pg_dump, pgRestore);
  const granted = manifest.roles.filter((role) => role !== 'lamplight_app');
  const missing = await store.selectMissingRoles(client, granted);
  if (missing.length > 0) {
    const make = missing.map((role) => `CREATE ROLE "${role}" NOLOGIN;`).join(' ');
    throw new Failure(
      `The backup grants privileges to roles this server does not have: ${missing.join(', ')}. Let an administrator run: ${make}`,
    );
  }
  return tool;
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const names = await store.selectRelations(client);
  if (names.length === 0) return;
  const named = names.slice(0, NAMED_RELATIONS).join(', ');
  const more = names.length - NAMED_RELATIONS;
  throw new Failure(
    [
      `The database ${client.database} is not empty: it contains ${named}${more > 0 ? ` and ${more} more` : ''}. Nothing was changed.`,
      "Create an empty one and set DATABASE_URL to it: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.",
      'If a restore was interrupted after it had restored the rows: `lamplight migrate`, then `lamplight verify --files`.',
    ].join('\n'),
  );
}

function warnOfOtherKey(config: Config, { snapshot_at, key_check }: Manifest): void {
  const secrets = openSecrets(config);
  if (secrets.verify('backup', snapshot_at, key_check)) return;
  console.log('! SECRET_KEY is not the one the site had: all members will have to log in again');
}

async function restoreFiles(config: Config, copy: string, { uploads }: Manifest): Promise<void> {
  const storage = await openStorage(storageSettings(config));
  try {
    await storage.check();
    await restoreUploads(storage, copy);
    console.log(`✓ uploads: ${uploads.count} are in storage`);
  } finally {
    storage.close();
  }
}

/** In one transaction: an interrupted restore leaves the database empty and can be repeated. */
async function restoreRows(
  config: Config,
  client: pg.Client,
  tool: Tool,
  copy: string,
): Promise<void> {
  await assertEmpty(client);
  await runTool(tool, ownerUrl(config), [
    '--single-transaction',
    '--exit-on-error',
    // The restoring role owns the tables; granted privileges are restored.
    '--no-owner',
    join(copy, DATABASE),
  ]);
}

async function assertRowCounts(client: pg.Client, { rows }: Manifest): Promise<void> {
  const found = await store.countRows(client);
  const wrong = Object.entries(rows)
    .filter(([table, count]) => found[table] !== count)
    .map(([table, count]) => `${table} has ${found[table] ?? 'no'} rows instead of ${count}`);
  if (wrong.length > 0) throw new Failure(`Rows are missing: ${wrong.join(', ')}`);
  const total = Object.values(rows).reduce((sum, one) => sum + one, 0);
  console.log(`✓ rows: ${total} in ${Object.keys(rows).length} tables`);
}
