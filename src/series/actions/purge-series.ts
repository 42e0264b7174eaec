import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { eraseReasonsOfSeries } from '../../staff-log/actions.ts';
import { deletePosts, lockSeriesOfPosts } from '../store/posts.ts';
import { deleteSeriesOf, updateVersion } from '../store/series.ts';

/** D15: titles, descriptions and orders of a purged author, and the reasons of the staff about them. */
export async function purgeSeries(ctx: Context, uid: number): Promise<void> {
  await ctx.tx(async (trx) => {
    await deleteSeriesOf(trx, uid);
    await eraseReasonsOfSeries(trx, uid);
  });
}

/** D59: posts that are purged leave their series. Until then a restored one finds its series again. */
export async function removePurgedPosts(ctx: Context, trx: Trx, postIds: number[]): Promise<void> {
  for (const series of await lockSeriesOfPosts(trx, postIds)) {
    await deletePosts(trx, series, postIds);
    await updateVersion(trx, series.author_uid, [series.id], ctx.now());
  }
}
