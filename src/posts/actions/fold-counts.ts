import type { Context } from '../../context.ts';
import { foldDeltas, listUnfolded } from '../store/counts.ts';

const POSTS_AT_ONCE = 100;

/** Brings counters up to date that were too busy to be written at once; run every moment by a worker. */
export async function foldCounts(ctx: Context): Promise<void> {
  for (const postId of await listUnfolded(ctx.db, POSTS_AT_ONCE)) {
    await ctx.tx((trx) => foldDeltas(trx, postId));
  }
}
