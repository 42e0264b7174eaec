import { expect, test } from 'vitest';
import { accountDelaySeconds, LIMIT_NAMES, parseLimit } from './rules.ts';

test('§8 Sensitive-operation rate limit: it is five a minute and a block of five minutes, in every profile', () => {
  for (const profile of ['classroom', 'strict'] as const) {
    expect(parseLimit('sensitive', '', profile)).toEqual({ points: 5, seconds: 60, block: 300 });
  }
});

test('D13 a classroom behind one address can register and log in; the strict profile is tighter', () => {
  expect(parseLimit('login_ip', '', 'classroom')).toEqual({ points: 30, seconds: 900, block: 900 });
  expect(parseLimit('register', '', 'classroom')).toEqual({ points: 60, seconds: 3600, block: 0 });
  expect(parseLimit('check_email', '', 'classroom')).toEqual({
    points: 60,
    seconds: 600,
    block: 0,
  });
  expect(parseLimit('anonymous', '', 'classroom')).toBeNull();
  for (const name of LIMIT_NAMES) expect(parseLimit(name, '', 'strict')).not.toBeNull();
});

test('a limit set by itself outweighs its profile, and can be off', () => {
  expect(parseLimit('register', '3/10', 'classroom')).toEqual({ points: 3, seconds: 10, block: 0 });
  expect(parseLimit('register', 'off', 'strict')).toBeNull();
});

test('D13 the delay of an account grows from the fifth failure and never past fifteen minutes', () => {
  const rule = { points: 5, seconds: 900, block: 0 };
  const delays = [1, 4, 5, 6, 7, 10, 15, 100].map((failures) =>
    accountDelaySeconds(failures, rule),
  );
  expect(delays).toEqual([0, 0, 1, 2, 4, 32, 900, 900]);
});
