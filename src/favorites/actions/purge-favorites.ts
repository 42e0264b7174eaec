import type { Context } from '../../context.ts';
import { deleteFoldersOf, lockDefaultFolder } from '../store/folders.ts';
import { removeSome } from '../store/items.ts';
import { subtractFavorites } from './save-post.ts';

const BATCH = 500;

/** In batches, to keep each transaction short even for a million saved posts. */
export async function purgeFavorites(ctx: Context, uid: number): Promise<void> {
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await ctx.tx(async (trx) => {
      if (!(await lockDefaultFolder(trx, uid))) return 0;
      const removal = await removeSome(trx, uid, BATCH);
      await subtractFavorites(trx, removal);
      return removal.items;
    });
  }
  await ctx.tx((trx) => deleteFoldersOf(trx, uid));
}
