import { Refusal } from '../refusals.ts';

/** Runs a few works at once and lets some wait; past that a caller is refused at once, not kept. */
export function boundedQueue(atOnce: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new Refusal('overloaded', { retry_after: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // A waiting caller inherits the slot, so `running` stays as it is.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
