import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { listUses, restoreUses, type UploadUse } from '../../uploads/actions.ts';
import type { HoldCause } from '../rules.ts';
import {
  deleteHolds,
  findHold,
  findRemoval,
  holdAgain,
  insertHold,
  restoreComment,
} from '../store/holds.ts';
import type { CommentPosition } from '../store/keys.ts';
import { listHiddenPictures } from '../store/purge.ts';
import { lockThread } from '../store/write.ts';
import { countChanges } from './count-comments.ts';

/** What a decision on a comment replaced. `shown`: it was public. */
export type CommentUndo = {
  shown: boolean;
  held: { cause: HoldCause; held_at: string } | null;
  uses: UploadUse[];
};

/** Locks the thread; call before the decision. */
export async function noteComment(trx: Trx, at: CommentPosition): Promise<CommentUndo> {
  await lockThread(trx, at);
  const hold = await findHold(trx, at);
  const hidden = await listHiddenPictures(trx, [at]);
  return {
    shown: (await findRemoval(trx, at)) === null,
    held: hold ? { cause: hold.cause, held_at: hold.held_at.toISOString() } : null,
    uses: await listUses(trx, 'comment', [at.id, ...hidden]),
  };
}

/** Puts the comment back as it was. False if it was purged, or its state is not what the decision left. */
export async function undoCommentDecision(
  ctx: Context,
  trx: Trx,
  at: CommentPosition,
  { shown, held, uses }: CommentUndo,
): Promise<boolean> {
  await lockThread(trx, at);
  const removed = await findRemoval(trx, at);
  if (await findHold(trx, at)) return false;
  await restoreUses(trx, 'comment', uses);
  if (held) {
    const now = new Date(held.held_at);
    if (removed) return holdAgain(trx, at, { cause: held.cause, now });
    // It was released, so it counts again.
    const { held: done, decreases } = await insertHold(trx, at, { cause: held.cause, now });
    await countChanges(ctx, trx, decreases, 1);
    return done;
  }
  if (!shown || !removed) return false;
  await deleteHolds(trx, [at]);
  await countChanges(ctx, trx, await restoreComment(trx, at), -1);
  return (await findRemoval(trx, at)) === null;
}
