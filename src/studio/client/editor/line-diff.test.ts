import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';

const render = (theirs: string[], mine: string[]) =>
  diffLines(theirs, mine).map(
    ({ kind, text }) => `${{ same: ' ', mine: '+', theirs: '-' }[kind]}${text}`,
  );

test('marks the lines that only one text has', () => {
  expect(render(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(render([], ['a'])).toEqual(['+a']);
  expect(render(['a'], ['a'])).toEqual([' a']);
});

test('both texts can be reconstructed from the diff', () => {
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
