import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../failure.ts';

/** As `sha256sum --check` reads it, so that a copy can be checked on a machine without this program. */
const CHECKSUMS = 'SHA256SUMS';
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

export type Summed = { path: string; bytes: number; sha256: string };
export type Listed = Pick<Summed, 'path' | 'sha256'>;

export async function sumFile(root: string, path: string): Promise<Summed> {
  return { path, ...(await sum(createReadStream(join(root, path)))) };
}

/** Written once, to the disk and not only to its cache. */
export async function writeSummed(root: string, path: string, body: Readable): Promise<Summed> {
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

/** One line for each file, added as it is copied: there may be more than memory should hold. */
export async function openChecksums(root: string) {
  const handle = await open(join(root, CHECKSUMS), 'wx', 0o600);
  return {
    async add({ path, sha256 }: Summed): Promise<void> {
      await handle.appendFile(`${sha256}  ${path}\n`);
    },
    async close(): Promise<void> {
      await handle.sync();
      await handle.close();
    },
  };
}

export async function* readChecksums(root: string): AsyncGenerator<Listed> {
  const handle = await open(join(root, CHECKSUMS)).catch(() => {
    throw new Failure(`${root} is no whole copy: there is no ${CHECKSUMS} in it.`);
  });
  try {
    for await (const line of handle.readLines()) {
      const [, sha256 = '', path = ''] = LINE.exec(line) ?? [];
      // A damaged line must not lead out of the copy.
      const isInside = path !== '' && normalize(path) === path && !/^(\/|\.\.)/.test(path);
      if (!isInside) throw new Failure(`${root} is damaged: ${CHECKSUMS} has a line that is none.`);
      yield { path, sha256 };
    }
  } finally {
    await handle.close().catch(() => {});
  }
}

async function sum(
  body: Readable,
  write: (chunk: Buffer) => Promise<void> = async () => {},
): Promise<Omit<Summed, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    await write(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
