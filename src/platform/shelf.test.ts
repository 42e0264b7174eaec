import { expect, test } from 'vitest';
import { openShelf } from './shelf.ts';

const bySize = (room: number) => openShelf<string, number>(room, (size) => size);

test('holds so much, and lets go first of what nobody has asked for', () => {
  const shelf = bySize(35);
  for (const key of ['a', 'b', 'c']) shelf.set(key, 10);
  shelf.get('a');
  shelf.set('d', 10);
  expect(['a', 'b', 'c', 'd'].filter((key) => shelf.get(key))).toEqual(['a', 'c', 'd']);
  expect(shelf.held).toBe(30);
});

test('what is new finds room also where everything was asked for, and then the longest held goes', () => {
  const shelf = bySize(30);
  const keys = ['a', 'b', 'c', 'd', 'e'];
  for (const key of keys.slice(0, 3)) shelf.set(key, 10);
  for (const key of keys.slice(0, 3)) shelf.get(key);
  shelf.set('d', 10);
  shelf.set('e', 10);
  expect(keys.filter((key) => shelf.get(key))).toEqual(['c', 'd', 'e']);
  expect(shelf.held).toBe(30);
});

test('what is set again is not counted twice', () => {
  const shelf = bySize(100);
  for (const size of [10, 10, 30, 20]) shelf.set('a', size);
  expect([shelf.get('a'), shelf.held]).toEqual([20, 20]);
});

test('one that is larger than the shelf is not put there, and takes no other with it', () => {
  const shelf = bySize(10);
  shelf.set('a', 5);
  shelf.set('b', 11);
  expect([shelf.get('a'), shelf.get('b'), shelf.held]).toEqual([5, undefined, 5]);
});
