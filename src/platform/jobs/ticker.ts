import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';

/**
 * Repeats a small task with a pause between runs, never two at once: for work that is too frequent to be a job. A
 * failure is logged, and the next run tries again.
 */
export function startTicker<C extends Pick<Context, 'log'>>(
  ctx: C,
  pauseMs: number,
  run: (ctx: C) => Promise<void>,
) {
  const stopped = new AbortController();
  const done = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await run(ctx);
      } catch (error) {
        ctx.log.warn({ err: error }, 'a recurring task failed');
      }
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    async stop(): Promise<void> {
      stopped.abort();
      await done;
    },
  };
}
