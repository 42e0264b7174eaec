import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { subtractComments } from '../../posts/actions/post-counts.ts';
import { type CountChange, countRoots } from '../store/write.ts';

/**
 * Writes the counters of threads and posts after comments were deleted (1) or restored (-1). Others wait for these rows, so this
 * is the last step of a transaction.
 */
export async function countChanges(
  ctx: Context,
  trx: Trx,
  changes: CountChange[],
  direction: 1 | -1,
): Promise<void> {
  await countRoots(
    trx,
    changes.map(({ post_id, root_id }) => ({ post_id, id: root_id })),
  );
  for (const { post_id, comments } of changes)
    if (comments !== 0) await subtractComments(ctx, trx, post_id, direction * comments);
}
