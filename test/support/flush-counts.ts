import { onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { isUnavailable } from '../../src/platform/db/errors.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import { flushUserCountDeltas } from '../../src/users/actions/count-follows.ts';

/**
 * Flushes counter deltas in a loop, as a worker does, and retries while the database is unavailable. Runs until the
 * returned function is called or the test ends.
 */
export function keepFlushingCounts(ctx: Context): () => Promise<void> {
  let stopped = false;
  const running = (async () => {
    while (!stopped) await flushCounts(ctx);
  })();
  const stop = () => {
    stopped = true;
    return running;
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
