import { onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { isUnavailable } from '../../src/platform/db/errors.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { flushUserCountDeltas } from '../../src/users/actions.ts';

/**
 * Folds what waits to be counted, as a worker does: over and over, and again where the database had no time for it.
 * Until it is told to stop, or the test ends.
 */
export function keepFlushingCounts(ctx: Context): () => Promise<void> {
  let stopped = false;
  const folding = (async () => {
    while (!stopped) await flushCounts(ctx);
  })();
  const stop = () => {
    stopped = true;
    return folding;
  };
  onTestFinished(stop);
  return stop;
}

async function flushCounts(ctx: Context): Promise<void> {
  try {
    await flushCountDeltas(ctx);
    await flushUserCountDeltas(ctx);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
