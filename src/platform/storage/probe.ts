import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Storage } from './storage.ts';

/** Uses every operation once, so that a missing permission fails here and not in a nightly job. */
export async function probeStorage(storage: Omit<Storage, 'check'>): Promise<void> {
  const key = `probe/${randomUUID()}.txt`;
  const written = Buffer.from(key);

  await storage.put(key, written);
  try {
    const file = await storage.get(key);
    if (!file || !written.equals(await buffer(file.body))) {
      throw new Error('The storage returned another file than was stored');
    }
    if (!(await isListed(storage, key))) {
      throw new Error('The storage does not list a stored file');
    }
  } finally {
    await storage.remove(key);
  }

  const left = await storage.get(key);
  if (left) {
    left.body.destroy();
    throw new Error('The storage still has a file that was removed');
  }
}

async function isListed(storage: Pick<Storage, 'list'>, key: string): Promise<boolean> {
  for await (const entry of storage.list(key)) return entry.key === key;
  return false;
}
