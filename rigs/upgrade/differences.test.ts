import { expect, test } from 'vitest';
import { findDifference } from './differences.ts';

test('a new field is no difference; a missing or changed one, or another number of items, is', () => {
  const before = [{ id: 1, tags: ['a'], author: { uid: 2 } }];
  expect(findDifference(before, [{ ...before[0], added: true }])).toBeUndefined();
  expect(findDifference(before, [{ id: 1, tags: ['a'] }])).toBe(
    '/0/author: {"uid":2} is now undefined',
  );
  expect(findDifference(before, [{ ...before[0], id: 3 }])).toBe('/0/id: 1 is now 3');
  expect(findDifference(before, [{ ...before[0], tags: [] }])).toBe('/0/tags: 1 items are now 0');
});
