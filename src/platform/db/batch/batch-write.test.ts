import { expect, test } from 'vitest';
import { type BatchedWrite, createWriteBatcher } from './batch-write.ts';

type Item = { key: string; isInvalid?: boolean };

/** Statements that end when the test calls `completeNext`. */
function createManualWrite() {
  const batches: Item[][] = [];
  const running: (() => void)[] = [];
  const kind: BatchedWrite<Item, string> = {
    key: (item) => item.key,
    async write(_db, items) {
      batches.push(items);
      await new Promise<void>((resolve) => running.push(resolve));
      if (items.some((item) => item.isInvalid)) throw new Error('an invalid row');
      return items.map((item) => `wrote ${item.key}`);
    },
  };
  const batchWrite = createWriteBatcher({} as never);
  const completeNext = async () => {
    running.shift()?.();
    // A macrotask runs after every promise of the completed statement has settled.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, completeNext, write: (item: Item) => batchWrite(kind, item) };
}

test('a lone write runs at once; writes made during a statement share the next one', async () => {
  const { batches, completeNext, write } = createManualWrite();
  const first = write({ key: 'a' });
  const later = ['b', 'c', 'd'].map((key) => write({ key }));
  expect(batches).toEqual([[{ key: 'a' }]]);
  await completeNext();
  expect(await first).toBe('wrote a');
  expect(batches[1]?.map((item) => item.key)).toEqual(['b', 'c', 'd']);
  await completeNext();
  expect(await Promise.all(later)).toEqual(['wrote b', 'wrote c', 'wrote d']);
});

test('two writes with the same key never share a statement, and run in order', async () => {
  const { batches, completeNext, write } = createManualWrite();
  const all = ['a', 'b', 'b', 'c', 'b'].map((key) => write({ key }));
  for (let count = 0; count < 4; count++) await completeNext();
  await Promise.all(all);
  expect(batches.map((batch) => batch.map((item) => item.key))).toEqual([
    ['a'],
    ['b', 'c'],
    ['b'],
    ['b'],
  ]);
});

test('an invalid row fails for its own caller only', async () => {
  const { completeNext, write } = createManualWrite();
  const first = write({ key: 'a' });
  const outcomes = Promise.allSettled([
    write({ key: 'b' }),
    write({ key: 'c', isInvalid: true }),
    write({ key: 'd' }),
  ]);
  for (let count = 0; count < 5; count++) await completeNext();
  await first;
  expect((await outcomes).map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a statement has at most two hundred rows', async () => {
  const { batches, completeNext, write } = createManualWrite();
  const all = Array.from({ length: 452 }, (_, key) => write({ key: String(key) }));
  for (let count = 0; count < 4; count++) await completeNext();
  await Promise.all(all);
  expect(batches.map((batch) => batch.length)).toEqual([1, 200, 200, 51]);
});
