import { createReadStream } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILES_PREFIX as EXPORTS } from '../../exports/rules.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { Failure } from '../failure.ts';
import { readChecksums, type Summed, writeSummed } from './checksums.ts';
import { UPLOADS } from './manifest.ts';

/** Not worth keeping: a probe's file, and archives of their own data that members fetch within a day. */
const PASSING = ['probe/', EXPORTS];
/** A store across the network answers slowly, and many at once. */
const AT_ONCE = 8;

/** Copies what the copy does not have yet; a key never gets other content, so nothing is copied twice. */
export async function copyUploads(
  storage: Storage,
  copy: string,
  onCopied: (copied: Summed) => Promise<void>,
): Promise<void> {
  await eachAtOnce(storage.list(''), async ({ key }) => {
    if (PASSING.some((prefix) => key.startsWith(prefix)) || (await hasUpload(copy, key))) return;
    const file = await storage.get(key);
    // Removed since it was listed.
    if (!file) return;
    const path = join(UPLOADS, key);
    await mkdir(dirname(join(copy, path)), { recursive: true, mode: 0o700 });
    const copied = await writeSummed(copy, path, file.body);
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

/** All of them, whatever is in storage already: a put replaces a file as a whole. */
export async function restoreUploads(storage: Storage, copy: string): Promise<void> {
  await eachAtOnce(readChecksums(copy), async ({ path }) => {
    if (!path.startsWith(`${UPLOADS}/`)) return;
    const file = join(copy, path);
    const { size } = await stat(file);
    await storage.put(path.slice(UPLOADS.length + 1), { stream: createReadStream(file), size });
  });
}

/** A few works share one list; the first that fails ends it for all, and none is left running. */
export async function eachAtOnce<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const shared = items[Symbol.asyncIterator]();
  const workers = Array.from({ length: AT_ONCE }, async () => {
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
