import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './disk-missing.ts';
import { isStorageKey } from './keys.ts';
import type { StoredEntry } from './storage.ts';

export function listFiles(root: string, prefix: string, after = ''): AsyncIterable<StoredEntry> {
  return listFolder(root, '', prefix, after);
}

async function* listFolder(
  root: string,
  folder: string,
  prefix: string,
  after: string,
): AsyncGenerator<StoredEntry> {
  for (const name of await namesIn(root, folder)) {
    if (name.endsWith('/')) {
      if (mayContain(name, prefix, after)) yield* listFolder(root, name, prefix, after);
    } else if (name.startsWith(prefix) && name > after && isStorageKey(name)) {
      const stats = await unlessMissing(stat(join(root, name)));
      if (stats) yield { key: name, size: stats.size, modified_at: stats.mtime };
    }
  }
}

// A folder sorts by its name with the slash, as S3 sorts keys: `a-b` before `a/b` before `a0`.
async function namesIn(root: string, folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(join(root, folder), { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
}

function mayContain(folder: string, prefix: string, after: string): boolean {
  const matches = folder.startsWith(prefix) || prefix.startsWith(folder);
  const isBehind = folder > after || after.startsWith(folder);
  return matches && isBehind;
}
