import { expect, test } from 'vitest';
import {
  accountDelaySeconds,
  COUNTED_BY_MEMBER,
  LIMIT_NAMES,
  type LimitName,
  parseLimit,
} from './rules.ts';

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
  const written = (name: LimitName, profile: 'classroom' | 'strict') =>
    Object.values(parseLimit(name, '', profile) ?? {}).join('/') || 'off';
  expect(
    LIMIT_NAMES.map((name) => [name, written(name, 'classroom'), written(name, 'strict')]),
  ).toEqual([
    ['sensitive', '5/60/300', '5/60/300'],
    ['login_ip', '30/900/900', '25/300/300'],
    ['login_network', 'off', '100/300/300'],
    ['login_account', '5/900/0', '5/900/0'],
    ['login_device', '10/86400/0', '10/86400/0'],
    ['factor_account', '5/300/0', '5/300/0'],
    ['factor_day', '50/86400/0', '50/86400/0'],
    ['invitations', '60/3600/0', '20/3600/0'],
    ['register', '60/3600/0', '5/1800/0'],
    ['check_email', '60/600/0', '10/600/0'],
    ['check_email_address', 'off', '5/3600/0'],
    ['reset_request', '20/3600/0', '20/3600/0'],
    ['mail_links', '120/600/0', '30/600/0'],
    ['mail_minute', '1/60/0', '1/60/0'],
    ['mail_hour', '5/3600/0', '5/3600/0'],
    ['mail_member', '10/3600/0', '10/3600/0'],
    ['mail_site', '5000/86400/0', '2000/86400/0'],
    ['sign_in', '120/600/0', '30/600/0'],
    ['refresh', 'off', '30/300/0'],
    ['anonymous', 'off', '300/300/0'],
    ['member', 'off', '1500/300/0'],
    ['password', '20/600/0', '10/600/0'],
    ['uploads', '200/86400/0', '30/1800/0'],
    ['fetches', '100/3600/0', '100/3600/0'],
    ['fetches_day', '400/86400/0', '300/86400/0'],
    ['posts', '60/3600/0', '10/3600/0'],
    ['saves', '60/60/0', '60/60/0'],
    ['comments', '20/60/0', '10/60/0'],
    ['reports', '20/3600/0', '10/3600/0'],
    ['toggles', '120/60/0', '60/60/0'],
    ['follows', '60/60/0', '30/60/0'],
    ['user_search', '120/60/0', '30/60/0'],
    ['search', '600/60/0', '60/60/0'],
    ['energize', '120/60/0', '60/60/0'],
    ['reads', '300/10/0', '100/10/0'],
    ['unsubscribe', '60/600/0', '20/600/0'],
    ['writes', '120/60/0', '120/60/0'],
  ]);
});

test('D13 in the classroom profile nothing that all members do is counted by address, which a classroom shares', () => {
  const byAddress = LIMIT_NAMES.filter(
    (name) => !COUNTED_BY_MEMBER.includes(name) && parseLimit(name, '', 'classroom'),
  );
  expect(byAddress).toEqual([
    ...['sensitive', 'login_ip', 'login_account', 'login_device'],
    // Per account, not per address.
    ...['factor_account', 'factor_day'],
    ...['register', 'check_email', 'reset_request', 'mail_links'],
    // Per recipient, and for the whole site.
    ...['mail_minute', 'mail_hour', 'mail_site'],
    'sign_in',
    // Generous for a classroom: ten searches and thirty reads a second.
    ...['search', 'reads'],
    // Wrong links only.
    'unsubscribe',
  ]);
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
