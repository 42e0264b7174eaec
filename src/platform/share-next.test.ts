import { expect, test } from 'vitest';
import { shareNext } from './share-next.ts';

/** Questions that are answered when the test says so. */
function hold() {
  const asked: PromiseWithResolvers<number>[] = [];
  const ask = shareNext(() => {
    const question = Promise.withResolvers<number>();
    asked.push(question);
    return question.promise;
  });
  return { asked, ask };
}

test('who asks while one question is on its way gets the answer to a later one, all of them the same', async () => {
  const { asked, ask } = hold();
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(asked).toHaveLength(2);
  const latest = ask();
  asked[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  asked[2]?.resolve(3);
  expect(await latest).toBe(3);
  expect(asked).toHaveLength(3);
});

test('a question that fails is the failure of those who asked it, and the next is asked all the same', async () => {
  const { asked, ask } = hold();
  const first = ask();
  const second = ask();
  asked[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  asked[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = ask();
  asked[2]?.resolve(3);
  expect(await third).toBe(3);
});
