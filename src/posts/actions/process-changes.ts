import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { deleteChanges, takeChanges } from '../store/changes.ts';

/** Brings what one domain derives from posts up to date. Must be idempotent, and read the posts itself. */
export type PostChangeHandler = (ctx: Context, trx: Trx, postIds: number[]) => Promise<void>;

/** Few posts a transaction: their texts are worked on while it is open. */
const BATCH = 10;
/** After this many batches the other recurring tasks get their turn. */
const BATCHES = 20;

/**
 * Takes the recorded changes and calls the handlers, all in one transaction: after a crash the changes are
 * taken again. A worker runs it on every tick; several workers may run it at once.
 */
export async function processPostChanges(
  ctx: Context,
  handlers: readonly PostChangeHandler[],
): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const taken = await ctx.tx(async (trx) => {
      const changes = await takeChanges(trx, BATCH);
      if (changes.length === 0) return 0;
      const postIds = [...new Set(changes.map(({ post_id }) => post_id))];
      for (const handle of handlers) await handle(ctx, trx, postIds);
      await deleteChanges(trx, changes);
      return changes.length;
    });
    if (taken < BATCH) return;
  }
}
