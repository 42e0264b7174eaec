import type { Context, Viewer } from '../../context.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
import { Refusal } from '../../refusals.ts';
import { FOLDERS_MAX } from '../rules.ts';
import type { Folder, FolderChanges, NewFolder } from '../schema.ts';
import { countFolders, deleteFolder, insertFolder, updateFolder } from '../store/folders.ts';
import { emptyFolder } from '../store/items.ts';
import { lockFavorites, lockOwnFolder } from './lock-favorites.ts';
import { presentFolder } from './read-folders.ts';
import { subtractFavorites } from './save-post.ts';

export async function createFolder(
  ctx: Context,
  viewer: Viewer,
  input: NewFolder,
): Promise<Folder> {
  const text = await withLanguage(input.name, input.description);
  const row = await ctx.tx(async (trx) => {
    await lockFavorites(ctx, trx, viewer.uid);
    // Counted under the lock, so that concurrent requests cannot exceed the limit.
    if ((await countFolders(trx, viewer.uid)) >= FOLDERS_MAX)
      throw new Refusal('too_many', { limit: FOLDERS_MAX });
    return insertFolder(trx, {
      ...text,
      uid: viewer.uid,
      is_public: input.is_public ?? true,
      created_at: ctx.now(),
    });
  });
  return presentFolder(ctx, viewer, row);
}

export async function changeFolder(
  ctx: Context,
  viewer: Viewer,
  id: number,
  input: FolderChanges,
): Promise<Folder> {
  const row = await ctx.tx(async (trx) => {
    const folder = await lockOwnFolder(ctx, trx, viewer, id);
    return updateFolder(trx, folder, {
      ...(await withLanguage(input.name ?? folder.name, input.description ?? folder.description)),
      is_public: input.is_public ?? folder.is_public,
    });
  });
  return presentFolder(ctx, viewer, row);
}

async function withLanguage(name: string, description = '') {
  const text = { name: name.trim(), description: description.trim() };
  return { ...text, lang: await detectLanguage(`${text.name}\n${text.description}`) };
}

/** D33: the default folder cannot be removed. Posts that are in no other own folder are no longer favorites. */
export async function removeFolder(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const folder = await lockOwnFolder(ctx, trx, viewer, id);
    if (folder.is_default) throw new Refusal('default_folder');
    const removal = await emptyFolder(trx, folder);
    await deleteFolder(trx, folder);
    await subtractFavorites(trx, removal);
  });
}
