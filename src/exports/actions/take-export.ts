import type { Context, Viewer } from '../../context.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';
import { updateReturned, updateTaken } from '../store/export.ts';

export type TakenExport = {
  file: StoredFile;
  /** The download is complete: delete the file. */
  done(): Promise<void>;
  /** The download failed: allow another try. */
  giveBack(): Promise<void>;
};

/** Allows one download. Marked as taken before the first byte, so that of two at once only one succeeds. */
export async function takeExport(ctx: Context, viewer: Viewer): Promise<TakenExport | undefined> {
  const taken = await ctx.autocommit((trx) => updateTaken(trx, viewer.uid, ctx.now()));
  if (!taken) return undefined;
  const { key } = taken;
  const giveBack = () => ctx.autocommit((trx) => updateReturned(trx, viewer.uid, key));
  try {
    const file = await ctx.storage.get(key);
    return file && { file, done: () => ctx.storage.remove(key), giveBack };
  } catch (error) {
    await giveBack();
    throw error;
  }
}
