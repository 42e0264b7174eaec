import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** §8 with the specification's numbers and no override. Each test has an address of its own. */
const world = await createWorld();
let addresses = 0;
const freshAddress = () => `198.51.100.${++addresses}`;
const memberAt = (ip: string) => world.member({ exp: 1, ip });

const OPERATIONS: [string, (who: Client) => ReturnType<Client['post']>, number][] = [
  [
    'PUT /api/settings/password',
    (who) =>
      who.put('/api/settings/password', {
        current_password: 'not the password',
        new_password: 'another good one 7',
      }),
    403,
  ],
  [
    'POST /api/settings/delete-account',
    (who) => who.post('/api/settings/delete-account', { password: 'not the password' }),
    403,
  ],
  ['POST /api/level/checkin', (who) => who.post('/api/level/checkin'), 200],
];

test.each(OPERATIONS)(
  '§8 Sensitive-operation rate limit, §7.9 %s: five in a minute, the sixth blocks the address for 300 s',
  async (_, send, status) => {
    const ip = freshAddress();
    // Registered first: a registration clears the counters of its address.
    const [member, neighbour] = [await memberAt(ip), await memberAt(ip)];
    for (let count = 1; count <= 5; count++)
      expect([count, (await send(member)).status]).toEqual([count, status]);
    const sixth = await send(member);
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(290);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(300);
    // The block covers the address on all three routes; another address is free.
    for (const [name, other] of OPERATIONS)
      expect([name, (await other(neighbour)).status]).toEqual([name, 429]);
    expect((await send(await memberAt(freshAddress()))).status).toBe(status);
  },
);

test('§8 Sensitive-operation rate limit: a blocked address is refused even with the right password', async () => {
  const member = await memberAt(freshAddress());
  const [, guess] = OPERATIONS[0] ?? [];
  for (let count = 0; count < 6; count++) await guess?.(member);
  const right = { current_password: PASSWORD, new_password: 'another good one 7' };
  expect((await member.put('/api/settings/password', right)).status).toBe(429);
  expect((await member.post('/api/settings/delete-account', { password: PASSWORD })).status).toBe(
    429,
  );
  expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(200);
});

test('§8 Counters.atomic sixty concurrent requests by two members of one address: exactly five pass', async () => {
  const ip = freshAddress();
  const people = [await memberAt(ip), await memberAt(ip)];
  const [elsewhere] = [await memberAt(freshAddress())];
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (people[index % 2] as Client).post('/api/level/checkin'),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(55);
  expect((await elsewhere.post('/api/level/checkin')).status).toBe(200);
});

test('§8 Counters.cleared a successful registration clears the failures of its address, and a failed one does not', async () => {
  const own = await createWorld({ LIMIT_LOGIN_IP: '3/900/900', LIMIT_LOGIN_ACCOUNT: 'off' });
  const [ip, other] = [freshAddress(), freshAddress()];
  const taken = await own.member();
  const fail = async (from: string) =>
    (await own.visitor({ ip: from }).logIn(taken.email, 'not the password')).body.code;
  const register = (from: string, email: string) =>
    own.visitor({ ip: from }).post('/api/auth/register', { email, password: PASSWORD });
  for (const from of [ip, other])
    expect([await fail(from), await fail(from)]).toEqual(['bad_credentials', 'bad_credentials']);
  expect((await register(ip, 'clears@example.org')).status).toBe(201);
  expect((await register(other, taken.email)).status).toBe(409);
  expect([await fail(ip), await fail(ip)]).toEqual(['bad_credentials', 'bad_credentials']);
  expect([await fail(other), await fail(other)]).toEqual(['bad_credentials', 'rate_limited']);
});

test("§8 Counters.cleared a registration clears its address's use of the sensitive limit", async () => {
  const ip = freshAddress();
  const member = await memberAt(ip);
  const statuses = async (times: number) => {
    const seen: number[] = [];
    while (seen.length < times) seen.push((await member.post('/api/level/checkin')).status);
    return seen;
  };
  expect(await statuses(4)).toEqual([200, 200, 200, 200]);
  await memberAt(ip);
  expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('§5.4a a wrong password costs as much work for a banned or unknown address as for a known one', async () => {
  const own = await createWorld({ LIMIT_LOGIN_IP: 'off', LIMIT_LOGIN_ACCOUNT: 'off' });
  const emails = {
    known: (await own.member()).email,
    banned: (await own.member({ status: 'banned' })).email,
    unknown: 'absent@example.org',
  };
  const spent = { known: 0, banned: 0, unknown: 0 };
  const visitor = own.visitor();
  // Alternating, so that other work of the process affects all of them alike.
  for (let round = 0; round < 12; round++)
    for (const kind of ['known', 'banned', 'unknown'] as const) {
      const before = process.cpuUsage();
      expect((await visitor.logIn(emails[kind], 'not the password')).status).toBe(401);
      const { user, system } = process.cpuUsage(before);
      spent[kind] += user + system;
    }
  expect(spent.banned / spent.known).toBeGreaterThan(0.6);
  expect(spent.unknown / spent.known).toBeGreaterThan(0.6);
});
