import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `lamplight-20261115T031500Z`: the database and the moment, so that names sort by age. */
const NAME = /^(.+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** On a copy that is being made or removed: whatever is called so is not whole. */
const PARTIAL = '.partial';
const ONLY_OURS = 0o700;

export type Copy = { name: string; path: string; at: Date };

export function nameCopy(database: string, at: Date): string {
  const moment = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return `${database}-${moment}`;
}

/** The whole ones, newest first; all that are there, or those of one database. */
export async function listCopies(directory: string, database?: string): Promise<Copy[]> {
  const names = await readdir(directory).catch(() => []);
  const copies = names.flatMap((name) => {
    const [, of, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    if (!of || (database && of !== database)) return [];
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return [{ name, path: join(directory, name), at }];
  });
  return copies.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Makes a copy under a name that says it is not whole; only a finished one gets its own. */
export async function makeCopy(
  directory: string,
  name: string,
  fill: (path: string) => Promise<void>,
): Promise<string> {
  const partial = join(directory, name + PARTIAL);
  const path = join(directory, name);
  await mkdir(partial, { mode: ONLY_OURS });
  try {
    await fill(partial);
    await syncTree(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  await syncDirectory(directory);
  return path;
}

/** Left behind by a backup that was killed; the caller makes sure that none is running. */
export async function removePartials(directory: string, database: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(PARTIAL)) continue;
    const [, of] = NAME.exec(name.slice(0, -PARTIAL.length)) ?? [];
    if (of === database) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Renamed first: half of a removed copy must not pass for a whole one. */
export async function removeCopy({ path }: Copy): Promise<void> {
  await rename(path, path + PARTIAL);
  await rm(path + PARTIAL, { recursive: true, force: true });
}

export async function makeDirectory(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: ONLY_OURS });
  if (made) await syncDirectory(dirname(made));
}

/** A file lasts once its directory is synced, and a directory once its parent is. */
async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name));
  }
  await syncDirectory(path);
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
