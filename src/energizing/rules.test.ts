import { expect, test } from 'vitest';
import { FORMS } from './rules.ts';

test('§8 the light form costs and gives one, the heavy one two', () => {
  expect(FORMS).toEqual({ light: 1, heavy: 2 });
});
