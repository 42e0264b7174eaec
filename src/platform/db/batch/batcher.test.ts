import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Batches that the test completes or fails. */
function createManualBatcher(maxInFlight: number) {
  const batches: { items: number[]; done: PromiseWithResolvers<void> }[] = [];
  const run = createBatcher(
    async (items: number[]) => {
      const done = Promise.withResolvers<void>();
      batches.push({ items, done });
      await done.promise;
      return items.map((item) => item * 10);
    },
    { maxInFlight },
  );
  return { batches, run };
}

test('a lone call runs at once; calls made during a batch share the next one', async () => {
  const { batches, run } = createManualBatcher(1);
  const first = run(1);
  const others = [run(2), run(3)];
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.done.resolve();
  expect(await first).toBe(10);
  await nextTick();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  batches[1]?.done.resolve();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test('with two in flight, a stuck batch delays no other call', async () => {
  const { batches, run } = createManualBatcher(2);
  const stuck = run(1);
  const second = run(2);
  const third = run(3);
  batches[1]?.done.resolve();
  expect(await second).toBe(20);
  await nextTick();
  batches[2]?.done.resolve();
  expect(await third).toBe(30);
  batches[0]?.done.resolve();
  expect(await stuck).toBe(10);
});

test('a failed batch rejects its own calls and not the next batch', async () => {
  const { batches, run } = createManualBatcher(1);
  const first = run(1);
  const second = run(2);
  batches[0]?.done.reject(new Error('connection lost'));
  await expect(first).rejects.toThrow('connection lost');
  await nextTick();
  batches[1]?.done.resolve();
  expect(await second).toBe(20);
});

test('a batch has at most two hundred items', async () => {
  const { batches, run } = createManualBatcher(1);
  const all = Array.from({ length: 302 }, (_, index) => run(index));
  for (let at = 0; at < 3; at++) {
    batches[at]?.done.resolve();
    await nextTick();
  }
  expect(batches.map(({ items }) => items.length)).toEqual([1, 200, 101]);
  expect((await Promise.all(all)).at(-1)).toBe(3010);
});
