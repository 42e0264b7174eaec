import type { Context } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { deleteSources, forgetVisitors } from '../store.ts';

/** D62: deletes the salt and the visitors of past days. Only numbers remain. */
export async function forgetReads(ctx: Context): Promise<void> {
  await ctx.tx((trx) => forgetVisitors(trx, calendarDay(ctx.now())));
}

/** The host names in the sources go with the text of a purged post; its numbers stay, like those of its likes. */
export async function purgeSources(_ctx: Context, trx: Trx, ids: number[]): Promise<void> {
  await deleteSources(trx, ids);
}
