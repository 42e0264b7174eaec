import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

function counted(characters: number) {
  const made: string[] = [];
  const shout = memoize(
    (text: string) => {
      made.push(text);
      return text.toUpperCase();
    },
    { characters, sizeOf: (loud) => loud.length },
  );
  return { made, shout };
}

test('what was asked for before is not made again', () => {
  const { made, shout } = counted(100);
  expect([shout('a'), shout('b'), shout('a')]).toEqual(['A', 'B', 'A']);
  expect(made).toEqual(['a', 'b']);
});

test('what nobody has asked for goes first, and what is too large for all is made each time', () => {
  const { made, shout } = counted(8);
  for (const text of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb', 'large', 'large', 'cc']) shout(text);
  expect(made).toEqual(['aa', 'bb', 'cc', 'bb', 'large', 'large', 'cc']);
});
