import { expect, test } from 'vitest';
import { Refusal } from '../refusals.ts';
import { assertLevel } from './actions.ts';

test('§7.4, §7.8 refuses members below the required level, and names it', () => {
  for (const exp of [200, 499, 10_800]) expect(() => assertLevel({ exp }, 2)).not.toThrow();
  try {
    assertLevel({ exp: 199 }, 2);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({
      code: 'level_too_low',
      members: { required_level: 2, level: 1 },
    });
  }
});
