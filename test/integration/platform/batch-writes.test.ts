import { expect, test } from 'vitest';
import {
  type BatchedWrite,
  createWriteBatcher,
} from '../../../src/platform/db/batch/batch-write.ts';

type Item = { key: string; bad?: boolean };

/** Statements that end when the test says so; nothing of the database is needed to see who goes with whom. */
function rig() {
  const batches: Item[][] = [];
  const gates: (() => void)[] = [];
  const kind: BatchedWrite<Item, string> = {
    key: (item) => item.key,
    async write(_trx, items) {
      batches.push(items);
      await new Promise<void>((open) => gates.push(open));
      if (items.some((item) => item.bad)) throw new Error('a bad row');
      return items.map((item) => `did ${item.key}`);
    },
  };
  const gather = createWriteBatcher({} as never);
  const release = async () => {
    gates.shift()?.();
    // Promises of a statement that has ended settle in turn; a macrotask is after all of them.
    await new Promise((after) => setImmediate(after));
  };
  return { batches, release, press: (item: Item) => gather(kind, item) };
}

test('a lone caller waits for nobody, and what comes while it runs goes together', async () => {
  const { batches, release, press } = rig();
  const first = press({ key: 'a' });
  const later = ['b', 'c', 'd'].map((key) => press({ key }));
  expect(batches).toEqual([[{ key: 'a' }]]);
  await release();
  expect(await first).toBe('did a');
  expect(batches[1]?.map((item) => item.key)).toEqual(['b', 'c', 'd']);
  await release();
  expect(await Promise.all(later)).toEqual(['did b', 'did c', 'did d']);
});

test('two of the same key are never in one statement, and keep their order', async () => {
  const { batches, release, press } = rig();
  const all = ['a', 'b', 'b', 'c', 'b'].map((key) => press({ key }));
  for (let turn = 0; turn < 4; turn++) await release();
  await Promise.all(all);
  expect(batches.map((batch) => batch.map((item) => item.key))).toEqual([
    ['a'],
    ['b', 'c'],
    ['b'],
    ['b'],
  ]);
});

test("one caller's bad row is refused to that caller alone", async () => {
  const { release, press } = rig();
  const first = press({ key: 'a' });
  const outcomes = Promise.allSettled([
    press({ key: 'b' }),
    press({ key: 'c', bad: true }),
    press({ key: 'd' }),
  ]);
  for (let turn = 0; turn < 5; turn++) await release();
  await first;
  expect((await outcomes).map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a crowd is split, so that its first does not wait for its last', async () => {
  const { batches, release, press } = rig();
  const all = Array.from({ length: 452 }, (_, key) => press({ key: String(key) }));
  for (let turn = 0; turn < 4; turn++) await release();
  await Promise.all(all);
  expect(batches.map((batch) => batch.length)).toEqual([1, 200, 200, 51]);
});
