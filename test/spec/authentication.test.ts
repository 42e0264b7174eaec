import { describe, expect, test } from 'vitest';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({
  REAL_PASSWORD_HASHES: 'yes',
  LIMIT_CHECK_EMAIL: 'off',
  LIMIT_LOGIN_IP: 'off',
});
const minutes = (count: number) => count * 60;
const days = (count: number) => count * 24 * 3600;

describe('§4 POST /api/auth/check-email', () => {
  test('§4 POST /api/auth/check-email, D13 returns only whether the address is free, whatever happened to its account', async () => {
    const visitor = world.visitor();
    const taken = await world.member({ email: 'Taken@Example.org' });
    const banned = await world.member({ status: 'banned' });
    const deleted = await world.member();
    await deleted.post('/api/settings/delete-account', { password: PASSWORD });
    const check = async (email: string) =>
      (await visitor.post('/api/auth/check-email', { email })).body;
    expect(await check('absent@example.org')).toEqual({ available: true });
    for (const email of [
      'taken@example.org',
      ' TAKEN@example.ORG'.trim(),
      banned.email,
      deleted.email,
    ]) {
      expect(await check(email)).toEqual({ available: false });
    }
    expect(taken.uid).toBeGreaterThan(0);
  });
});

describe('§4 POST /api/auth/register', () => {
  test('§4 POST /api/auth/register, D10 opens a session, leaves the username unset and accepts each address once', async () => {
    const client = world.visitor();
    const response = await client.post('/api/auth/register', {
      email: 'First@Example.org',
      password: PASSWORD,
    });
    expect(response.status).toBe(201);
    expect(response.body.user).toMatchObject({
      email: 'First@Example.org',
      username: null,
      role: 'member',
      status: 'active',
    });
    expect((await client.get('/api/settings/sessions')).body.items).toHaveLength(1);
    const again = await world
      .visitor()
      .post('/api/auth/register', { email: 'first@example.ORG', password: PASSWORD });
    expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
  });

  test('D10 twenty concurrent registrations of one address make one account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.visitor().post('/api/auth/register', {
          email: 'race@example.org',
          password: PASSWORD,
          transport: 'bearer',
        }),
      ),
    );
    const won = responses.filter((one) => one.status === 201);
    expect(won).toHaveLength(1);
    expect(new Set(responses.map((one) => one.status))).toEqual(new Set([201, 409]));
    expect(
      await world.sql("select 1 from users where email_key = 'race@example.org'"),
    ).toHaveLength(1);
  });

  test('D10, ASVS 6.2.1, 6.2.4, 6.2.5, 6.2.9 a password has 8 to 128 characters and is not one of the commonest', async () => {
    const visitor = world.visitor();
    const attempt = async (password: string) =>
      (
        await visitor.post('/api/auth/register', {
          email: `p${Math.random()}@example.org`,
          password,
        })
      ).body.code ?? 'ok';
    expect(await attempt('1234567')).toBe('invalid_input');
    expect(await attempt('x'.repeat(129))).toBe('invalid_input');
    expect(await attempt('password1')).toBe('password_too_common');
    expect(await attempt('WoAiNi1314')).toBe('password_too_common');
    expect(await attempt('x'.repeat(128))).toBe('ok');
    expect(await attempt('灯火阑珊处那人却')).toBe('ok');
  });

  test('ASVS 6.2.8 two passwords with the same first 72 bytes are different', async () => {
    const client = world.visitor();
    await client.register('long@example.org', `${'长'.repeat(30)}one`);
    expect((await client.logIn('long@example.org', `${'长'.repeat(30)}two`)).status).toBe(401);
    expect((await client.logIn('long@example.org', `${'长'.repeat(30)}one`)).status).toBe(200);
  });

  test('§5.9, ASVS 11.4.2 passwords are stored as salted argon2id with the agreed parameters', async () => {
    const { uid } = await world.member();
    const other = await world.member();
    const rows = await world.sql('select password_hash from users where uid in ($1, $2)', [
      uid,
      other.uid,
    ]);
    const hashes = rows.map((row) => String(row['password_hash']));
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(hashes).size).toBe(2);
  });
});

describe('§4 POST /api/auth/login', () => {
  test('returns the same error for a wrong password and an unknown address', async () => {
    const member = await world.member();
    const wrong = await world.visitor().logIn(member.email, 'not the password');
    const unknown = await world.visitor().logIn('absent@example.org', 'not the password');
    const { instance: _a, ...first } = wrong.body;
    const { instance: _b, ...second } = unknown.body;
    expect(first).toEqual(second);
    expect(first).toMatchObject({
      status: 401,
      code: 'bad_credentials',
      detail: '邮箱或密码不正确。',
    });
  });

  test('§3 Banned.login, §4 POST /api/auth/login banned users can log in and read; D16 they can refresh and log out', async () => {
    const banned = await world.member({ status: 'banned' });
    expect((await banned.get('/api/settings/sessions')).status).toBe(200);
    expect((await banned.post('/api/auth/refresh')).status).toBe(200);
    expect((await banned.post('/api/auth/logout')).status).toBe(204);
  });

  test('D11, ASVS 7.1.2 the twenty-first log-in ends the oldest session', async () => {
    const first = await world.member({ transport: 'bearer' });
    for (let count = 0; count < 20; count++) {
      world.wait(1);
      await world.visitor().logIn(first.email, PASSWORD, 'bearer');
    }
    expect((await first.get('/api/settings/sessions')).status).toBe(401);
    const [row] = await world.sql(
      'select count(*) from session where uid = $1 and ended_at is null',
      [first.uid],
    );
    expect(Number(row?.['count'])).toBe(20);
  });

  test('D11 twenty concurrent log-ins next to an open session leave twenty sessions', async () => {
    const member = await world.member({ transport: 'bearer' });
    await Promise.all(
      Array.from({ length: 20 }, () => world.visitor().logIn(member.email, PASSWORD, 'bearer')),
    );
    const [row] = await world.sql(
      'select count(*) from session where uid = $1 and ended_at is null',
      [member.uid],
    );
    expect(Number(row?.['count'])).toBe(20);
  });

  test('A20, A21, ASVS 7.2.4 a planted cookie and the pre-login CSRF token die at log-in', async () => {
    const member = await world.member();
    const browser = world.visitor();
    browser.cookies.set(
      'sid',
      'v2.1.AAAAAAAAAAAAAAAAAAAAAA.1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    );
    await browser.get('/api/auth/csrf');
    const before = new Map(browser.cookies);
    expect((await browser.logIn(member.email, PASSWORD)).status).toBe(200);
    expect(browser.cookies.get('sid')).not.toBe(before.get('sid'));
    const planted = before.get('csrf') ?? '';
    const response = await browser.post(
      '/api/settings/sessions/destroy-others',
      {},
      { headers: { 'x-csrf-token': planted } },
    );
    expect(response.body.code).toBe('csrf_failed');
    expect(browser.cookies.has('pre')).toBe(false);
  });

  test('ASVS 8.3.1 a log-in that loses to a password change opens no session', async () => {
    const member = await world.member();
    const [login, change] = await Promise.all([
      world.visitor().logIn(member.email, PASSWORD, 'bearer'),
      member.put('/api/settings/password', {
        current_password: PASSWORD,
        new_password: 'a different one 1',
      }),
    ]);
    expect(change.status).toBe(200);
    const live = await world.sql('select id from session where uid = $1 and ended_at is null', [
      member.uid,
    ]);
    expect(live.map((row) => row['id'])).toEqual([member.session_id]);
    expect([200, 401]).toContain(login.status);
  });
});

describe('§4 POST /api/auth/logout', () => {
  test('§4 POST /api/auth/logout, ASVS 7.4.1 ends the session: access and refresh tokens fail at once', async () => {
    const member = await world.member();
    const jar = new Map(member.cookies);
    const response = await member.post('/api/auth/logout');
    expect(response.status).toBe(204);
    // The device token stays; it opens no session.
    expect([...member.cookies.keys()]).toEqual(['device']);
    for (const [name, value] of jar) member.cookies.set(name, value);
    expect((await member.get('/api/settings/sessions')).status).toBe(401);
    expect((await member.post('/api/auth/refresh')).body.code).toBe('login_required');
  });

  test('accepts a refresh token alone, and succeeds without any token', async () => {
    const member = await world.member();
    member.cookies.delete('sid');
    expect((await member.post('/api/auth/logout')).status).toBe(204);
    const [row] = await world.sql('select end_reason from session where id = $1', [
      member.session_id,
    ]);
    expect(row?.['end_reason']).toBe('logout');
    expect((await world.visitor().post('/api/auth/logout')).status).toBe(204);
  });
});

describe('§4 POST /api/auth/refresh', () => {
  test('§5.1b, §4 POST /api/auth/refresh issues new tokens; the replaced access token lives for one more minute only', async () => {
    const member = await world.member({ transport: 'bearer' });
    const old = { ...member.tokens };
    const response = await member.post('/api/auth/refresh', {
      refresh_token: old.refresh,
      transport: 'bearer',
    });
    expect(response.status).toBe(200);
    expect(response.body.access_token).not.toBe(old.access);
    expect((await member.get('/api/settings/sessions')).status).toBe(200);
    world.wait(61);
    expect((await member.get('/api/settings/sessions')).status).toBe(401);
    member.tokens = { access: response.body.access_token };
    expect((await member.get('/api/settings/sessions')).status).toBe(200);
  });

  test('D11 the direct parent gets the same child for ten seconds after the child was used', async () => {
    const member = await world.member({ transport: 'bearer' });
    const refresh = (token: unknown) =>
      world.visitor().post('/api/auth/refresh', { refresh_token: token, transport: 'bearer' });
    const parent = member.tokens.refresh;
    const child = (await refresh(parent)).body;
    expect((await refresh(parent)).body.refresh_token).toBe(child.refresh_token);
    member.tokens = { access: child.access_token };
    await member.get('/api/settings/sessions');
    world.wait(9);
    expect((await refresh(parent)).body.refresh_token).toBe(child.refresh_token);
    world.wait(2);
    const reuse = await refresh(parent);
    expect([reuse.status, reuse.body.code]).toEqual([401, 'session_reused']);
  });

  test('D11 the direct parent gets the same child for two minutes while the child is unused', async () => {
    const member = await world.member({ transport: 'bearer' });
    const refresh = (token: unknown) =>
      world.visitor().post('/api/auth/refresh', { refresh_token: token, transport: 'bearer' });
    const child = (await refresh(member.tokens.refresh)).body;
    world.wait(119);
    expect((await refresh(member.tokens.refresh)).body.refresh_token).toBe(child.refresh_token);
    world.wait(2);
    expect((await refresh(member.tokens.refresh)).body.code).toBe('session_reused');
  });

  test('A23, A24, ASVS 10.4.5 a grandparent revokes the session even inside the grace period, and its owner is notified', async () => {
    const member = await world.member({ transport: 'bearer' });
    const refresh = (token: unknown) =>
      world.visitor().post('/api/auth/refresh', { refresh_token: token, transport: 'bearer' });
    const grandparent = member.tokens.refresh;
    const parent = (await refresh(grandparent)).body;
    const child = (await refresh(parent.refresh_token)).body;
    const reuse = await refresh(grandparent);
    expect([reuse.status, reuse.body.code]).toEqual([401, 'session_reused']);
    expect((await refresh(child.refresh_token)).body.code).toBe('login_required');
    member.tokens = { access: child.access_token };
    expect((await member.get('/api/settings/sessions')).status).toBe(401);
    const notifications = await world.sql('select kind from notification where uid = $1', [
      member.uid,
    ]);
    expect(notifications).toEqual([{ kind: 'session_reused' }]);
  });

  test('ASVS 7.2.1 a session id alone cannot end the session: a forged token has no effect', async () => {
    const member = await world.member({ transport: 'bearer' });
    const { uid, session_id } = member;
    for (const forged of [
      `v2.${uid}.${session_id}.1.${'A'.repeat(43)}`,
      `v2.${uid}.${session_id}.99.${member.tokens.refresh?.split('.')[4]}`,
      member.tokens.refresh?.replace(`v2.${uid}.`, `v2.${uid + 1}.`),
      member.tokens.refresh?.replace(`v2.${uid}.`, 'v1.'),
      member.tokens.access,
    ]) {
      const response = await world
        .visitor()
        .post('/api/auth/refresh', { refresh_token: forged, transport: 'bearer' });
      expect([response.status, response.body.code]).toEqual([401, 'login_required']);
    }
    expect((await member.get('/api/settings/sessions')).status).toBe(200);
  });

  test('a failed refresh clears the cookies, so that the client stops retrying', async () => {
    const member = await world.member();
    await world.sql("update session set ended_at = now(), end_reason = 'ended' where id = $1", [
      member.session_id,
    ]);
    const response = await member.post('/api/auth/refresh');
    expect(response.body.code).toBe('login_required');
    expect(member.cookies.has('rt')).toBe(false);
  });

  test('D11, ASVS 7.1.1, 7.3.1, 7.3.2, 10.4.8 a session ends after 14 idle days and after 30 days in all', async () => {
    const own = await createWorld();
    const idle = await own.member();
    const busy = await own.member();
    for (let day = 0; day < 13; day++) own.wait(days(1));
    expect((await busy.post('/api/auth/refresh')).status).toBe(200);
    own.wait(days(1) + 1);
    expect((await idle.post('/api/auth/refresh')).body.code).toBe('login_required');
    expect((await busy.post('/api/auth/refresh')).status).toBe(200);
    own.wait(days(13));
    expect((await busy.post('/api/auth/refresh')).status).toBe(200);
    own.wait(days(3));
    expect((await busy.post('/api/auth/refresh')).body.code).toBe('login_required');
  });

  test('§5.8, D11 an access token expires after thirty minutes', async () => {
    const member = await world.member({ transport: 'bearer' });
    world.wait(minutes(29));
    expect((await member.get('/api/settings/sessions')).status).toBe(200);
    world.wait(minutes(1) + 1);
    expect((await member.get('/api/settings/sessions')).status).toBe(401);
  });
});

describe('D5 transport', () => {
  test('D5, ASVS 3.3.2, 3.3.4 cookies are HttpOnly and SameSite, and no body contains a token', async () => {
    const response = await world
      .visitor()
      .post('/api/auth/register', { email: 'jar@example.org', password: PASSWORD });
    const cookies = [response.headers['set-cookie']].flat().map(String);
    expect(cookies.find((one) => one.startsWith('sid='))).toMatch(/HttpOnly; SameSite=Lax/);
    expect(cookies.find((one) => one.startsWith('rt='))).toMatch(/HttpOnly; SameSite=Strict/);
    expect(response.body).not.toHaveProperty('access_token');
    expect(response.text).not.toContain('v2.');
  });

  test('ASVS 3.3.1, 3.3.3 on https every cookie is Secure and has the __Host- prefix', async () => {
    const https = await createWorld({ BASE_URL: 'https://lamplight.example' });
    const response = await https.app.inject({ method: 'GET', url: '/api/auth/csrf' });
    const cookies = [response.headers['set-cookie']].flat().map(String);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Path=\/;.*Secure/);
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
  });

  test("D5 refuses a cookie's token as bearer, and a bearer token as cookie", async () => {
    const browser = await world.member();
    const robot = await world.member({ transport: 'bearer' });
    const asBearer = await world.visitor().raw({
      method: 'GET',
      url: '/api/settings/sessions',
      headers: { authorization: `Bearer ${browser.cookies.get('sid')}` },
    });
    const asCookie = await world.visitor().raw({
      method: 'GET',
      url: '/api/settings/sessions',
      headers: { cookie: `sid=${robot.tokens.access}` },
    });
    expect([asBearer.status, asCookie.status]).toEqual([401, 401]);
  });

  test('a request with an Authorization header ignores its cookies', async () => {
    const browser = await world.member();
    const response = await browser.post(
      '/api/settings/sessions/destroy-others',
      {},
      { headers: { authorization: 'Bearer x' } },
    );
    expect(response.status).toBe(401);
  });

  test('D6 a bearer client needs no CSRF token', async () => {
    const robot = await world.member({ transport: 'bearer' });
    expect((await robot.post('/api/settings/sessions/destroy-others')).status).toBe(200);
  });
});

test('§5.2b an authenticated request identifies its own session among several', async () => {
  const first = await world.member({ transport: 'bearer' });
  world.wait(1);
  const second = world.visitor();
  await second.logIn(first.email, PASSWORD, 'bearer');
  for (const device of [first, second]) {
    const { items } = (await device.get('/api/settings/sessions')).body;
    const current = items.filter((one: { is_current: boolean }) => one.is_current);
    expect([items.length, current.map((one: { sid: string }) => one.sid)]).toEqual([
      2,
      [device.session_id],
    ]);
  }
});

test('§5.7 the CSRF token comes from GET /api/auth/csrf and goes in X-CSRF-Token', async () => {
  const visitor = world.visitor();
  const { body } = await visitor.get('/api/auth/csrf');
  expect(body.csrf_token).toBe(visitor.cookies.get('csrf'));
  const response = await visitor.post('/api/auth/check-email', { email: 'a@b.cn' });
  expect(response.status).toBe(200);
});

test('ASVS 11.4.2 log-in rehashes a password hash with older parameters and ends no session', async () => {
  const member = await world.member();
  const old = '$argon2id$v=19$m=8192,t=1,p=1$';
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  expect(weak.startsWith(old)).toBe(true);
  await world.sql('alter table users disable trigger users_end_sessions');
  await world.sql('update users set password_hash = $1 where uid = $2', [weak, member.uid]);
  await world.sql('alter table users enable trigger users_end_sessions');
  expect((await world.visitor().logIn(member.email, PASSWORD, 'bearer')).status).toBe(200);
  const [row] = await world.sql('select password_hash from users where uid = $1', [member.uid]);
  expect(String(row?.['password_hash'])).toContain('m=19456,t=2');
  expect((await member.get('/api/settings/sessions')).status).toBe(200);
});
