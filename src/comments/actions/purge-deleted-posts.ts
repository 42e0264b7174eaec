import type { Context } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import { type PurgeOfPosts, purgeDeletedBatch } from '../../posts/actions/purge-posts.ts';
import { DELETED_POST_DAYS } from '../../posts/rules.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { listPicturesOn } from '../store/purge.ts';

const BATCH = 100;

/** D24, D59: purges posts deleted long ago, and the images of their comments, which are hidden with them. */
export async function purgeDeletedPosts(
  ctx: Context,
  higherDomains: PurgeOfPosts[] = [],
): Promise<void> {
  const deletedBefore = addDays(ctx.now(), -DELETED_POST_DAYS);
  for (let purged = BATCH; purged === BATCH; ) {
    purged = await ctx.tx(async (trx) => {
      const ids = await purgeDeletedBatch(ctx, trx, deletedBefore, BATCH);
      for (const purge of higherDomains) await purge(ctx, trx, ids);
      const comments = await listPicturesOn(trx, ids);
      await detachUploads(trx, 'comment', comments, ctx.now());
      return ids.length;
    });
  }
}
