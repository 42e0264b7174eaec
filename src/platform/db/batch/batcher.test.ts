import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Questions that are answered, or fail, when the test says so. */
function hold(lanes: number) {
  const asked: { items: number[]; answer: PromiseWithResolvers<void> }[] = [];
  const ask = createBatcher(async (items: number[]) => {
    const answer = Promise.withResolvers<void>();
    asked.push({ items, answer });
    await answer.promise;
    return items.map((item) => item * 10);
  }, lanes);
  return { asked, ask };
}

test('a lone asker waits for nothing; who comes while a question is on its way goes with the next', async () => {
  const { asked, ask } = hold(1);
  const first = ask(1);
  const others = [ask(2), ask(3)];
  expect(asked.map(({ items }) => items)).toEqual([[1]]);
  asked[0]?.answer.resolve();
  expect(await first).toBe(10);
  expect(asked.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  asked[1]?.answer.resolve();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test('with two lanes, one that is stuck holds up nobody else', async () => {
  const { asked, ask } = hold(2);
  const stuck = ask(1);
  const second = ask(2);
  const third = ask(3);
  asked[1]?.answer.resolve();
  expect(await second).toBe(20);
  asked[2]?.answer.resolve();
  expect(await third).toBe(30);
  asked[0]?.answer.resolve();
  expect(await stuck).toBe(10);
});

test('a question that fails is the failure of who asked it, and of nobody after them', async () => {
  const { asked, ask } = hold(1);
  const first = ask(1);
  const second = ask(2);
  asked[0]?.answer.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  asked[1]?.answer.resolve();
  expect(await second).toBe(20);
});

test('at most two hundred go together', async () => {
  const { asked, ask } = hold(1);
  const all = Array.from({ length: 302 }, (_, index) => ask(index));
  for (let at = 0; at < 3; at++) {
    asked[at]?.answer.resolve();
    await new Promise(setImmediate);
  }
  expect(asked.map(({ items }) => items.length)).toEqual([1, 200, 101]);
  expect((await Promise.all(all)).at(-1)).toBe(3010);
});
