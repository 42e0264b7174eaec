import { type FileHandle, open, rm } from 'node:fs/promises';
import { storageSettings } from '../config.ts';
import { writeArchive } from '../exports/archive.ts';
import { withContext } from './context.ts';
import { Failure } from './failure.ts';
import { readSettings } from './settings.ts';
import { openExistingStorage } from './storage.ts';
import { getNamedUser } from './user-actions.ts';

/** The zip a member would get, for whoever cannot ask for it: somebody banned, or without their password. */
export async function exportUser(name: string, path: string): Promise<void> {
  const config = readSettings();
  const storage = await openExistingStorage(storageSettings(config));
  try {
    await withContext(config, async (bare) => {
      const ctx = { ...bare, storage };
      const { uid, email } = await getNamedUser(ctx, name);
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

/** For the operator's eyes alone, and never over a file that is there. */
async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Failure(`${path} is there already.`);
    throw error;
  }
}
