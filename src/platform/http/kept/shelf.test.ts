import { expect, test } from 'vitest';
import { keepAnswer } from './answer.ts';
import { openShelf } from './shelf.ts';

const KILOBYTE = 1_000;

function answer(bytes: number) {
  return keepAnswer({
    body: Buffer.alloc(bytes),
    headers: {},
    version: { own: '1', people: null },
    versionOf: async () => ({ own: '1', people: null }),
    asked: { params: {}, people: [] },
    looked_at: 0,
    holds_ms: 0,
  });
}

test('holds so many bytes, and lets go first of what nobody has asked for the longest', () => {
  const shelf = openShelf(50 * KILOBYTE);
  for (const key of ['a', 'b', 'c']) shelf.set(key, answer(10 * KILOBYTE));
  shelf.get('a');
  shelf.set('d', answer(10 * KILOBYTE));
  expect(['a', 'b', 'c', 'd'].filter((key) => shelf.get(key))).toEqual(['a', 'c', 'd']);
  expect(shelf.bytes).toBeLessThanOrEqual(50 * KILOBYTE);
});

test('what is set again or deleted is not counted twice', () => {
  const shelf = openShelf(100 * KILOBYTE);
  for (let times = 0; times < 20; times++) shelf.set('a', answer(10 * KILOBYTE));
  const { bytes } = shelf;
  shelf.delete('a');
  shelf.delete('a');
  expect([bytes < 20 * KILOBYTE, shelf.bytes]).toEqual([true, 0]);
});

test('one that is larger than the shelf is not put there', () => {
  const shelf = openShelf(KILOBYTE);
  shelf.set('a', answer(KILOBYTE));
  expect([shelf.get('a'), shelf.bytes]).toEqual([undefined, 0]);
});
