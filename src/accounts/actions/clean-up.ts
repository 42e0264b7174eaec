import type { Context } from '../../context.ts';
import { purgeNotices } from '../../notifications/actions.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import { forgetExpiredReplies, forgetRepliesOf } from '../../platform/http/idempotency-store.ts';
import { emptyUser, lockPurgeableUsers } from '../../users/actions.ts';
import { ENDED_SESSION_DAYS, RESTORE_DAYS } from '../rules.ts';
import { deleteStaleRestoreTokens, deleteStaleSessions, deleteTracesOf } from '../store.ts';

const BATCH = 100;

/** D15: after the window nothing about the person is left; one short transaction per account. */
export async function purgeDeletedAccounts(ctx: Context): Promise<void> {
  const deletedBefore = addDays(ctx.now(), -RESTORE_DAYS);
  for (let purged = BATCH; purged > 0; ) {
    purged = await ctx.tx(async (trx) => {
      const uids = await lockPurgeableUsers(trx, deletedBefore, 1);
      for (const uid of uids) {
        await deleteTracesOf(trx, uid);
        await purgeNotices(trx, uid);
        await forgetRepliesOf(trx, uid);
        await emptyUser(trx, uid, ctx.now());
        ctx.log.info({ event: 'account_purged', uid }, 'account purged');
      }
      return uids.length;
    });
  }
}

/** Sessions that ended or ran out long ago, spent restore tokens, answers nobody can ask for again. */
export async function sweepExpired(ctx: Context): Promise<void> {
  const now = ctx.now();
  const before = { ended: addDays(now, -ENDED_SESSION_DAYS), expired: addSeconds(now, 0) };
  for (let deleted = BATCH; deleted === BATCH; ) {
    deleted = await ctx.tx((trx) => deleteStaleSessions(trx, before, BATCH));
  }
  await ctx.tx((trx) => deleteStaleRestoreTokens(trx, now));
  for (let forgotten = BATCH; forgotten === BATCH; ) {
    forgotten = await ctx.tx((trx) => forgetExpiredReplies(trx, now, BATCH));
  }
}
