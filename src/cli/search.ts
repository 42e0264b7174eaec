import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { backfillSearch, getBackfillProgress, startReindex } from '../search/actions/backfill.ts';
import { withContext } from './context.ts';
import { readSettings } from './settings.ts';

const SHOWN_EVERY_MS = 2_000;
/** A worker does the same; only one of both at a time. */
const PAUSE_MS = 200;

export async function reindexSearch(restart: boolean): Promise<void> {
  await withContext(readSettings(), async (ctx) => {
    await startReindex(ctx, restart);
    try {
      await indexAll(ctx);
    } finally {
      await ctx.searchWorkers.close();
    }
  });
  console.log('Everything is indexed.');
}

async function indexAll(ctx: Context): Promise<void> {
  for (let shownAt = 0; ; ) {
    if (performance.now() - shownAt > SHOWN_EVERY_MS) {
      const progress = await getBackfillProgress(ctx);
      if (progress.length === 0) return;
      for (const { kind, done, last } of progress)
        if (done > 0) console.log(`${kind}: ${done} of ${last}`);
      shownAt = performance.now();
    }
    if (!(await backfillSearch(ctx))) {
      if ((await getBackfillProgress(ctx)).length === 0) return;
      await sleep(PAUSE_MS);
    }
  }
}
