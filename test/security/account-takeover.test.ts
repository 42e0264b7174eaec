import { expect, test } from 'vitest';
import {
  createMailWorld,
  linkIn,
  mailsTo,
  requestReset,
  runResetJobs,
  verify,
} from '../support/account-mail.ts';
import { addPasskey, usePasskey } from '../support/authenticator.ts';
import type { Client } from '../support/client.ts';
import { turnOnTotp } from '../support/factors.ts';
import { BASE_URL, PASSWORD } from '../support/world.ts';

/** Ways to somebody else's account that other sites left open. */
const OWNER = 'the lamp of the owner';
const { origin, hostname: rpId } = new URL(BASE_URL);
const world = await createMailWorld({ LIMIT_SENSITIVE: 'off', LIMIT_LOGIN_IP: 'off' });
let count = 0;
const newAddress = (name: string) => `${name}.${++count}@example.net`;

async function resetBy(email: string): Promise<void> {
  const token = await requestReset(world, email);
  const body = { token, new_password: OWNER };
  expect((await world.visitor().post('/api/auth/reset-password', body)).status).toBe(200);
}

async function beginLogIn(member: Client) {
  const visitor = world.visitor();
  const { body } = await visitor.logIn(member.email, PASSWORD);
  return (code: string) =>
    visitor.post('/api/auth/second-factor', { challenge: body.challenge, code });
}

test('A16, ASVS 6.4.1 whoever names another host in a request for a reset changes no link in a mail', async () => {
  const { email } = await world.member();
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-original-url': 'https://evil.example/' },
  ]) {
    const asked = await world
      .visitor()
      .post('/api/auth/request-password-reset', { email }, { headers });
    expect(asked.status).toBe(204);
    await runResetJobs(world);
  }
  const mails = await mailsTo(world, email);
  expect(mails.filter(({ kind }) => kind === 'reset_password')).toHaveLength(4);
  expect(JSON.stringify(mails)).not.toContain('evil.example');
  const { token } = await linkIn(world, email, 'reset_password');
  const page = await world.visitor().raw({
    method: 'GET',
    url: `/reset/${token}`,
    headers: { host: 'evil.example', accept: 'text/html' },
  });
  expect(String(page.headers['location'])).not.toContain('evil.example');
});

test('pre-account hijacking: what somebody prepared with a foreign address ends when its owner resets the password', async () => {
  const email = newAddress('victim');
  const attacker = await world.member({ email });
  const { passkey, response } = await addPasskey(attacker, { origin, rpId });
  expect(response.status).toBe(201);
  const own = newAddress('attacker');
  await attacker.post('/api/settings/email/change', { email: own, password: PASSWORD });
  const pending = await linkIn(world, own, 'change_address');

  await resetBy(email);
  const confirmed = await world
    .visitor()
    .post('/api/auth/confirm-address-change', { token: pending.token });
  expect(confirmed.status).toBeGreaterThanOrEqual(400);
  expect((await attacker.get('/api/settings/email')).status).toBe(401);
  expect((await attacker.post('/api/auth/refresh')).status).toBe(401);
  const visitor = world.visitor();
  const used = await usePasskey(visitor, passkey, { origin, rpId });
  const refused = await visitor.post('/api/auth/passkey', { passkey: used });
  expect(refused.body.code).toBe('passkey_refused');
  const [row] = await world.sql('select email from users where uid = $1', [attacker.uid]);
  expect(row).toEqual({ email });
  expect((await world.visitor().logIn(email, OWNER)).status).toBe(200);
});

test('the reset of a verified account ends a change of the address that a thief has begun', async () => {
  const member = await world.member();
  await verify(world, member);
  const thief = newAddress('thief');
  await member.post('/api/settings/email/change', { email: thief, password: PASSWORD });
  const { token, code } = await linkIn(world, thief, 'change_address');
  await resetBy(member.email);
  for (const body of [{ token }, { code }])
    expect(
      (await world.visitor().post('/api/auth/confirm-address-change', body)).status,
    ).toBeGreaterThanOrEqual(400);
  expect((await world.visitor().logIn(member.email, OWNER)).status).toBe(200);
});

test('ASVS 6.5.1 of ten log-ins that send one recovery code at once, one succeeds', async () => {
  const member = await world.member();
  const { codes } = await turnOnTotp(world, member);
  const logIns = await Promise.all(Array.from({ length: 10 }, () => beginLogIn(member)));
  const responses = await Promise.all(logIns.map((finish) => finish(codes[0] ?? '')));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const [left] = await world.sql(
    'select count(*)::int as codes from recovery_code where uid = $1',
    [member.uid],
  );
  expect(left).toEqual({ codes: 9 });
});

test('ASVS 6.5.1 a code of the app works once in its 30 seconds, also for another log-in and another device', async () => {
  const member = await world.member();
  const app = await turnOnTotp(world, member);
  const logIns = await Promise.all(Array.from({ length: 6 }, () => beginLogIn(member)));
  const code = app.codeAt();
  const responses = await Promise.all(logIns.slice(0, 5).map((finish) => finish(code)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  // Nor an earlier one, which a shoulder surfer may have seen.
  expect((await logIns[5]?.(app.codeAt(-1)))?.status).not.toBe(200);
});
