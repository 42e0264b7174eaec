import { createReadStream } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILES_PREFIX as EXPORTS } from '../../exports/rules.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { PICTURES_PREFIX } from '../../sharing/rules.ts';
import { ASSETS_PREFIX } from '../../ui/published-assets.ts';
import { Failure } from '../failure.ts';
import { type FileChecksum, readChecksums, writeWithChecksum } from './checksums.ts';
import { UPLOADS } from './manifest.ts';

/** Not backed up: files of storage checks, exports, which exist for a day only, and what each start publishes. */
const TEMPORARY_PREFIXES = ['probe/', EXPORTS, ASSETS_PREFIX, PICTURES_PREFIX];
/** Object storage has a high latency, so copy several files at once. */
const CONCURRENCY = 8;

/** Copies the files that the backup does not have yet; the content of a key never changes. */
export async function copyUploads(
  storage: Storage,
  copy: string,
  onCopied: (copied: FileChecksum) => Promise<void>,
): Promise<void> {
  await forEachConcurrently(storage.list(''), async ({ key }) => {
    if (TEMPORARY_PREFIXES.some((prefix) => key.startsWith(prefix)) || (await hasUpload(copy, key)))
      return;
    const file = await storage.get(key);
    // Deleted since it was listed.
    if (!file) return;
    const path = join(UPLOADS, key);
    await mkdir(dirname(join(copy, path)), { recursive: true, mode: 0o700 });
    const copied = await writeWithChecksum(copy, path, file.body);
    if (copied.bytes !== file.size) {
      throw new Failure(`${key} has ${file.size} bytes, of which ${copied.bytes} could be read.`);
    }
    await onCopied(copied);
  });
}

export async function hasUpload(copy: string, key: string): Promise<boolean> {
  return access(join(copy, UPLOADS, key)).then(
    () => true,
    () => false,
  );
}

/** Replaces files that are already in storage. */
export async function restoreUploads(storage: Storage, copy: string): Promise<void> {
  await forEachConcurrently(readChecksums(copy), async ({ path }) => {
    if (!path.startsWith(`${UPLOADS}/`)) return;
    const file = join(copy, path);
    const { size } = await stat(file);
    await storage.put(path.slice(UPLOADS.length + 1), { stream: createReadStream(file), size });
  });
}

/** Workers share one iterator. The first failure stops all, and the promise settles after the last one ended. */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const shared = items[Symbol.asyncIterator]();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (;;) {
      const { done, value } = await shared.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        await shared.return?.();
        throw error;
      }
    }
  });
  const outcomes = await Promise.allSettled(workers);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
