import { expect, test } from 'vitest';
import { ConfigSchema } from '../../src/config-schema.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();

test('ASVS 6.3.2 a fresh site has no accounts', async () => {
  const fresh = await createWorld();
  expect(await fresh.sql('select uid from users')).toEqual([]);
  for (const name of ['admin', 'owner', 'root', 'lamplight', 'demo', 'test'])
    for (const password of [name, 'password', 'changeme', '12345678', 'lamplight'])
      expect(
        (
          await fresh
            .visitor({ ip: `192.0.2.${name.length}` })
            .logIn(`${name}@lamplight.example`, password)
        ).status,
      ).not.toBe(200);
});

/** From published lists of leaked passwords; not taken from the list under test. */
const LEAKED =
  '12345678 123456789 1234567890 password password1 password123 qwertyuiop qwerty123 iloveyou sunshine princess football baseball superman trustno1 1q2w3e4r 1qaz2wsx starwars whatever 11111111 88888888 00000000 abc12345 passw0rd letmein1 michelle jennifer computer internet asdfghjkl zxcvbnm1 a123456789 woaini1314 66666666 123123123 520520520 87654321 987654321 01234567 0123456789 abcdefgh wangwang qq123456789 5201314520 1314520520';

test('ASVS 6.2.4, 6.2.12 the most common leaked passwords are refused, in any case', async () => {
  const taken: string[] = [];
  for (const [index, common] of LEAKED.split(' ').entries()) {
    for (const password of [common, common.toUpperCase()]) {
      const body = { email: `leak${index}@example.org`, password, transport: 'bearer' };
      const response = await world.visitor().post('/api/auth/register', body);
      if (response.body.code !== 'password_too_common') taken.push(password);
    }
  }
  expect(taken).toEqual([]);
});

test('ASVS 6.2.8 a password is used as typed: its case, spaces and end count', async () => {
  const client = world.visitor();
  const password = ' Lantern In The Window ';
  await client.register('typed@example.org', password);
  for (const other of [
    password.toLowerCase(),
    password.trim(),
    `${password} `,
    password.slice(0, -1),
  ])
    expect((await client.logIn('typed@example.org', other)).status).toBe(401);
  expect((await client.logIn('typed@example.org', password)).status).toBe(200);
});

test('ASVS 6.5.3, 6.5.4 a restore token has 256 random bits and is new each time', async () => {
  const codes = new Set<string>();
  for (let count = 0; count < 3; count++) {
    const member = await world.member();
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    for (let again = 0; again < 2; again++)
      codes.add((await world.visitor().logIn(member.email, PASSWORD)).body.restore_token);
  }
  expect(codes.size).toBe(6);
  // After the uid.
  for (const code of codes)
    expect(Buffer.from(code.split('.')[1] ?? '', 'base64url')).toHaveLength(32);
});

test('ASVS 7.2.2, 7.2.3 every log-in gets its own tokens, and no setting is a static token', async () => {
  const member = await world.member({ transport: 'bearer' });
  const tokens = new Set([member.tokens.access, member.tokens.refresh]);
  const sessions = new Set([member.session_id]);
  for (let count = 0; count < 10; count++) {
    const again = world.visitor();
    await again.logIn(member.email, PASSWORD, 'bearer');
    tokens.add(again.tokens.access).add(again.tokens.refresh);
    sessions.add(again.session_id);
  }
  expect([tokens.size, sessions.size]).toEqual([22, 11]);
  for (const id of sessions) expect(Buffer.from(id, 'base64url')).toHaveLength(16);
  expect(
    Object.keys(ConfigSchema.properties).filter((name) => /API_?KEY|TOKEN/.test(name)),
  ).toEqual([]);
});

test('ASVS 5.2.4 a member’s uploads are limited per day, from any address', async () => {
  const small = await createWorld({ LIMIT_UPLOADS: '2/86400' });
  const member = await small.member({ transport: 'bearer', exp: 2000 });
  const other = await small.member({ transport: 'bearer', exp: 2000 });
  const send = async (client: typeof member, url: string, ip: string) => {
    const boundary = 'b';
    const response = await small.visitor({ ip }).raw({
      method: 'POST',
      url,
      headers: {
        authorization: `Bearer ${client.tokens.access}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nno picture\r\n--b--\r\n`,
    });
    return response.status;
  };
  expect(await send(member, '/api/posts/upload-image', '192.0.2.1')).toBe(415);
  expect(await send(member, '/api/comments/upload-image', '192.0.2.2')).toBe(415);
  for (const url of [
    '/api/posts/upload-image',
    '/api/comments/upload-image',
    '/api/settings/avatar',
  ])
    expect([url, await send(member, url, '192.0.2.3')]).toEqual([url, 429]);
  expect(await send(other, '/api/posts/upload-image', '192.0.2.3')).toBe(415);
  const standard = await createWorld({ LIMIT_UPLOADS: '' });
  expect(standard.ctx.config.limits.uploads).toEqual({ points: 200, seconds: 86_400, block: 0 });
});
