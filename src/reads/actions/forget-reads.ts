import type { Context } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import { forgetVisitors } from '../store.ts';

/** D62: deletes the salt and the visitors of past days. Only numbers remain. */
export async function forgetReads(ctx: Context): Promise<void> {
  await ctx.tx((trx) => forgetVisitors(trx, calendarDay(ctx.now())));
}
