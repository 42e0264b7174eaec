import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { type Config, storageSettings } from '../../config.ts';
import {
  createBackup,
  listBackups,
  makeDirectory,
  nameBackup,
  removeBackup,
  removePartials,
} from '../../platform/backup-directory.ts';
import { formatBytes, formatElapsed } from '../../platform/format-size.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { readVersion } from '../../version.ts';
import { messageOf, WrongUsage } from '../failure.ts';
import { readSettings } from '../settings.ts';
import { openExistingStorage } from '../storage.ts';
import { checksumFile, type FileChecksum, openChecksums, writeWithChecksum } from './checksums.ts';
import { DATABASE, FORMAT, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { findTool, runTool, type Tool } from './postgres-tools.ts';
import * as store from './store.ts';
import { copyUploads, hasUpload } from './uploads.ts';

/** With the secret key and a backup an attacker could impersonate the site, so the key is not included. */
const NOT_INCLUDED = ['SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'all other settings', 'logs'];

/** The name of this program's own backups in the records. */
const TOOL = 'lamplight';

type Options = { to?: string; keep?: number; pgDump?: string };

export async function backUp(options: Options): Promise<void> {
  const started = Date.now();
  const config = readSettings();
  const directory = options.to ?? config.BACKUP_DIR;
  if (!directory) throw new WrongUsage('Name the directory: --to <dir>, or set BACKUP_DIR.');
  // A backup contains private data, so all files below, also pg_dump's, are readable by this user only.
  process.umask(0o077);
  const target = resolve(directory);
  await makeDirectory(target);
  const backup = await store.withClient(ownerUrl(config), async (client) => {
    await store.lockBackups(client);
    const database = client.database ?? '';
    const server = await store.selectServerMajor(client);
    const tool = await findTool('pg_dump', server, options.pgDump);
    await removePartials(target, database);
    const path = await createBackup(target, nameBackup(database, new Date()), (copy) =>
      writeBackup({ config, client, server, tool, copy }),
    );
    const manifest = await readManifest(path);
    return { path, database, manifest, unrecorded: await record(client, manifest) };
  });
  printSummary(backup, started);
  if (options.keep) await prune(target, backup.database, options.keep);
}

/** Only the owner of the schema may read the tables of the job queue. */
export function ownerUrl(config: Config): string {
  return config.DATABASE_MIGRATION_URL || config.DATABASE_URL;
}

type BackupJob = { config: Config; client: pg.Client; server: number; tool: Tool; copy: string };

/**
 * Uploads, then rows, then uploads again. A file is written before its row, so the second pass finds the files of
 * rows inserted meanwhile; the first pass has the files of rows that a sweep deletes during the dump.
 */
async function writeBackup({ config, client, server, tool, copy }: BackupJob): Promise<void> {
  const storage = await openExistingStorage(storageSettings(config));
  const checksums = await openChecksums(copy);
  const uploads = { count: 0, bytes: 0, missing: 0 };
  const onCopied = async (copied: FileChecksum) => {
    await checksums.add(copied);
    uploads.count++;
    uploads.bytes += copied.bytes;
  };
  try {
    await copyUploads(storage, copy, onCopied);
    const snapshot = await store.beginSnapshot(client);
    const [database, facts] = await Promise.all([
      dump(config, tool, copy, snapshot.id),
      readFacts(client),
    ]);
    await checksums.add(database);
    await copyUploads(storage, copy, onCopied);
    for await (const key of store.listUploadKeys(client)) {
      if (!(await hasUpload(copy, key))) uploads.missing++;
    }
    await client.query('COMMIT');
    const snapshot_at = snapshot.at.toISOString();
    const manifest: Manifest = {
      format: FORMAT,
      version: readVersion(),
      site: config.BASE_URL,
      snapshot_at,
      created_at: new Date().toISOString(),
      postgres: { server, pg_dump: tool.major },
      ...facts,
      database: { bytes: database.bytes, sha256: database.sha256 },
      uploads,
      key_check: openSecrets(config).sign('backup', snapshot_at),
      not_included: NOT_INCLUDED,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await checksums.add(
      await writeWithChecksum(copy, MANIFEST, Readable.from([Buffer.from(text)])),
    );
  } finally {
    await checksums.close();
    storage.close();
  }
}

async function dump(
  config: Config,
  tool: Tool,
  copy: string,
  snapshot: string,
): Promise<FileChecksum> {
  await runTool(tool, ownerUrl(config), [
    '--format=custom',
    `--snapshot=${snapshot}`,
    '--lock-wait-timeout=30s',
    // The visitors of today (D62): no backup contains them.
    '--no-unlogged-table-data',
    `--file=${join(copy, DATABASE)}`,
  ]);
  return checksumFile(copy, DATABASE);
}

async function readFacts(client: pg.Client) {
  return {
    migrations: await store.selectMigrations(client),
    roles: await store.selectGrantedRoles(client),
    rows: await store.countRows(client),
  };
}

/** Returns why it failed, if it did: the backup is complete even so, and an older schema has no table for it. */
async function record(client: pg.Client, manifest: Manifest): Promise<string | undefined> {
  const { snapshot_at, database, uploads } = manifest;
  const bytes = database.bytes + uploads.bytes;
  try {
    await store.upsertRecord(client, { tool: TOOL, snapshot_at, bytes });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** For backups made by other programs. */
export async function recordBackup(tool: string): Promise<void> {
  await store.withClient(ownerUrl(readSettings()), (client) =>
    store.upsertRecord(client, { tool }),
  );
  console.log(`recorded: ${tool} has just completed a backup`);
}

type Summary = { path: string; manifest: Manifest; unrecorded: string | undefined };

function printSummary({ path, manifest, unrecorded }: Summary, started: number): void {
  const { rows, database, uploads } = manifest;
  const tables = Object.keys(rows).length;
  const total = Object.values(rows).reduce((sum, one) => sum + one, 0);
  console.log(`rows: ${total} in ${tables} tables (${formatBytes(database.bytes)})`);
  console.log(`uploads: ${uploads.count} (${formatBytes(uploads.bytes)})`);
  if (uploads.missing > 0) {
    console.log(
      `! uploads that storage does not have: ${uploads.missing}; \`lamplight verify --files\` names them`,
    );
  }
  if (unrecorded) console.log(`! not recorded, so metrics do not show it: ${unrecorded}`);
  console.log(`complete after ${formatElapsed(started)}: ${path}`);
  console.log(`Not in it, and needed to restore: SECRET_KEY. Keep it somewhere else.`);
}

async function prune(target: string, database: string, keep: number): Promise<void> {
  for (const old of (await listBackups(target, database)).slice(keep)) {
    await removeBackup(old);
    console.log(`removed ${old.name}`);
  }
}
