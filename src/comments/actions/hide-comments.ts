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
 * D15: takes what a deleted account hides off the counts of others. In the transaction that marks the account, which
 * holds its user, as its last step.
 */
export async function hideCommentsOf(ctx: Context, trx: Trx, uid: number): Promise<void> {
  await lockThreadsOf(trx, uid);
  await insertHiddenReplies(trx, uid);
  await countCommentsOf(trx, { uid, day: calendarDay(ctx.now()), step: -1 });
}

/** The opposite, for a restored account. */
export async function showCommentsOf(ctx: Context, trx: Trx, uid: number): Promise<void> {
  await lockThreadsOf(trx, uid);
  await deleteHiddenReplies(trx, uid);
  await countCommentsOf(trx, { uid, day: calendarDay(ctx.now()), step: 1 });
}
