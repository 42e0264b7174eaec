import { describe, expect, test } from 'vitest';
import { requestReset } from '../support/account-mail.ts';
import type { Client } from '../support/client.ts';
import { eventsOf, mailedChanges, turnOnTotp } from '../support/factors.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const MINUTE = 60;
const DAY = 24 * 3600;
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_PASSWORD: 'off',
  LIMIT_LOGIN_IP: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@example.org',
});

async function memberWithApp() {
  const member = await world.member();
  const app = await turnOnTotp(world, member);
  return { member, ...app };
}

/** After the right password: what the second step needs. */
async function beginLogIn(email: string, visitor: Client = world.visitor()) {
  const refused = await visitor.logIn(email, PASSWORD);
  expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
  const { challenge, ways } = refused.body as { challenge: string; ways: string[] };
  const finish = (body: object) => visitor.post('/api/auth/second-factor', { challenge, ...body });
  return { visitor, challenge, ways, finish };
}

describe('D64 turning it on', () => {
  test('D64, ASVS 6.3.3 needs the first code of the app; then a log-in with the password needs one too', async () => {
    const member = await world.member();
    const { setup, secret, uri } = (await member.get('/api/settings/totp')).body;
    expect(uri).toContain(`secret=${secret}&issuer=`);
    const wrong = await member.put('/api/settings/totp', { setup, code: '000000' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_code']);
    expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(200);

    const app = await turnOnTotp(world, member);
    const { visitor, ways, finish } = await beginLogIn(member.email);
    expect(ways).toEqual(['totp', 'recovery_code']);
    expect((await visitor.get('/api/settings/factors')).status).toBe(401);
    const opened = await finish({ code: app.codeAt() });
    expect(opened.status).toBe(200);
    expect((await visitor.get('/api/settings/factors')).body).toMatchObject({
      has_password: true,
      recovery_codes_left: 10,
    });
    expect(await eventsOf(world, member.uid)).toEqual(['totp_added']);
    expect(await mailedChanges(world, member.uid)).toEqual(['totp_added']);
  });

  test('ASVS 7.5.1 every change asks again 15 minutes after the last time', async () => {
    const { member } = await memberWithApp();
    world.wait(16 * MINUTE);
    const refused = await Promise.all([
      member.get('/api/settings/totp'),
      member.delete('/api/settings/totp'),
      member.get('/api/settings/passkeys/options'),
      member.post('/api/settings/recovery-codes'),
      member.post('/api/settings/trusted-devices/end'),
      member.put('/api/settings/passkey-step', { enabled: true }),
      member.delete('/api/settings/password'),
    ]);
    expect(refused.map(({ body }) => body.code)).toEqual(
      Array(refused.length).fill('confirmation_required'),
    );
    await member.post('/api/settings/confirm', { password: PASSWORD });
    expect((await member.delete('/api/settings/totp')).status).toBe(204);
    expect(await eventsOf(world, member.uid)).toEqual(['totp_added', 'totp_removed']);
    expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(200);
    const codes = await world.sql('select from recovery_code where uid = $1', [member.uid]);
    expect(codes).toHaveLength(0);
  });

  test('ASVS 13.3.1 the secret is sealed with a key that the database does not have', async () => {
    const member = await world.member();
    const { setup, secret } = (await member.get('/api/settings/totp')).body;
    expect(setup).not.toContain(secret);
    await turnOnTotp(world, member);
    const [row] = await world.sql('select totp_secret from second_factor where uid = $1', [
      member.uid,
    ]);
    expect(row?.['totp_secret']).toHaveLength(20 + 12 + 16);
    const other = await world.member();
    const stolen = await other.put('/api/settings/totp', { setup, code: '123456' });
    expect(stolen.body.code).toBe('second_factor_expired');
  });
});

describe('D64 codes', () => {
  test('ASVS 6.5.1 a code works once, also when it is sent twice at once', async () => {
    const { member, codeAt } = await memberWithApp();
    const first = await beginLogIn(member.email);
    const second = await beginLogIn(member.email);
    const code = codeAt();
    const responses = await Promise.all([first.finish({ code }), second.finish({ code })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await beginLogIn(member.email).then(({ finish }) => finish({ code }))).body.code).toBe(
      'wrong_code',
    );
  });

  test('ASVS 6.5.5, 6.5.8 a code works one step earlier or later, and no longer', async () => {
    const { member, codeAt } = await memberWithApp();
    const { finish } = await beginLogIn(member.email);
    expect((await finish({ code: codeAt(-2) })).body.code).toBe('wrong_code');
    expect((await finish({ code: codeAt(2) })).body.code).toBe('wrong_code');
    expect((await finish({ code: codeAt(1) })).status).toBe(200);
  });

  test('ASVS 6.6.3, 6.3.1 the sixth wrong code in five minutes waits, and the owner is not locked out', async () => {
    const { member, codeAt, codes } = await memberWithApp();
    const { finish } = await beginLogIn(member.email);
    for (let n = 0; n < 5; n++) expect((await finish({ code: codeAt(100 + n) })).status).toBe(403);
    const blocked = await finish({ code: codeAt() });
    expect([blocked.status, blocked.body.code]).toEqual([429, 'rate_limited']);
    expect((await finish({ code: codes[0] })).status).toBe(200);
  });

  test('ASVS 6.4.4, 6.5.1, 6.5.2 ten recovery codes of 80 bits, stored as hashes, each works once', async () => {
    const { member, codes } = await memberWithApp();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const stored = await world.sql('select code_hash from recovery_code where uid = $1', [
      member.uid,
    ]);
    expect(JSON.stringify(stored)).not.toContain(codes[0]?.replaceAll('-', ''));

    const [code = ''] = codes;
    expect(
      (await (await beginLogIn(member.email)).finish({ code: code.toLowerCase() })).status,
    ).toBe(200);
    const twice = await (await beginLogIn(member.email)).finish({ code });
    expect(twice.body.code).toBe('wrong_code');
    expect((await member.get('/api/settings/factors')).body.recovery_codes_left).toBe(9);
    expect(await eventsOf(world, member.uid)).toEqual(['totp_added', 'recovery_code_used']);
    expect(await mailedChanges(world, member.uid)).toContain('recovery_code_used');
  });

  test('ASVS 6.3.4, 6.4.3, 6.4.4 a reset of the password by mail leaves the second factor', async () => {
    const { member, codeAt } = await memberWithApp();
    const token = await requestReset(world, member.email);
    const new_password = 'a lamp in the harbour';
    const reset = await world.visitor().post('/api/auth/reset-password', { token, new_password });
    expect(reset.status).toBe(200);
    const visitor = world.visitor();
    const refused = await visitor.logIn(member.email, new_password);
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
    const { challenge } = refused.body;
    const opened = await visitor.post('/api/auth/second-factor', { challenge, code: codeAt() });
    expect(opened.status).toBe(200);
  });

  test('ASVS 6.5.6 new recovery codes end the old ones', async () => {
    const { member, codes } = await memberWithApp();
    const renewed = (await member.post('/api/settings/recovery-codes')).body.recovery_codes;
    const { finish } = await beginLogIn(member.email);
    expect((await finish({ code: codes[0] })).body.code).toBe('wrong_code');
    expect((await finish({ code: renewed[0] })).status).toBe(200);
  });
});

describe('D64 the second step', () => {
  test('ASVS 6.6.2, 6.6.3 its challenge is of one log-in, one account, ten minutes and one use', async () => {
    const { member, codeAt } = await memberWithApp();
    const other = await memberWithApp();
    const late = await beginLogIn(member.email);
    world.wait(11 * MINUTE);
    expect((await late.finish({ code: codeAt() })).body.code).toBe('second_factor_expired');

    const { visitor, challenge, finish } = await beginLogIn(member.email);
    const forged = challenge.replace(`-${member.uid}-`, `-${other.member.uid}-`);
    const wrong = await visitor.post('/api/auth/second-factor', {
      challenge: forged,
      code: other.codeAt(),
    });
    expect(wrong.body.code).toBe('second_factor_expired');
    expect((await finish({ code: codeAt() })).status).toBe(200);
    const again = await world
      .visitor()
      .post('/api/auth/second-factor', { challenge, code: codeAt(1) });
    expect(again.body.code).toBe('second_factor_expired');
  });

  test('ASVS 6.3.4 a deleted account is offered to be restored only after the second factor', async () => {
    const { member, codeAt } = await memberWithApp();
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    const { finish, visitor } = await beginLogIn(member.email);
    const offered = await finish({ code: codeAt() });
    expect([offered.status, offered.body.code]).toEqual([409, 'restore_required']);
    const { restore_token } = offered.body;
    expect((await visitor.post('/api/auth/confirm-restore', { restore_token })).status).toBe(200);
  });

  test('D64 a trusted device asks for the password only, for 30 days', async () => {
    const { member, codeAt } = await memberWithApp();
    const { visitor, finish } = await beginLogIn(member.email);
    expect((await finish({ code: codeAt(), trust_device: true })).status).toBe(200);
    expect((await visitor.logIn(member.email, PASSWORD)).status).toBe(200);
    await beginLogIn(member.email);
    const elsewhere = await memberWithApp();
    await beginLogIn(elsewhere.member.email, visitor);
    world.wait(31 * DAY);
    await beginLogIn(member.email, visitor);
  });

  test('D64 with bearer transport the trust is a token', async () => {
    const { member, codeAt } = await memberWithApp();
    const program = world.visitor();
    const credentials = { email: member.email, password: PASSWORD, transport: 'bearer' };
    const refused = await program.post('/api/auth/login', credentials);
    const opened = await program.post('/api/auth/second-factor', {
      challenge: refused.body.challenge,
      code: codeAt(),
      trust_device: true,
      transport: 'bearer',
    });
    expect(opened.body.access_token).toBeDefined();
    const { trust_token } = opened.body;
    const again = await program.post('/api/auth/login', { ...credentials, trust_token });
    expect(again.status).toBe(200);
  });

  const ENDS: [string, (member: Client) => Promise<unknown>][] = [
    [
      'a new password',
      (member) =>
        member.put('/api/settings/password', {
          current_password: PASSWORD,
          new_password: `${PASSWORD} 2`,
        }),
    ],
    ['ending all', (member) => member.post('/api/settings/trusted-devices/end')],
    [
      'a factor that changed',
      async (member) => {
        await member.delete('/api/settings/totp');
        await turnOnTotp(world, member);
      },
    ],
  ];
  test.each(ENDS)('D64, ASVS 7.4.3 trust ends by %s', async (name, end) => {
    const { member, codeAt } = await memberWithApp();
    const { visitor, finish } = await beginLogIn(member.email);
    await finish({ code: codeAt(), trust_device: true });
    await end(member);
    const password = name === 'a new password' ? `${PASSWORD} 2` : PASSWORD;
    expect((await visitor.logIn(member.email, password)).body.code).toBe('second_factor_required');
  });
});

describe('D64 without scripts', () => {
  test('D64 setting up, the codes once, logging in with a code', async () => {
    const member = await world.member();
    const page = await member.get('/settings/two-step');
    expect(page.text).toContain('role="img"');
    expect(page.headers['cache-control']).toBe('no-store');
    const setup = /name="setup" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const wrong = await member.submit('/settings/totp/update', {
      setup,
      code: '000000',
      next: '/settings/recovery-codes',
    });
    expect([wrong.status, wrong.text.includes(setup)]).toEqual([403, true]);

    const app = await turnOnTotp(world, member);
    const renewed = await member.submit('/settings/recovery-codes', {
      next: '/settings/recovery-codes',
    });
    expect(renewed.status).toBe(303);
    const shown = await member.get('/settings/recovery-codes');
    expect(shown.text.match(/^(<.*>)?([A-Z2-7]{4}-){3}[A-Z2-7]{4}/gm)).toHaveLength(10);
    expect((await member.get('/settings/recovery-codes')).text).not.toMatch(
      /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/,
    );

    const visitor = world.visitor();
    await visitor.get('/login');
    const step = await visitor.submit('/auth/login', {
      email: member.email,
      password: PASSWORD,
      next: '/studio',
    });
    expect(step.status).toBe(403);
    expect(step.text).toContain('name="trust_device"');
    const reloaded = await visitor.get('/login/second-factor?next=%2Fstudio');
    const challenge = /name="challenge" value="([^"]+)"/.exec(reloaded.text)?.[1] ?? '';
    const refused = await visitor.submit('/auth/second-factor', {
      challenge,
      code: '1',
      next: '/',
    });
    expect([refused.status, refused.text.includes(challenge)]).toEqual([403, true]);
    const opened = await visitor.submit('/auth/second-factor', {
      challenge,
      code: app.codeAt(),
      trust_device: 'true',
      next: '/studio',
    });
    expect([opened.status, opened.headers['location']]).toEqual([303, '/studio']);
    expect(visitor.cookies.has('trust')).toBe(true);
  });
});
