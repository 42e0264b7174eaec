import { inSharedSpan, recordingSpan, type Span } from '../../tracing/tracing.ts';

type Call<Item, Result> = {
  item: Item;
  key: string | undefined;
  /** Whose work it is, while traces are on. */
  caller: Span | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type BatchOptions<Item> = {
  /** How many batches run at once. With more than one, a stuck statement delays only its own callers. */
  maxInFlight?: number;
  /** Two items with the same key never share a batch. With `maxInFlight` 1 they also run in order. */
  keyOf?(item: Item): string;
  /** After a batch fails, run its items one by one, so that each caller gets their own error. */
  retryAlone?: boolean;
};

/** In a larger batch the first callers would wait for the last rows. */
const MAX_BATCH = 200;

/**
 * Combines concurrent calls into batches. A call runs at once while fewer than `maxInFlight` batches are running;
 * otherwise it joins the next batch. So batches grow with load, a lone caller never waits, and each batch starts
 * after its calls were made. `run` returns one result per item, in the same order.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxInFlight = 2, keyOf, retryAlone = false }: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  let queue: Call<Item, Result>[] = [];
  let inFlight = 0;

  const takeBatch = (): Call<Item, Result>[] => {
    if (!keyOf) return queue.splice(0, MAX_BATCH);
    const batch = new Map<string | undefined, Call<Item, Result>>();
    const rest: Call<Item, Result>[] = [];
    for (const call of queue) {
      if (batch.size === MAX_BATCH || batch.has(call.key)) rest.push(call);
      else batch.set(call.key, call);
    }
    queue = rest;
    return [...batch.values()];
  };

  const runBatch = async (batch: Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await inSharedSpan(
        batch.map(({ caller }) => caller),
        () => run(batch.map(({ item }) => item)),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (retryAlone && batch.length > 1) for (const call of batch) await runBatch([call]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const drain = async (): Promise<void> => {
    inFlight += 1;
    while (queue.length > 0) await runBatch(takeBatch());
    inFlight -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, key: keyOf?.(item), caller: recordingSpan(), resolve, reject });
      if (inFlight < maxInFlight) void drain();
    });
}
