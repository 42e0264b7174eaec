import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';

const shown = (theirs: string[], mine: string[]) =>
  diffLines(theirs, mine).map(
    ({ kind, text }) => `${{ same: ' ', mine: '+', theirs: '-' }[kind]}${text}`,
  );

test('says what only one of the two has', () => {
  expect(shown(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(shown([], ['a'])).toEqual(['+a']);
  expect(shown(['a'], ['a'])).toEqual([' a']);
});

test('both texts can be read out of it again, whatever they are', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (theirs, mine) => {
      const diff = diffLines(theirs, mine);
      const without = (kind: string) =>
        diff.filter((one) => one.kind !== kind).map((one) => one.text);
      expect(without('mine')).toEqual(theirs);
      expect(without('theirs')).toEqual(mine);
    }),
  );
});
