import type { Context } from '../../context.ts';
import { countWaitingChanges, hasRechecks, lockRecheck, stepRecheck } from '../store/rechecks.ts';

/** As many as one tick processes (process-changes.ts), so that a new post waits for one tick at most. */
const WAITING_MAX = 150;

/** Continues with the posts of a tag that staff changed, while few other changes wait. */
export async function recheckTaggedPosts(ctx: Context): Promise<void> {
  if (!(await hasRechecks(ctx.db))) return;
  await ctx.tx(async (trx) => {
    const recheck = await lockRecheck(trx);
    if (!recheck) return;
    const waiting = await countWaitingChanges(trx, WAITING_MAX);
    if (waiting < WAITING_MAX) await stepRecheck(trx, recheck, WAITING_MAX - waiting);
  });
}
