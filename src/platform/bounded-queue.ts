import { Refusal } from '../refusals.ts';

/** Limits concurrency. Up to `maxWaiting` calls wait; the next one is refused at once. */
export function boundedQueue(concurrency: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new Refusal('overloaded', { retry_after: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The next caller takes over the slot, so `running` stays the same.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
