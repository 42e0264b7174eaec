import { expect, test } from 'vitest';
import type { Role } from '../context.ts';
import { canSeeLists, FOLLOW_STATES, followState } from './rules.ts';

test.each([
  [false, false, 'none'],
  [false, true, 'none'],
  [true, false, 'following'],
  [true, true, 'mutual'],
] as const)('§3 Follow button state: I follow %s, follows me %s, so %s', (mine, theirs, state) => {
  expect(followState(mine, theirs)).toBe(state);
  expect(FOLLOW_STATES).toContain(state);
});

test('D32 private lists are visible to their owner and the staff', () => {
  const viewer = (uid: number, role: Role) =>
    ({ uid, role, status: 'active', session_id: '', exp: 0, checked_in_on: null }) as const;
  const hidden = { uid: 1, follows_public: false };
  expect(canSeeLists(null, hidden)).toBe(false);
  expect(canSeeLists(viewer(2, 'member'), hidden)).toBe(false);
  expect(canSeeLists(viewer(1, 'member'), hidden)).toBe(true);
  expect(canSeeLists(viewer(2, 'admin'), hidden)).toBe(true);
  expect(canSeeLists(viewer(2, 'owner'), hidden)).toBe(true);
  expect(canSeeLists(null, { uid: 1, follows_public: true })).toBe(true);
});
