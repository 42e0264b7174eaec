import { cleanUp } from '../test/support/cleanup.ts';

/** Runs a rig; cleans up when it is done, is interrupted, or exceeds its time. */
export async function runWithLimit<T>(limitMs: number, run: () => Promise<T>): Promise<T> {
  const giveUp = (reason: string) => {
    console.error(reason);
    void cleanUp().finally(() => process.exit(1));
  };
  const limit = setTimeout(() => giveUp(`not done after ${limitMs / 1000} s`), limitMs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => giveUp(signal));
  try {
    return await run();
  } finally {
    clearTimeout(limit);
    await cleanUp();
  }
}
