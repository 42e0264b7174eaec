import { expect, test } from 'vitest';
import { foldEmail } from './rules.ts';

test.each([' Ann@Example.ORG ', 'ann@example.org', 'ＡＮＮ@example.org'])(
  'D10 %j is one account with ann@example.org',
  (email) => {
    expect(foldEmail(email)).toBe('ann@example.org');
  },
);
