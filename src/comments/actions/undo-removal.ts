import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { subtractComments } from '../../posts/actions/post-counts.ts';
import { listUses, restoreUses, type UploadUse } from '../../uploads/actions.ts';
import type { HoldCause } from '../rules.ts';
import {
  deleteHolds,
  findHold,
  findRemoval,
  holdComments,
  insertHold,
  restoreComments,
} from '../store/holds.ts';
import { listHiddenPictures } from '../store/purge.ts';
import { findPosition } from '../store/read.ts';
import { lockComments } from '../store/write.ts';

/** What a decision on a comment replaced. `shown`: it was public. */
export type CommentUndo = {
  shown: boolean;
  held: { cause: HoldCause; held_at: string } | null;
  uses: UploadUse[];
};

/** Locks the thread; call before the decision. */
export async function noteComment(trx: Trx, id: number): Promise<CommentUndo> {
  const position = await findPosition(trx, id);
  if (position) await lockComments(trx, [position.root_id, id]);
  const hold = await findHold(trx, id);
  const hidden = await listHiddenPictures(trx, [id]);
  return {
    shown: (await findRemoval(trx, id)) === null,
    held: hold ? { cause: hold.cause, held_at: hold.held_at.toISOString() } : null,
    uses: await listUses(trx, 'comment', [id, ...hidden]),
  };
}

/** Puts the comment back as it was. False if it was purged, or its state is not what the decision left. */
export async function undoCommentDecision(
  ctx: Context,
  trx: Trx,
  id: number,
  { shown, held, uses }: CommentUndo,
): Promise<boolean> {
  const position = await findPosition(trx, id);
  if (!position) return false;
  await lockComments(trx, [position.root_id, id]);
  const removed = await findRemoval(trx, id);
  if (await findHold(trx, id)) return false;
  await restoreUses(trx, 'comment', uses);
  if (held) {
    const now = new Date(held.held_at);
    if (removed) return insertHold(trx, id, { cause: held.cause, now });
    // It was released, so it counts again.
    const { decreases } = await holdComments(trx, [id], { cause: held.cause, now });
    for (const { post_id, comments } of decreases)
      await subtractComments(ctx, trx, post_id, comments);
    return decreases.length > 0 || (await findHold(trx, id)) !== undefined;
  }
  if (!shown || !removed) return false;
  await deleteHolds(trx, [id]);
  for (const { post_id, comments } of await restoreComments(trx, [id]))
    await subtractComments(ctx, trx, post_id, -comments);
  return (await findRemoval(trx, id)) === null;
}
