import { expect, test } from 'vitest';
import { accountDelaySeconds, COUNTED_BY_MEMBER, LIMIT_NAMES, parseLimit } from './rules.ts';

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

test('D13 every limit of both profiles, as points, seconds and block', () => {
  const said = (profile: 'classroom' | 'strict') =>
    LIMIT_NAMES.map(
      (name) => Object.values(parseLimit(name, '', profile) ?? {}).join('/') || 'off',
    );
  expect(LIMIT_NAMES).toEqual([
    ...['sensitive', 'login_ip', 'login_account', 'register', 'check_email', 'uploads'],
    ...['refresh', 'anonymous', 'member'],
  ]);
  expect(said('classroom')).toEqual([
    ...['5/60/300', '30/900/900', '5/900/0', '60/3600/0', '60/600/0', '200/86400/0'],
    ...['off', 'off', 'off'],
  ]);
  expect(said('strict')).toEqual([
    ...['5/60/300', '25/300/300', '5/900/0', '5/1800/0', '10/600/0', '30/1800/0'],
    ...['30/300/0', '300/300/0', '1500/300/0'],
  ]);
});

test('D14 what a member asks for and uploads is counted for the member; a classroom shares its address', () => {
  expect(COUNTED_BY_MEMBER).toEqual(['uploads', 'member']);
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
