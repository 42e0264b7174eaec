import { describe, expect, test } from 'vitest';
import { addSeconds } from '../platform/clock.ts';
import {
  ABSOLUTE_SECONDS,
  ACCESS_SECONDS,
  decideRefresh,
  earlier,
  IDLE_SECONDS,
  isAccessCurrent,
  isAlive,
  RESTORE_TOKEN_SECONDS,
} from './rules.ts';

const ROTATED = new Date('2026-11-15T00:00:00Z');
const at = (seconds: number) => addSeconds(ROTATED, seconds);

describe('D11 what a genuine refresh token does', () => {
  test.each([
    // presented generation, child seen, seconds since rotation → verdict; the current generation is 5
    [5, true, 0, 'rotate'],
    [5, false, 9999, 'rotate'],
    [4, true, 0, 'repeat'],
    [4, true, 10, 'repeat'],
    [4, true, 11, 'reuse'],
    [4, false, 11, 'repeat'],
    [4, false, 120, 'repeat'],
    [4, false, 121, 'reuse'],
    [3, true, 0, 'reuse'],
    [3, false, 0, 'reuse'],
    [1, false, 0, 'reuse'],
    [6, false, 0, 'reuse'],
  ] as const)(
    'generation %i, child seen %s, after %i s: %s',
    (presented, child_seen, seconds, verdict) => {
      const session = {
        generation: 5,
        child_seen,
        rotated_at: ROTATED,
        access_expires_at: at(1800),
        parent_access_expires_at: at(60),
      };
      expect(decideRefresh(session, presented, at(seconds))).toBe(verdict);
    },
  );
});

describe('which access tokens are good', () => {
  const session = {
    generation: 5,
    child_seen: true,
    rotated_at: ROTATED,
    access_expires_at: at(1800),
    parent_access_expires_at: at(60),
  };
  test.each([
    [5, 0, true],
    [5, 1799, true],
    [5, 1800, false],
    [4, 59, true],
    [4, 60, false],
    [3, 0, false],
    [6, 0, false],
  ])('generation %i after %i s: %s', (presented, seconds, good) => {
    expect(isAccessCurrent(session, presented, at(seconds))).toBe(good);
  });

  test('the parent is not good after a password change, which leaves it no time', () => {
    expect(isAccessCurrent({ ...session, parent_access_expires_at: null }, 4, at(0))).toBe(false);
  });
});

test('a session lives until it is ended, idle too long or too old', () => {
  const live = { ended_at: null, idle_expires_at: at(10), absolute_expires_at: at(20) };
  expect(isAlive(live, at(9))).toBe(true);
  expect(isAlive(live, at(10))).toBe(false);
  expect(isAlive({ ...live, idle_expires_at: at(30) }, at(20))).toBe(false);
  expect(isAlive({ ...live, ended_at: at(1) }, at(2))).toBe(false);
});

test('a session ends at the earlier of its two expiries', () => {
  expect(earlier(at(1), at(2))).toEqual(at(1));
  expect(earlier(at(2), at(1))).toEqual(at(1));
});

test('D11, D15 half an hour, fourteen and thirty days, and ten minutes to restore', () => {
  expect([ACCESS_SECONDS, IDLE_SECONDS, ABSOLUTE_SECONDS]).toEqual([1800, 1_209_600, 2_592_000]);
  expect(RESTORE_TOKEN_SECONDS).toBe(600);
});
