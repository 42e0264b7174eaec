import { setTimeout as sleep } from 'node:timers/promises';

/** Samples at an interval until it is stopped, and returns the highest of each value. */
export function watchHighest<Name extends string>(
  look: () => Record<Name, number> | Promise<Record<Name, number>>,
  everyMs: number,
) {
  const stopped = new AbortController();
  const highest = {} as Record<Name, number>;
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      for (const [name, value] of Object.entries(await look()) as [Name, number][])
        highest[name] = Math.max(highest[name] ?? 0, value);
      await sleep(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    async stop(): Promise<Record<Name, number>> {
      stopped.abort();
      await watching;
      return highest;
    },
  };
}
