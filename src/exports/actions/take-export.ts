import type { Context, Viewer } from '../../context.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';
import { updateReturned, updateTaken } from '../store/export.ts';

export type TakenExport = {
  file: StoredFile;
  /** The member has it: it goes from the server. */
  done(): Promise<void>;
  /** It did not arrive whole: they may try again. */
  giveBack(): Promise<void>;
};

/** One time. Taken before the first byte leaves, so that two at once are one and nothing. */
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
