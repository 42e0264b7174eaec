import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { eraseReasons } from '../../staff-log/actions.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { emptyDeletedPosts, emptyPostsOf } from '../store/purge.ts';

const BATCH = 200;

/** Deletes what domains above this one store of a post; `jobs.ts` lists them. */
export type PurgeOfPosts = (ctx: Context, trx: Trx, ids: number[]) => Promise<void>;

/** In batches, to keep each transaction short even for an author with years of posts. */
export async function purgePosts(
  ctx: Context,
  uid: number,
  higherDomains: PurgeOfPosts[] = [],
): Promise<void> {
  for (let emptied = BATCH; emptied === BATCH; ) {
    emptied = await ctx.tx(async (trx) => {
      const ids = await emptyPostsOf(trx, uid, ctx.now(), BATCH);
      await detachUploads(trx, 'post', ids, ctx.now());
      await eraseReasons(trx, 'post', ids);
      for (const purge of higherDomains) await purge(ctx, trx, ids);
      return ids.length;
    });
  }
}

/**
 * D24, D59: empties posts whose time for restoring has passed, and detaches their pictures. Reasons in the staff log
 * stay: the author is still a member. Returns the posts of this batch.
 */
export async function purgeDeletedBatch(
  ctx: Context,
  trx: Trx,
  deletedBefore: Date,
  limit: number,
): Promise<number[]> {
  const ids = await emptyDeletedPosts(trx, deletedBefore, ctx.now(), limit);
  await detachUploads(trx, 'post', ids, ctx.now());
  return ids;
}
