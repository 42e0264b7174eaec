import { expect, test } from 'vitest';
import { createSecrets, equalSecrets, randomToken } from './secrets.ts';

const OLD = 'the former key, long enough to be one';
const NEW = 'the present key, long enough to be one';

test('a signature is valid only for its purpose, message and key', () => {
  const secrets = createSecrets(NEW);
  const signature = secrets.sign('access', 'message');
  expect(secrets.verify('access', 'message', signature)).toBe(true);
  expect(secrets.verify('refresh', 'message', signature)).toBe(false);
  expect(secrets.verify('access', 'massage', signature)).toBe(false);
  expect(createSecrets(OLD).verify('access', 'message', signature)).toBe(false);
});

test('during a key rotation, signatures and sealed texts of the previous key stay valid', () => {
  const before = createSecrets(OLD);
  const during = createSecrets(NEW, [OLD]);
  const after = createSecrets(NEW);
  const signature = before.sign('access', 'message');
  const sealed = before.seal('reply', Buffer.from('text'));
  expect(during.verify('access', 'message', signature)).toBe(true);
  expect(during.open('reply', sealed)?.toString()).toBe('text');
  expect(during.sign('access', 'message')).toBe(after.sign('access', 'message'));
  expect(after.verify('access', 'message', signature)).toBe(false);
  expect(after.open('reply', sealed)).toBeUndefined();
});

test('a process with the next key accepts it before any process signs with it', () => {
  const [prepared, rotated] = [createSecrets(OLD, ['', NEW]), createSecrets(NEW, [OLD])];
  for (const [signer, verifier] of [
    [prepared, rotated],
    [rotated, prepared],
  ] as const) {
    expect(verifier.verify('access', 'message', signer.sign('access', 'message'))).toBe(true);
    expect(verifier.open('reply', signer.seal('reply', Buffer.from('text')))).toBeDefined();
    expect(verifier.signatures('setup', 'owner')).toContain(signer.sign('setup', 'owner'));
  }
  expect(prepared.sign('access', 'message')).toBe(createSecrets(OLD).sign('access', 'message'));
});

test('a sealed text cannot be read with another purpose or after one bit has changed', () => {
  const secrets = createSecrets(NEW);
  const sealed = secrets.seal('reply', Buffer.from('text'));
  expect(secrets.open('other', sealed)).toBeUndefined();
  for (let index = 0; index < sealed.length; index++) {
    const bent = Buffer.from(sealed);
    bent[index] = (bent[index] ?? 0) ^ 1;
    expect(secrets.open('reply', bent)).toBeUndefined();
  }
});

test('A27, ASVS 7.2.3 tokens are random and long enough', () => {
  const tokens = new Set(Array.from({ length: 10_000 }, () => randomToken(16)));
  expect(tokens.size).toBe(10_000);
  for (const token of tokens) expect(token).toHaveLength(22);
  expect(equalSecrets('abc', 'abc')).toBe(true);
  expect(equalSecrets('abc', 'abcd')).toBe(false);
});
