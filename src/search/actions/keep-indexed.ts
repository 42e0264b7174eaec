import type { Context } from '../../context.ts';
import { backfillSearch } from './backfill.ts';
import { processNameChanges } from './index-names.ts';

/** Batches of older posts between two looks at what has changed since. */
const BATCHES = 5;

/** Recurring: changed names, and then a part of what is not indexed yet. */
export async function keepNamesIndexed(ctx: Context): Promise<void> {
  await processNameChanges(ctx);
  for (let batch = 0; batch < BATCHES; batch += 1) if (!(await backfillSearch(ctx))) return;
}
