import { type FileHandle, open, rm } from 'node:fs/promises';
import { storageSettings } from '../config.ts';
import { writeArchive } from '../exports/archive.ts';
import { withContext } from './context.ts';
import { Failure } from './failure.ts';
import { readSettings } from './settings.ts';
import { openExistingStorage } from './storage.ts';
import { getUserByName } from './user-actions.ts';

/** The export of a member who cannot request it, because they are banned or lost their password. */
export async function exportUser(name: string, path: string): Promise<void> {
  const config = readSettings();
  const storage = await openExistingStorage(storageSettings(config));
  try {
    await withContext(config, async (bare) => {
      const ctx = { ...bare, storage };
      const { uid, email } = await getUserByName(ctx, name);
      const file = await createFile(path);
      try {
        await writeArchive(ctx, uid, file.createWriteStream({ flush: true }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      console.log(`wrote the data of user ${uid} (${email}) to ${path}`);
    });
  } finally {
    storage.close();
  }
}

/** Readable by the operator only; never overwrites a file. */
async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Failure(`${path} already exists.`);
    throw error;
  }
}
