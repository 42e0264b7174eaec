import { expect, test } from 'vitest';
import { listDifferences } from './rules.ts';

test('only the values that differ are listed, missing ones included', () => {
  const found = {
    subject: 'post 7',
    owner: [7],
    stored: { likes: 2, comments: 3, energy: null },
    actual: { likes: 2, comments: 4, energy: 0 },
  };
  expect(listDifferences(found)).toEqual({
    subject: 'post 7',
    owner: [7],
    stored: { comments: 3, energy: null },
    actual: { comments: 4, energy: 0 },
  });
});
