import type { Context } from '../../context.ts';
import { emptyPostsOf } from '../store/posts.ts';

const BATCH = 200;

/** In batches, because an author may have written for years and a transaction must stay short. */
export async function purgePosts(ctx: Context, uid: number): Promise<void> {
  for (let emptied = BATCH; emptied === BATCH; ) {
    emptied = await ctx.tx((trx) => emptyPostsOf(trx, uid, ctx.now(), BATCH));
  }
}
