import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure, messageOf, NotChecked } from '../failure.ts';

/** The format of `sha256sum --check`, so that a backup can be verified without this program. */
const CHECKSUMS = 'SHA256SUMS';
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

export type FileChecksum = { path: string; bytes: number; sha256: string };
export type ChecksumLine = Pick<FileChecksum, 'path' | 'sha256'>;

export async function checksumFile(root: string, path: string): Promise<FileChecksum> {
  return { path, ...(await sum(createReadStream(join(root, path)))) };
}

/** Writes the file and syncs it to disk. */
export async function writeWithChecksum(
  root: string,
  path: string,
  body: Readable,
): Promise<FileChecksum> {
  const handle = await open(join(root, path), 'wx', 0o600);
  try {
    const written = await sum(body, (chunk) => handle.writeFile(chunk));
    await handle.sync();
    return { path, ...written };
  } finally {
    body.destroy();
    await handle.close();
  }
}

/** Appends a line per file as it is copied: there may be too many for memory. */
export async function openChecksums(root: string) {
  const handle = await open(join(root, CHECKSUMS), 'wx', 0o600);
  return {
    async add({ path, sha256 }: FileChecksum): Promise<void> {
      await handle.appendFile(`${sha256}  ${path}\n`);
    },
    async close(): Promise<void> {
      await handle.sync();
      await handle.close();
    },
  };
}

export async function* readChecksums(root: string): AsyncGenerator<ChecksumLine> {
  const handle = await unlessUnreadable(open(join(root, CHECKSUMS)));
  if (!handle) throw new Failure(`${root} is no complete backup: it has no ${CHECKSUMS}.`);
  try {
    for await (const line of handle.readLines()) {
      const [, sha256 = '', path = ''] = LINE.exec(line) ?? [];
      // A damaged line must not lead out of the backup's directory.
      const isInside = path !== '' && normalize(path) === path && !/^(\/|\.\.)/.test(path);
      if (!isInside) throw new Failure(`${root} is damaged: ${CHECKSUMS} has an invalid line.`);
      yield { path, sha256 };
    }
  } finally {
    await handle.close().catch(() => {});
  }
}

/** A file that this user may not read is unknown; any other that cannot be read is as good as missing. */
export async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EACCES' || code === 'EPERM') throw new NotChecked(messageOf(error));
    return undefined;
  }
}

async function sum(
  body: Readable,
  write: (chunk: Buffer) => Promise<void> = async () => {},
): Promise<Omit<FileChecksum, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    await write(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
