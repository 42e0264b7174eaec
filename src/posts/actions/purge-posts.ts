import type { Context } from '../../context.ts';
import { forgetReasons } from '../../staff-log/actions.ts';
import { releaseUploads } from '../../uploads/actions.ts';
import { emptyPostsOf } from '../store/posts.ts';

const BATCH = 200;

/** In batches, because an author may have written for years and a transaction must stay short. */
export async function purgePosts(ctx: Context, uid: number): Promise<void> {
  for (let emptied = BATCH; emptied === BATCH; ) {
    emptied = await ctx.tx(async (trx) => {
      const ids = await emptyPostsOf(trx, uid, ctx.now(), BATCH);
      for (const id of ids) await releaseUploads(trx, { kind: 'post', id });
      await forgetReasons(trx, 'post', ids);
      return ids.length;
    });
  }
}
