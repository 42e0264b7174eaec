import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

function createUpperCase(maxCharacters?: number) {
  const computed: string[] = [];
  const toUpperCase = memoize(
    (text: string) => {
      computed.push(text);
      return text.toUpperCase();
    },
    maxCharacters ? { maxCharacters, sizeOf: (upper) => upper.length } : undefined,
  );
  return { computed, toUpperCase };
}

test.each([[100], [undefined]])(
  'a result is computed once (limit: %s characters)',
  (maxCharacters) => {
    const { computed, toUpperCase } = createUpperCase(maxCharacters);
    expect([toUpperCase('a'), toUpperCase('b'), toUpperCase('a')]).toEqual(['A', 'B', 'A']);
    expect(computed).toEqual(['a', 'b']);
  },
);

test('the least recently used result is dropped first, and one above the limit is not cached', () => {
  const { computed, toUpperCase } = createUpperCase(8);
  for (const text of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb', 'large', 'large', 'cc'])
    toUpperCase(text);
  expect(computed).toEqual(['aa', 'bb', 'cc', 'bb', 'large', 'large', 'cc']);
});
