import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { type Config, storageSettings } from '../../config.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { WrongUsage } from '../failure.ts';
import { readSettings } from '../settings.ts';
import { openExistingStorage } from '../storage.ts';
import { programVersion } from '../version.ts';
import { openChecksums, type Summed, sumFile, writeSummed } from './checksums.ts';
import {
  listCopies,
  makeCopy,
  makeDirectory,
  nameCopy,
  removeCopy,
  removePartials,
} from './copies.ts';
import { DATABASE, FORMAT, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { findTool, runTool, type Tool } from './postgres-tools.ts';
import * as store from './store.ts';
import { bytesText, sinceText } from './texts.ts';
import { copyUploads, hasUpload } from './uploads.ts';

/** Whoever can read the backup and has these can be the site; so they are kept apart. */
const NOT_INCLUDED = ['SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'all other settings', 'logs'];

type Options = { to?: string; keep?: number; pgDump?: string };

export async function backUp(options: Options): Promise<void> {
  const started = Date.now();
  const config = readSettings();
  const directory = options.to ?? config.BACKUP_DIR;
  if (!directory) throw new WrongUsage('Say where to: --to <dir>, or set BACKUP_DIR.');
  // For everything below, pg_dump's file included: a copy holds what nobody else may read.
  process.umask(0o077);
  const place = resolve(directory);
  await makeDirectory(place);
  const made = await store.withClient(ownerUrl(config), async (client) => {
    await store.lockBackups(client);
    const database = client.database ?? '';
    const server = await store.selectServerMajor(client);
    const tool = await findTool('pg_dump', server, options.pgDump);
    await removePartials(place, database);
    const path = await makeCopy(place, nameCopy(database, new Date()), (copy) =>
      fill({ config, client, server, tool, copy }),
    );
    return { path, database };
  });
  await describe(made.path, started);
  if (options.keep) await prune(place, made.database, options.keep);
}

/** Rights on the job queue's tables belong to the owner of the schema alone. */
export function ownerUrl(config: Config): string {
  return config.DATABASE_MIGRATION_URL || config.DATABASE_URL;
}

type Work = { config: Config; client: pg.Client; server: number; tool: Tool; copy: string };

/**
 * Uploads, then rows, then uploads again. A file is there before its row, so the second look finds those of
 * rows that came meanwhile; the first has those of rows that a sweep takes while the dump is made.
 */
async function fill({ config, client, server, tool, copy }: Work): Promise<void> {
  const storage = await openExistingStorage(storageSettings(config));
  const checksums = await openChecksums(copy);
  const uploads = { count: 0, bytes: 0, missing: 0 };
  const onCopied = async (copied: Summed) => {
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
      version: programVersion(),
      site: config.BASE_URL,
      snapshot_at,
      created_at: new Date().toISOString(),
      postgres: { server, pg_dump: tool.major },
      ...facts,
      database: { bytes: database.bytes, sha256: database.sha256 },
      uploads,
      key_check: createSecrets(config.SECRET_KEY, '').sign('backup', snapshot_at),
      not_included: NOT_INCLUDED,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await checksums.add(await writeSummed(copy, MANIFEST, Readable.from([Buffer.from(text)])));
  } finally {
    await checksums.close();
    storage.close();
  }
}

async function dump(config: Config, tool: Tool, copy: string, snapshot: string): Promise<Summed> {
  await runTool(tool, ownerUrl(config), [
    '--format=custom',
    `--snapshot=${snapshot}`,
    '--lock-wait-timeout=30s',
    `--file=${join(copy, DATABASE)}`,
  ]);
  return sumFile(copy, DATABASE);
}

async function readFacts(client: pg.Client) {
  return {
    migrations: await store.selectMigrations(client),
    roles: await store.selectGrantedRoles(client),
    rows: await store.countRows(client),
  };
}

async function describe(path: string, started: number): Promise<void> {
  const { rows, database, uploads } = await readManifest(path);
  const tables = Object.keys(rows).length;
  const total = Object.values(rows).reduce((sum, one) => sum + one, 0);
  console.log(`rows: ${total} in ${tables} tables (${bytesText(database.bytes)})`);
  console.log(`uploads: ${uploads.count} (${bytesText(uploads.bytes)})`);
  if (uploads.missing > 0) {
    console.log(
      `! uploads that storage does not have: ${uploads.missing}; \`lamplight verify --files\` names them`,
    );
  }
  console.log(`complete after ${sinceText(started)}: ${path}`);
  console.log(`Not in it, and needed to restore: SECRET_KEY. Keep it somewhere else.`);
}

async function prune(place: string, database: string, keep: number): Promise<void> {
  for (const old of (await listCopies(place, database)).slice(keep)) {
    await removeCopy(old);
    console.log(`removed ${old.name}`);
  }
}
