import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { writeBody } from './body.ts';
import { listFiles } from './disk-list.ts';
import { unlessMissing } from './disk-missing.ts';
import { assertStorageKey, contentTypeOf } from './keys.ts';
import { probeStorage } from './probe.ts';
import type { DiskSettings, Storage, StoredFile } from './storage.ts';

// Inside the root, so that a rename stays on one file system. With a dot, so that it is no valid key.
const TEMPORARY = '.tmp';
const TEMPORARY_MAX_AGE_MS = 24 * 60 * 60 * 1000;

export async function openDiskStorage(settings: DiskSettings): Promise<Storage> {
  const root = resolve(settings.directory);
  await mkdir(join(root, TEMPORARY), { recursive: true });
  await removeOldTemporaries(join(root, TEMPORARY));

  const files = {
    put: (key, body) => writeBody(body, (bytes) => putFile(root, key, bytes)),
    get: (key) => getFile(root, key),
    remove: (key) => removeFile(root, key),
    list: (prefix, after) => listFiles(root, prefix, after),
    close() {},
  } satisfies Omit<Storage, 'check'>;
  return { ...files, check: () => probeStorage(files) };
}

// Write to a temporary file, sync, rename: readers see the old file or the new one and never a part, also after a
// power failure.
async function putFile(root: string, key: string, bytes: Buffer | Readable): Promise<void> {
  const target = pathOf(root, key);
  const temporary = join(root, TEMPORARY, randomUUID());
  try {
    await writeSynced(temporary, bytes);
    const made = await mkdir(dirname(target), { recursive: true });
    await rename(temporary, target);
    await syncDirectories(dirname(target), made ? dirname(made) : dirname(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function getFile(root: string, key: string): Promise<StoredFile | undefined> {
  const handle = await unlessMissing(open(pathOf(root, key)));
  if (!handle) return undefined;

  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    return undefined;
  }
  return { body: handle.createReadStream(), size: stats.size, content_type: contentTypeOf(key) };
}

async function removeFile(root: string, key: string): Promise<void> {
  await unlessMissing(unlink(pathOf(root, key)));
}

function pathOf(root: string, key: string): string {
  assertStorageKey(key);
  return join(root, key);
}

async function writeSynced(path: string, bytes: Buffer | Readable): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// A rename is durable once the directory is synced, and a new directory once its parent is.
async function syncDirectories(from: string, to: string): Promise<void> {
  for (let directory = from; ; directory = dirname(directory)) {
    const handle = await open(directory);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (directory === to) return;
  }
}

// Left by killed processes. A younger file may belong to a running process.
async function removeOldTemporaries(directory: string): Promise<void> {
  const oldest = Date.now() - TEMPORARY_MAX_AGE_MS;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const stats = await unlessMissing(stat(path));
    if (stats && stats.mtimeMs < oldest) await rm(path, { force: true });
  }
}
