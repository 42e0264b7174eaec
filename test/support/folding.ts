import { onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { isUnavailable } from '../../src/platform/db/errors.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { flushUserCountDeltas } from '../../src/users/actions/count-follows.ts';

/**
 * Folds what waits to be counted, as a worker does: over and over, and again where the database had no time for it.
 * Until it is told to stop, or the test ends.
 */
export function keepFolding(ctx: Context): () => Promise<void> {
  let stopped = false;
  const folding = (async () => {
    while (!stopped) await foldAll(ctx);
  })();
  const stop = () => {
    stopped = true;
    return folding;
  };
  onTestFinished(stop);
  return stop;
}

async function foldAll(ctx: Context): Promise<void> {
  try {
    await flushCountDeltas(ctx);
    await flushUserCountDeltas(ctx);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
