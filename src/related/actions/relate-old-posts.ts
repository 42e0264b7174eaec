import type { Context } from '../../context.ts';
import {
  advanceBackfill,
  type BackfillProgress,
  deleteBackfill,
  lockBackfill,
  lockPostsAfter,
  selectBackfill,
} from '../store/backfill.ts';
import { relatePosts } from './relate-posts.ts';

/** As many as `relatePosts` gets of changed posts. */
const BATCH = 10;
/** Of one run, so that it does not occupy a worker for long; the next run continues. */
const BATCHES_MAX = 50;

/**
 * Finds what to read after posts from before related posts were stored. Waits until these posts are in the search index
 * and have a language, which it compares.
 */
export async function relateOldPosts(ctx: Context): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) if (!(await relateBatch(ctx))) return;
}

function relateBatch(ctx: Context): Promise<boolean> {
  return ctx.tx(async (trx) => {
    const progress = await lockBackfill(trx);
    if (!progress) return false;
    const ids = await lockPostsAfter(trx, progress.after_id, BATCH);
    const last = ids.at(-1);
    if (last === undefined) {
      await deleteBackfill(trx);
      return false;
    }
    await relatePosts(ctx, trx, ids);
    await advanceBackfill(trx, last);
    return true;
  });
}

/** Undefined once every post has been looked at. */
export function getRelatedProgress(
  ctx: Pick<Context, 'db'>,
): Promise<BackfillProgress | undefined> {
  return selectBackfill(ctx.db);
}
