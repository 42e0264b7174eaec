import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';
import { openTestDatabase } from './support/database.ts';
import { registerBearer, send } from './support/http.ts';
import { startWeb } from './support/web.ts';

/** Wrong guesses until the account is delayed on unknown devices. */
async function delayAccount(world: World, email: string): Promise<void> {
  let status = 401;
  for (let count = 0; status === 401; count++)
    ({ status } = await world.visitor({ ip: `198.51.100.${count}` }).logIn(email, 'wrong'));
  expect(status).toBe(429);
}

/** A browser with nothing but its device cookie. */
function deviceOf(world: World, client: Client): Client {
  const device = world.visitor({ ip: '192.0.2.77' });
  device.cookies.set('device', client.cookies.get('device') ?? '');
  return device;
}

const DELAYS = { LIMIT_LOGIN_ACCOUNT: '3/900', LIMIT_LOGIN_IP: 'off' };

test("ASVS 6.1.1, 6.3.1 over a socket with production settings, others' guesses do not lock out a known device", async () => {
  const database = await openTestDatabase();
  const web = await startWeb(database.url);
  const { email } = await registerBearer(web.url);
  const logIn = (password: string, more: object = {}) =>
    send(web.url, 'POST', '/api/auth/login', {
      body: { email, password, transport: 'bearer', ...more },
    });
  const { device_token } = (await logIn(PASSWORD)).body;
  // The delay doubles with each guess that waited for it; four seconds outlast the following requests.
  for (let delay = 0; delay < 4; ) {
    await sleep(delay * 1000);
    delay = (await logIn('wrong')).body.retry_after ?? 0;
  }
  const otherDevice = await logIn(PASSWORD);
  expect([otherDevice.status, otherDevice.body.code]).toEqual([429, 'rate_limited']);
  const owner = await logIn(PASSWORD, { device_token });
  expect(owner.status).toBe(200);
  expect(owner.body.device_token).not.toBe(device_token);
  // The owner's log-in did not clear the delay.
  expect((await logIn('wrong')).status).toBe(429);
});

test('ASVS 6.3.1 log-in, registration and a new password set the device cookie', async () => {
  const world = await createWorld({ ...DELAYS, BASE_URL: 'https://lamplight.example' });
  const member = await world.member({ transport: 'bearer' });
  const browser = world.visitor();
  const token = await browser.raw({ method: 'GET', url: '/api/auth/csrf' });
  const loggedIn = await browser.raw({
    method: 'POST',
    url: '/api/auth/login',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': token.body.csrf_token,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: JSON.stringify({ email: member.email, password: PASSWORD }),
  });
  expect(loggedIn.status).toBe(200);
  const cookies = [loggedIn.headers['set-cookie'] ?? []].flat().map(String);
  const device = cookies.find((one) => one.startsWith('__Host-device='));
  expect(device).toMatch(/^__Host-device=v1\.[\w-]{22}\.[\w-]{43}; /);
  expect(device?.split('; ').slice(1).sort()).toEqual([
    ...['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Strict', 'Secure'],
  ]);
  expect(loggedIn.text).not.toContain('device_token');
});

test('ASVS 6.3.1 a known device logs in while the account is delayed on all others, also through the form', async () => {
  const world = await createWorld(DELAYS);
  const member = await world.member();
  await delayAccount(world, member.email);
  expect((await world.visitor({ ip: '192.0.2.1' }).logIn(member.email, PASSWORD)).status).toBe(429);
  expect((await deviceOf(world, member).logIn(member.email, PASSWORD)).status).toBe(200);
  const form = deviceOf(world, member);
  await form.get('/api/auth/csrf');
  const fields = { email: member.email, password: PASSWORD, next: '/' };
  expect((await form.submit('/auth/login', fields)).status).toBe(303);
});

test('ASVS 6.3.1 a device stays known after logging out, and opens no session by itself', async () => {
  const world = await createWorld(DELAYS);
  const member = await world.member();
  await member.post('/api/auth/logout');
  expect(member.cookies.has('device')).toBe(true);
  expect((await member.get('/api/settings/sessions')).status).toBe(401);
  await delayAccount(world, member.email);
  expect((await member.logIn(member.email, PASSWORD)).status).toBe(200);
});

test('ASVS 6.3.1 a stolen device token allows ten guesses, then the delay applies', async () => {
  const world = await createWorld(DELAYS);
  const member = await world.member();
  await delayAccount(world, member.email);
  const thief = deviceOf(world, member);
  const statuses = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await thief.logIn(member.email, 'wrong')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect((await thief.logIn(member.email, PASSWORD)).status).toBe(429);
});

test('ASVS 6.3.1 many concurrent guesses with one device token: little more than ten are made', async () => {
  const world = await createWorld({ ...DELAYS, LIMIT_LOGIN_DEVICE: '3/900' });
  const member = await world.member();
  await delayAccount(world, member.email);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const thief = deviceOf(world, member);
      return (await thief.logIn(member.email, 'wrong')).status;
    }),
  );
  // Plus those that are being hashed when the third fails.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(3 + 8);
  expect(statuses).toContain(429);
});

test.each([
  ['of another account', async (world: World) => (await world.member()).cookies.get('device')],
  ['that is made up', async () => `v1.${'A'.repeat(22)}.${'A'.repeat(43)}`],
  ['that is an access token', async (world: World) => (await world.member()).cookies.get('sid')],
  ['that is nonsense', async () => 'nonsense'],
])('ASVS 6.3.1 a device token %s makes no device known', async (_, tokenOf) => {
  const world = await createWorld(DELAYS);
  const member = await world.member();
  const device = world.visitor({ ip: '192.0.2.77' });
  device.cookies.set('device', (await tokenOf(world)) ?? '');
  await delayAccount(world, member.email);
  expect((await device.logIn(member.email, PASSWORD)).status).toBe(429);
});

test('ASVS 6.3.1 a new password makes every device unknown except the current one', async () => {
  const world = await createWorld({ ...DELAYS, LIMIT_SENSITIVE: 'off' });
  const member = await world.member();
  const elsewhere = deviceOf(world, member);
  const new_password = 'another correct horse';
  const changed = await member.put('/api/settings/password', {
    current_password: PASSWORD,
    new_password,
  });
  expect(changed.status).toBe(200);
  await delayAccount(world, member.email);
  expect((await elsewhere.logIn(member.email, new_password)).status).toBe(429);
  expect((await deviceOf(world, member).logIn(member.email, new_password)).status).toBe(200);
});

test('A31 a missing account is delayed alike, with a device token or without', async () => {
  const world = await createWorld(DELAYS);
  const member = await world.member();
  await delayAccount(world, 'absent@example.org');
  expect((await deviceOf(world, member).logIn('absent@example.org', 'wrong')).status).toBe(429);
});
