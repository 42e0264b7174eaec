import type { Context } from '../../context.ts';
import { addMonths, calendarDay } from '../../platform/clock.ts';
import { isClosed, monthOf, rangeOf } from '../rules.ts';
import * as store from '../store/months.ts';

/** Stores the months in which nothing can change any more. A worker repeats it; also those before the first run. */
export async function closeMonths(ctx: Context): Promise<void> {
  for (let month = await findOpenMonth(ctx); month && isClosed(month, ctx.now()); ) {
    const closing = month;
    await ctx.tx((trx) => store.insertMonth(trx, closing, rangeOf(closing)));
    month = addMonths(month, 1);
  }
}

/** The first month that is not stored. Undefined on a site without an entry in the log. */
export async function findOpenMonth(ctx: Pick<Context, 'db'>): Promise<string | undefined> {
  const last = await store.findLastMonth(ctx.db);
  if (last) return addMonths(last, 1);
  const first = await store.findFirstEntry(ctx.db);
  return first && monthOf(calendarDay(first));
}
