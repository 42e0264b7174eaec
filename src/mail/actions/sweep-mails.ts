import type { Context } from '../../context.ts';
import { addDays, addSeconds } from '../../platform/clock.ts';
import { MAIL_DAYS_STORED, MAIL_HOURS_MAX } from '../rules.ts';
import { deleteOldAddressStates, deleteOldEvents } from '../store/addresses.ts';
import { deleteOldMails, failOverdue } from '../store/mails.ts';
import { deleteExpiredMailTokens } from '../store/tokens.ts';
import { mailTallyOf } from '../tally.ts';

const BATCH = 1000;

/** Reports mails whose job has given up, and deletes old rows and expired links. */
export async function sweepMails(ctx: Context): Promise<void> {
  const now = ctx.now();
  const overdue = addSeconds(now, -MAIL_HOURS_MAX * 3600);
  const failed = await ctx.autocommit((db) => failOverdue(db, overdue));
  mailTallyOf(ctx).failed += failed;
  if (failed > 0) ctx.log.warn({ mails: failed }, 'mails were given up');
  await ctx.tx((trx) => deleteExpiredMailTokens(trx, now));
  const old = addDays(now, -MAIL_DAYS_STORED);
  await ctx.autocommit((db) => deleteOldAddressStates(db, old));
  await ctx.autocommit((db) => deleteOldEvents(db, old));
  while ((await ctx.autocommit((db) => deleteOldMails(db, old, BATCH))) === BATCH);
}
