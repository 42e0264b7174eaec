import { expect, test } from 'vitest';
import { ownerOfKey, ownersOfKeys } from './keys.ts';

test.each([
  ['post/2026/01/31/7.ab-c_1.webp', 7],
  ['export/7.abc.zip', 7],
  // From before names started with the member: a random name may start with digits and a hyphen.
  ['post/2026/01/31/7-ab.webp', undefined],
  ['export/7abc.zip', undefined],
  ['post/2026/01/31/0.abc.webp', undefined],
  ['7.abc.webp', undefined],
])('the member of %s is %s', (key, uid) => {
  expect(ownerOfKey(key)).toBe(uid);
});

test('the members of keys are known only if every key names one', () => {
  expect(ownersOfKeys(['a/7.x.webp', 'a/7.y.webp', 'a/8.x.webp'])).toEqual([7, 8]);
  expect(ownersOfKeys(['a/7.x.webp', 'a/x.webp'])).toBeUndefined();
  expect(ownersOfKeys([])).toEqual([]);
});
