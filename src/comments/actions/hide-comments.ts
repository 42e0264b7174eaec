import type { Context } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  countCommentsOf,
  deleteHiddenReplies,
  insertHiddenReplies,
  lockThreadsOf,
} from '../store/hidden.ts';

/**
 * D15: subtracts the comments of a deleted account from the counts of posts and threads. The last step of the
 * transaction that marks the account deleted; that transaction has locked the user.
 */
export async function hideCommentsOf(ctx: Context, trx: Trx, uid: number): Promise<void> {
  await lockThreadsOf(trx, uid);
  await insertHiddenReplies(trx, uid);
  await countCommentsOf(trx, { uid, day: calendarDay(ctx.now()), step: -1 });
}

/** Adds them again for a restored account. */
export async function showCommentsOf(ctx: Context, trx: Trx, uid: number): Promise<void> {
  await lockThreadsOf(trx, uid);
  await deleteHiddenReplies(trx, uid);
  await countCommentsOf(trx, { uid, day: calendarDay(ctx.now()), step: 1 });
}
