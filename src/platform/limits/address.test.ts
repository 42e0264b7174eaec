import { expect, test } from 'vitest';
import { limitKey, networkKey, plainAddress } from './address.ts';

test('A29, D14 a thousand addresses of one IPv6 /64 are one, and its neighbour is another', () => {
  const keys = new Set(
    Array.from({ length: 1000 }, (_, index) => limitKey(`2001:db8:1:2::${index.toString(16)}`)),
  );
  expect(keys).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(limitKey('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
});

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
])('D14 %s counts as %s', (address, key) => {
  expect(limitKey(address)).toBe(key);
});

test('what is no address shares one counter rather than having none', () => {
  expect(limitKey('garbage')).toBe('unknown');
  expect(plainAddress('garbage')).toBeNull();
  expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
});

test('D13 IPv6 addresses of one /48 are one network; IPv4 addresses are in none', () => {
  expect(networkKey('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
  expect(networkKey('2001:db8:1:ffff::1')).toBe('2001:db8:1::/48');
  expect(networkKey('2001:db8:2:2::1')).toBe('2001:db8:2::/48');
  expect(['192.0.2.1', '::ffff:192.0.2.1', 'garbage'].map(networkKey)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
