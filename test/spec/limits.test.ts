import { describe, expect, test } from 'vitest';
import { hasBinary } from '../support/binaries.ts';
import type { Client } from '../support/client.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

/** A cheap sensitive request: the body is invalid, and it still counts. */
const knock = (client: Client) => client.post('/api/settings/delete-account', { nonsense: true });
const stores: [string, Record<string, string> | undefined][] = [['memory', {}]];
const redis = hasBinary('redis-server') ? await startRedis() : undefined;
stores.push(['Redis', redis ? { REDIS_URL: redis.url } : undefined]);

describe.each(stores)('limits counted in %s', (_, settings) => {
  const suite = test.skipIf(!settings);
  const short = () =>
    createWorld({ ...settings, LIMIT_SENSITIVE: '5/1/2', REDIS_PREFIX: `t${Math.random()}:` });

  suite('§8 Sensitive-operation rate limit, §7.9 five sensitive requests pass, the sixth is refused and blocks the address', async () => {
    const world = await createWorld({ ...settings, REDIS_PREFIX: `t${Math.random()}:` });
    const member = await world.member({ transport: 'bearer', ip: '203.0.113.50' });
    const codes = [];
    for (let count = 0; count < 7; count++) codes.push((await knock(member)).body.code);
    expect(codes).toEqual([...Array(5).fill('invalid_input'), 'rate_limited', 'rate_limited']);
    const blocked = await knock(member);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(295);
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect(blocked.body.retry_after).toBe(Number(blocked.headers['retry-after']));
    const elsewhere = await world.member({ transport: 'bearer', ip: '203.0.113.51' });
    expect((await knock(elsewhere)).status).toBe(400);
  });

  suite('D14 the sensitive routes share one counter, and other routes are not blocked', async () => {
    const world = await createWorld({ ...settings, REDIS_PREFIX: `t${Math.random()}:` });
    const member = await world.member({ transport: 'bearer' });
    for (let count = 0; count < 3; count++) await knock(member);
    for (let count = 0; count < 2; count++)
      expect((await member.put('/api/settings/password', {})).status).toBe(400);
    expect((await member.put('/api/settings/password', {})).status).toBe(429);
    expect((await member.get('/api/settings/sessions')).status).toBe(200);
    expect((await member.post('/api/settings/sessions/destroy-others')).status).toBe(200);
  });

  suite('D14 attempts during a block do not extend the block', async () => {
    const world = await short();
    const member = await world.member({ transport: 'bearer' });
    for (let count = 0; count < 6; count++) await knock(member);
    const start = Date.now();
    while ((await knock(member)).status === 429 && Date.now() - start < 5000) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(Date.now() - start).toBeLessThan(3500);
    expect(Date.now() - start).toBeGreaterThan(1000);
  });

  suite('D14 exactly five of a hundred concurrent requests pass', async () => {
    const world = await createWorld({ ...settings, REDIS_PREFIX: `t${Math.random()}:` });
    const member = await world.member({ transport: 'bearer' });
    const responses = await Promise.all(Array.from({ length: 100 }, () => knock(member)));
    expect(responses.filter((one) => one.status === 400)).toHaveLength(5);
    expect(responses.filter((one) => one.status === 429)).toHaveLength(95);
  });

  suite('D14 anonymous and forged requests are not counted', async () => {
    const world = await createWorld({ ...settings, REDIS_PREFIX: `t${Math.random()}:` });
    const member = await world.member();
    for (let count = 0; count < 10; count++) {
      expect((await world.visitor().post('/api/settings/delete-account', {})).status).toBe(401);
      const forged = await member.post(
        '/api/settings/delete-account',
        {},
        { headers: { 'x-csrf-token': 'x' } },
      );
      expect(forged.status).toBe(403);
    }
    expect((await knock(member)).status).toBe(400);
  });

  suite('§4 a successful registration clears the counters of the address and its running block; A32 not those of the account', async () => {
    const world = await createWorld({
      ...settings,
      LIMIT_LOGIN_IP: '3/900/900',
      LIMIT_LOGIN_ACCOUNT: '5/900',
      REDIS_PREFIX: `t${Math.random()}:`,
    });
    const victim = await world.member({ ip: '203.0.113.90' });
    const fail = async () =>
      (await world.visitor().logIn(victim.email, 'wrong password')).body.code;
    expect([await fail(), await fail()]).toEqual(['bad_credentials', 'bad_credentials']);
    await world.visitor().register(`clear${Math.random()}@example.org`, PASSWORD);
    expect([await fail(), await fail()]).toEqual(['bad_credentials', 'bad_credentials']);
    await world.visitor().register(`clear${Math.random()}@example.org`, PASSWORD);
    expect(await fail()).toBe('bad_credentials');
    // The fifth failure on the account, although the address was cleared twice.
    expect(await fail()).toBe('rate_limited');

    const member = await world.member({ transport: 'bearer' });
    for (let count = 0; count < 7; count++) await knock(member);
    expect((await knock(member)).status).toBe(429);
    for (let count = 0; count < 3; count++)
      await world.visitor().logIn(`absent${count}@example.org`, 'wrong password');
    expect((await world.visitor().logIn('absent@example.org', 'x')).status).toBe(429);
    await world.visitor().register(`clear${Math.random()}@example.org`, PASSWORD);
    expect((await knock(member)).status).toBe(400);
    expect((await world.visitor().logIn('absent@example.org', 'x')).status).toBe(401);
  });

  suite('§5.8, D13, ASVS 6.1.1, 6.3.1 thirty failures from one address are refused for fifteen minutes, even with the right password', async () => {
    const world = await createWorld({
      ...settings,
      LIMIT_LOGIN_ACCOUNT: 'off',
      REDIS_PREFIX: `t${Math.random()}:`,
    });
    const member = await world.member({ ip: '203.0.113.60' });
    const codes = new Map<string, number>();
    for (let count = 0; count < 31; count++) {
      const { body } = await world.visitor().logIn(`absent${count}@example.org`, 'wrong password');
      codes.set(body.code, (codes.get(body.code) ?? 0) + 1);
    }
    expect(codes).toEqual(
      new Map([
        ['bad_credentials', 30],
        ['rate_limited', 1],
      ]),
    );
    const right = await world.visitor().logIn(member.email, PASSWORD);
    expect([right.status, Number(right.headers['retry-after']) > 890]).toEqual([429, true]);
    expect((await world.visitor({ ip: '203.0.113.61' }).logIn(member.email, PASSWORD)).status).toBe(
      200,
    );
  });

  suite('D13, ASVS 6.3.1 an account is delayed, never locked, whether it exists or not', async () => {
    const world = await createWorld({
      ...settings,
      LIMIT_LOGIN_ACCOUNT: '2/900',
      LIMIT_LOGIN_IP: 'off',
      REDIS_PREFIX: `t${Math.random()}:`,
    });
    const member = await world.member();
    const codesFor = async (email: string) => {
      const codes = [];
      for (let count = 0; count < 3; count++)
        codes.push((await world.visitor().logIn(email, 'wrong password')).body.code);
      return codes;
    };
    const known = await codesFor(member.email);
    expect(known).toEqual(['bad_credentials', 'bad_credentials', 'rate_limited']);
    expect(await codesFor('absent@example.org')).toEqual(known);
    await until(async () => (await world.visitor().logIn(member.email, PASSWORD)).status === 200);
  });

  suite('D13 registration and e-mail look-ups are limited per address, and return the remaining quota', async () => {
    const world = await createWorld({
      ...settings,
      LIMIT_REGISTER: '2/60',
      LIMIT_CHECK_EMAIL: '2/60',
      REDIS_PREFIX: `t${Math.random()}:`,
    });
    const visitor = world.visitor();
    const check = () => visitor.post('/api/auth/check-email', { email: 'a@b.cn' });
    const first = await check();
    expect(first.headers['ratelimit-policy']).toBe('"check_email";q=2;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"check_email";r=1;t=(59|60)$/);
    expect([(await check()).status, (await check()).status]).toEqual([200, 429]);
    await world.member();
    await world.member();
    const third = await world
      .visitor()
      .post('/api/auth/register', { email: 'third@example.org', password: PASSWORD });
    expect(third.status).toBe(429);
  });
});

test('D13 the strict profile limits all requests of an address and of a member', async () => {
  const world: World = await createWorld({ LIMIT_ANONYMOUS: '3/60', LIMIT_MEMBER: '2/60' });
  const visitor = world.visitor({ ip: '203.0.113.99' });
  const statuses = [];
  for (let count = 0; count < 4; count++)
    statuses.push((await visitor.raw({ method: 'GET', url: '/api/auth/csrf' })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await visitor.raw({ method: 'GET', url: '/healthz' })).status).toBe(200);

  const member = await world.member({ transport: 'bearer', ip: '203.0.113.98' });
  const responses = [];
  for (let count = 0; count < 3; count++)
    responses.push(await member.get('/api/settings/sessions'));
  expect(responses.map((one) => one.status)).toEqual([200, 200, 429]);
  expect(responses[2]?.headers['ratelimit-policy']).toBe('"member";q=2;w=60');
});
