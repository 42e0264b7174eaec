import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `lamplight-20261115T031500Z`: the database and the time, so that names sort by age. */
const NAME = /^(.+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** Suffix of a backup that is being written or removed, and so is incomplete. */
const PARTIAL = '.partial';
const OWNER_ONLY = 0o700;

export type Backup = { name: string; path: string; at: Date };

export function nameBackup(database: string, at: Date): string {
  const time = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return `${database}-${time}`;
}

/** The complete backups, newest first; all of them, or those of one database. */
export async function listBackups(directory: string, database?: string): Promise<Backup[]> {
  const names = await readdir(directory).catch(() => []);
  const backups = names.flatMap((name) => {
    const [, of, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    if (!of || (database && of !== database)) return [];
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return [{ name, path: join(directory, name), at }];
  });
  return backups.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Writes under the partial name and renames when complete. */
export async function createBackup(
  directory: string,
  name: string,
  fill: (path: string) => Promise<void>,
): Promise<string> {
  const partial = join(directory, name + PARTIAL);
  const path = join(directory, name);
  await mkdir(partial, { mode: OWNER_ONLY });
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

/** Removes what a killed backup left behind; the caller makes sure that none is running. */
export async function removePartials(directory: string, database: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(PARTIAL)) continue;
    const [, of] = NAME.exec(name.slice(0, -PARTIAL.length)) ?? [];
    if (of === database) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Renames first: a half removed backup must not look complete. */
export async function removeBackup({ path }: Backup): Promise<void> {
  await rename(path, path + PARTIAL);
  await rm(path + PARTIAL, { recursive: true, force: true });
}

export async function makeDirectory(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: OWNER_ONLY });
  if (made) await syncDirectory(dirname(made));
}

/** A file survives a crash once its directory is synced, and a directory once its parent is. */
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
