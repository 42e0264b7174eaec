import { expect, test } from 'vitest';
import { createSecrets } from '../platform/secrets.ts';
import { createSessionId, isGenuine, mintToken, type ParsedToken, parseToken } from './tokens.ts';

const secrets = createSecrets('a key for tests that is long enough to be one');
const session = { uid: 7, id: createSessionId(), salt: Buffer.alloc(32, 1), transport: 'cookie' };
const token = (generation = 3) => mintToken(secrets, 'access', session, generation);

test('D11 a token names its member, session and generation, and is genuine for them alone', () => {
  const parsed = parseToken(token()) as ParsedToken;
  expect(parsed).toMatchObject({ uid: 7, session_id: session.id, generation: 3 });
  expect(isGenuine(secrets, 'access', session, parsed)).toBe(true);
  expect(isGenuine(secrets, 'refresh', session, parsed)).toBe(false);
  expect(isGenuine(secrets, 'access', session, { ...parsed, generation: 4 })).toBe(false);
  for (const other of [
    { ...session, uid: 8 },
    { ...session, id: createSessionId() },
    { ...session, salt: Buffer.alloc(32, 2) },
    { ...session, transport: 'bearer' },
  ])
    expect(isGenuine(secrets, 'access', other, parsed)).toBe(false);
});

test('ASVS 7.2.1 a malformed token is rejected', () => {
  const [version, uid, id, , mac] = token().split('.');
  const start = `${version}.${uid}`;
  for (const text of [
    ...[undefined, '', 'v1', `x${token()}`, `${token()}x`, token().replace('v2', 'v1')],
    ...[`${start}.${id}.0.${mac}`, `${start}.${id}.01.${mac}`, `${start}.${id}.a.${mac}`],
    ...[`${start}.${id}.1234567890.${mac}`, `${start}.${id}.-1.${mac}`],
    ...[`${start}.${id}x.3.${mac}`, `${start}.${id?.slice(1)}.3.${mac}`],
    ...[`${start}.${id}.3.${mac}x`, `${start}.${id}.3.${mac?.slice(1)}`],
    ...[`${start}.${id?.slice(1)}!.3.${mac}`, `${start}.${id}.3.${mac?.slice(1)}!`],
    ...[`${start}x${id}.3.${mac}`, `${start}.${id}x3.${mac}`, `${start}.${id}.3x${mac}`],
    ...['0', '-1', '07', 'a', '', '9007199254740993', '99999999999999999'].map(
      (other) => `${version}.${other}.${id}.3.${mac}`,
    ),
    // Of before tokens named their member.
    `v1.${id}.3.${mac}`,
  ])
    expect(parseToken(text)).toBeUndefined();
  expect(parseToken(token(123_456_789))?.generation).toBe(123_456_789);
});

test('a session id has sixteen random bytes', () => {
  expect(createSessionId()).toMatch(/^[\w-]{22}$/);
  expect(createSessionId()).not.toBe(createSessionId());
});
