import { join, resolve } from 'node:path';
import type pg from 'pg';
import { type Config, storageSettings } from '../../config.ts';
import { migrateDatabase } from '../../platform/db/install.ts';
import { ensureAppRole, knownMigrations } from '../../platform/db/migrate.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { Failure } from '../failure.ts';
import { readSettings } from '../settings.ts';
import { verifySite } from '../verify.ts';
import { programVersion } from '../version.ts';
import { ownerUrl } from './back-up.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { findTool, runTool, type Tool } from './postgres-tools.ts';
import * as store from './store.ts';
import { sinceText } from './texts.ts';
import { restoreUploads } from './uploads.ts';
import { assertWhole } from './verify-copy.ts';

const NAMED_RELATIONS = 3;

/** True when every number is right in the end. Nothing is written before everything has been looked at. */
export async function restoreSite(directory: string, pgRestore?: string): Promise<boolean> {
  const started = Date.now();
  const config = readSettings();
  const copy = resolve(directory);
  const manifest = await assertWhole(copy);
  console.log(`✓ copy: every checksum agrees; of ${manifest.snapshot_at}`);
  await store.withClient(ownerUrl(config), async (client) => {
    const tool = await assertRestorable(client, manifest, pgRestore);
    noticeOtherKey(config, manifest);
    await ensureAppRole(client);
    await bringUploads(config, copy, manifest);
    await bringRows(config, client, tool, copy);
    await assertAllThere(client, manifest);
  });
  const applied = await migrateDatabase(ownerUrl(config));
  for (const name of applied) console.log(`✓ applied ${name}`);
  const clean = await verifySite({ repair: false, json: false, files: true });
  console.log(
    clean
      ? `restored in ${sinceText(started)}: ${config.BASE_URL} is as it was at ${manifest.snapshot_at}`
      : 'restored, and what the lines above name differs: it did so when the copy was made, or storage holds files of another site',
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
      `The copy is of version ${manifest.version} and newer than this program, which is ${programVersion()} and does not know ${unknown.join(', ')}. Install that version or a newer one.`,
    );
  }
  await assertEmpty(client);
  const { server, pg_dump } = manifest.postgres;
  const here = await store.selectServerMajor(client);
  if (here < server) {
    throw new Failure(
      `The copy is of a PostgreSQL ${server}, and this one is ${here}: an older server cannot take it.`,
    );
  }
  const tool = await findTool('pg_restore', pg_dump, pgRestore);
  const granted = manifest.roles.filter((role) => role !== 'lamplight_app');
  const missing = await store.selectMissingRoles(client, granted);
  if (missing.length > 0) {
    const make = missing.map((role) => `CREATE ROLE "${role}" NOLOGIN;`).join(' ');
    throw new Failure(
      `The copy gives rights to roles this server does not have: ${missing.join(', ')}. Let an administrator run: ${make}`,
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
      `The database ${client.database} is not empty: it holds ${named}${more > 0 ? ` and ${more} more` : ''}. Nothing was changed.`,
      "Make an empty one and name it in DATABASE_URL: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.",
      'If a restore was interrupted after its rows were in: `lamplight migrate`, then `lamplight verify --files`.',
    ].join('\n'),
  );
}

function noticeOtherKey(config: Config, { snapshot_at, key_check }: Manifest): void {
  const secrets = createSecrets(config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
  if (secrets.verify('backup', snapshot_at, key_check)) return;
  console.log('! SECRET_KEY is not the one the site had: everybody will have to log in again');
}

async function bringUploads(config: Config, copy: string, { uploads }: Manifest): Promise<void> {
  const storage = await openStorage(storageSettings(config));
  try {
    await storage.check();
    await restoreUploads(storage, copy);
    console.log(`✓ uploads: ${uploads.count} are in storage`);
  } finally {
    storage.close();
  }
}

/** In one transaction: a restore that is cut off leaves the database as empty as it was, to be tried again. */
async function bringRows(
  config: Config,
  client: pg.Client,
  tool: Tool,
  copy: string,
): Promise<void> {
  await assertEmpty(client);
  await runTool(tool, ownerUrl(config), [
    '--single-transaction',
    '--exit-on-error',
    // Whoever restores owns the tables; rights that were given are given again.
    '--no-owner',
    join(copy, DATABASE),
  ]);
}

async function assertAllThere(client: pg.Client, { rows }: Manifest): Promise<void> {
  const found = await store.countRows(client);
  const wrong = Object.entries(rows)
    .filter(([table, count]) => found[table] !== count)
    .map(([table, count]) => `${table} has ${found[table] ?? 'no'} rows instead of ${count}`);
  if (wrong.length > 0) throw new Failure(`The rows are not all there: ${wrong.join(', ')}`);
  const total = Object.values(rows).reduce((sum, one) => sum + one, 0);
  console.log(`✓ rows: ${total} in ${Object.keys(rows).length} tables`);
}
