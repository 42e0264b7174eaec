import { expect, test } from 'vitest';
import { createSecrets } from '../platform/secrets.ts';
import { createSessionId, isGenuine, mintToken, type ParsedToken, parseToken } from './tokens.ts';

const secrets = createSecrets('a key for tests that is long enough to be one');
const session = { id: createSessionId(), salt: Buffer.alloc(32, 1), transport: 'cookie' };
const token = (generation = 3) => mintToken(secrets, 'access', session, generation);

test('D11 a token names its session and generation, and is genuine for them alone', () => {
  const parsed = parseToken(token()) as ParsedToken;
  expect(parsed).toMatchObject({ session_id: session.id, generation: 3 });
  expect(isGenuine(secrets, 'access', session, parsed)).toBe(true);
  expect(isGenuine(secrets, 'refresh', session, parsed)).toBe(false);
  expect(isGenuine(secrets, 'access', session, { ...parsed, generation: 4 })).toBe(false);
  for (const other of [
    { ...session, id: createSessionId() },
    { ...session, salt: Buffer.alloc(32, 2) },
    { ...session, transport: 'bearer' },
  ])
    expect(isGenuine(secrets, 'access', other, parsed)).toBe(false);
});

test('ASVS 7.2.1 a malformed token is rejected', () => {
  const [version, id, , mac] = token().split('.');
  for (const text of [
    ...[undefined, '', 'v1', `x${token()}`, `${token()}x`, token().replace('v1', 'v2')],
    ...[`${version}.${id}.0.${mac}`, `${version}.${id}.01.${mac}`, `${version}.${id}.a.${mac}`],
    ...[`${version}.${id}.1234567890.${mac}`, `${version}.${id}.-1.${mac}`],
    ...[`${version}.${id}x.3.${mac}`, `${version}.${id?.slice(1)}.3.${mac}`],
    ...[`${version}.${id}.3.${mac}x`, `${version}.${id}.3.${mac?.slice(1)}`],
    ...[`${version}.${id?.slice(1)}!.3.${mac}`, `${version}.${id}.3.${mac?.slice(1)}!`],
    ...[`${version}x${id}.3.${mac}`, `${version}.${id}x3.${mac}`, `${version}.${id}.3x${mac}`],
  ])
    expect(parseToken(text)).toBeUndefined();
  expect(parseToken(token(123_456_789))?.generation).toBe(123_456_789);
});

test('a session id has sixteen random bytes', () => {
  expect(createSessionId()).toMatch(/^[\w-]{22}$/);
  expect(createSessionId()).not.toBe(createSessionId());
});
