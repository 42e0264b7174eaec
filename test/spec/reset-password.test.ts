import { expect, test } from 'vitest';
import {
  createMailWorld,
  kindsTo,
  linkIn,
  mailsTo,
  NO_MAIL_LIMITS,
  requestReset,
  runResetJobs,
} from '../support/account-mail.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createMailWorld();
const NEW = 'a lamp in the harbour';
const reset = (token: string, new_password = NEW) =>
  world.visitor().post('/api/auth/reset-password', { token, new_password });

test('D63, ASVS 6.5.1, 7.4.3 a link in a mail sets a new password once, and ends all sessions', async () => {
  const member = await world.member();
  const phone = world.visitor();
  await phone.logIn(member.email, PASSWORD, 'bearer');
  const token = await requestReset(world, member.email);
  const done = await reset(token);
  expect([done.status, done.body]).toEqual([200, { email: member.email }]);
  for (const client of [member, phone])
    expect((await client.get('/api/settings/sessions')).status).toBe(401);
  expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(401);
  expect((await world.visitor().logIn(member.email, NEW)).status).toBe(200);
  const again = await reset(token, 'another lamp outside');
  expect([again.status, again.body.code]).toEqual([403, 'mail_link_invalid']);
  expect((await world.visitor().logIn(member.email, NEW)).status).toBe(200);
});

test('D63 a link that names another member, or none, is refused as an unknown one is', async () => {
  const member = await world.member();
  const other = await world.member();
  const token = await requestReset(world, member.email);
  const [version, uid, id, mac] = token.split('.');
  expect(uid).toBe(String(member.uid));
  for (const wrong of [
    `${version}.${other.uid}.${id}.${mac}`,
    `${version}.9007199254740993.${id}.${mac}`,
    `v1.${id}.${mac}`,
  ]) {
    const refused = await reset(wrong);
    expect([refused.status, refused.body.code]).toEqual([403, 'mail_link_invalid']);
  }
  expect((await reset(token)).status).toBe(200);
});

test('D63, ASVS 6.5.5 a link to reset is valid for 30 minutes', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  await world.wait(30 * 60);
  expect((await reset(token)).body.code).toBe('mail_link_invalid');
});

test('ASVS 6.3.7 a reset is announced by mail and notification, and recorded', async () => {
  const member = await world.member();
  await reset(await requestReset(world, member.email));
  expect(await kindsTo(world, member.email)).toEqual([
    'verify_address',
    'reset_password',
    'password_changed',
  ]);
  expect(await world.sql('select kind from security_event where uid = $1', [member.uid])).toEqual([
    { kind: 'password_reset' },
  ]);
  const back = world.visitor();
  await back.logIn(member.email, NEW);
  const messages = await back.get('/api/messages');
  expect(messages.text).toContain('password_changed');
});

test('ASVS 6.4.3 a reset changes nothing but the password: a ban, a deletion and the role stay', async () => {
  const admin = await world.member({ role: 'admin' });
  await reset(await requestReset(world, admin.email));
  const back = world.visitor();
  expect((await back.logIn(admin.email, NEW)).body.user.role).toBe('admin');
  const banned = await world.member({ status: 'banned' });
  await reset(await requestReset(world, banned.email));
  expect((await world.visitor().logIn(banned.email, NEW)).body.user.status).toBe('banned');
  const deleted = await world.member();
  await deleted.post('/api/settings/delete-account', { password: PASSWORD });
  await reset(await requestReset(world, deleted.email));
  expect((await world.visitor().logIn(deleted.email, NEW)).body.code).toBe('restore_required');
});

test('ASVS 6.4.1, 6.5.3, 6.5.4 a link is 256 bits, new each time, and a newer one ends the older', async () => {
  const member = await world.member();
  const first = await requestReset(world, member.email);
  const second = await requestReset(world, member.email);
  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[3] ?? '', 'base64url')).toHaveLength(32);
  expect((await reset(first)).body.code).toBe('mail_link_invalid');
  expect((await reset(second)).status).toBe(200);
});

test('ASVS 6.6.2 a link works neither for another purpose nor changed nor for another account', async () => {
  const [member, other] = [await world.member(), await world.member()];
  const token = await requestReset(world, member.email);
  const verification = await linkIn(world, member.email, 'verify_address');
  const others = await requestReset(world, other.email);
  const [v, id, mac = ''] = token.split('.');
  const wrong = [
    verification.token,
    `${v}.${others.split('.')[1]}.${mac}`,
    `${v}.${id}.${others.split('.')[2]}`,
    `${v}.${id}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    `v2.${id}.${mac}`,
    token.slice(0, -1),
    `${token}A`,
    'x',
  ];
  for (const text of wrong) expect((await reset(text)).body.code).toBe('mail_link_invalid');
  const verify = await world.visitor().post('/api/auth/verify-address', { token });
  expect(verify.body.code).toBe('mail_link_invalid');
  for (const path of ['undo-address-change', 'confirm-address-change'])
    expect((await world.visitor().post(`/api/auth/${path}`, { token })).body.code).toBe(
      'mail_link_invalid',
    );
  expect((await reset(token)).status).toBe(200);
});

test('ASVS 6.6.2 a link that was sent before the address changed does not reset', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  // Straight in the table, so that not even the trigger ends the link.
  await world.sql('alter table users disable trigger users_end_mail_tokens');
  await world.sql(
    "update users set email = 'moved@example.org', email_key = 'moved@example.org' where uid = $1",
    [member.uid],
  );
  await world.sql('alter table users enable trigger users_end_mail_tokens');
  expect((await reset(token)).body.code).toBe('mail_link_invalid');
});

test('a new password, a reset and a deletion end the links that were sent before', async () => {
  const changed = await world.member();
  const link = await requestReset(world, changed.email);
  await changed.put('/api/settings/password', { current_password: PASSWORD, new_password: NEW });
  expect((await reset(link)).body.code).toBe('mail_link_invalid');
  const deleted = await world.member();
  const other = await requestReset(world, deleted.email);
  await deleted.post('/api/settings/delete-account', { password: PASSWORD });
  expect((await reset(other)).body.code).toBe('mail_link_invalid');
});

test('of ten concurrent uses of one link, one succeeds', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  const passwords = Array.from({ length: 10 }, (_, index) => `lamp number ${index} outside`);
  const all = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  const winner = passwords[all.findIndex(({ status }) => status === 200)] ?? '';
  expect((await world.visitor().logIn(member.email, winner)).status).toBe(200);
});

test('ASVS 6.2.4 a reset refuses a common password and keeps the link', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  expect((await reset(token, 'password123')).body.code).toBe('password_too_common');
  expect((await reset(token, 'short')).body.code).toBe('invalid_input');
  expect((await reset(token)).status).toBe(200);
});

test('ASVS 6.3.8 the response to a request is the same for every address, and nothing is sent to an unknown one', async () => {
  const known = await world.member();
  const banned = await world.member({ status: 'banned' });
  const deleted = await world.member();
  await deleted.post('/api/settings/delete-account', { password: PASSWORD });
  const seen = new Set<string>();
  for (const email of [known.email, banned.email, deleted.email, 'nobody@example.org']) {
    const client = world.visitor();
    const { status, text, headers } = await client.post('/api/auth/request-password-reset', {
      email,
    });
    const shown = Object.entries(headers).filter(([name]) => !/date|request-id/.test(name));
    seen.add(JSON.stringify({ status, text, shown }));
  }
  expect(seen.size).toBe(1);
  await runResetJobs(world);
  expect(await mailsTo(world, 'nobody@example.org')).toEqual([]);
  for (const { email } of [known, banned, deleted])
    expect(await kindsTo(world, email)).toContain('reset_password');
});

test('the queue has no address in clear', async () => {
  await world
    .visitor()
    .post('/api/auth/request-password-reset', { email: 'secret.reader@example.org' });
  const jobs = await world.sql('select payload::text from graphile_worker._private_jobs');
  expect(JSON.stringify(jobs)).not.toContain('secret.reader');
  await runResetJobs(world);
});

test('a reset verifies the address, because only its reader has the link', async () => {
  const member = await world.member();
  await reset(await requestReset(world, member.email));
  await member.logIn(member.email, NEW);
  expect((await member.get('/api/settings/email')).body.verified_at).not.toBeNull();
});

test('D13 after a reset the member need not wait for the delay that wrong guesses caused', async () => {
  const own = await createMailWorld({ LIMIT_LOGIN_ACCOUNT: '2/900' });
  const member = await own.member();
  for (let count = 0; count < 4; count++)
    await own.visitor({ ip: `192.0.2.${count}` }).logIn(member.email, 'wrong guess');
  expect((await own.visitor().logIn(member.email, PASSWORD)).status).toBe(429);
  const token = await requestReset(own, member.email);
  await own.visitor().post('/api/auth/reset-password', { token, new_password: NEW });
  expect((await own.visitor().logIn(member.email, NEW)).status).toBe(200);
});

test('limits: one mail a minute and five an hour to an address, known or not, and 20 requests an hour per caller', async () => {
  const {
    LIMIT_MAIL_MINUTE: _,
    LIMIT_MAIL_HOUR: __,
    LIMIT_RESET_REQUEST: ___,
    ...off
  } = NO_MAIL_LIMITS;
  const own = await createWorld({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'lamplight@example.org',
    ...off,
  });
  const member = await own.member();
  const ask = async (email: string, ip: string) => {
    const { status, body } = await own
      .visitor({ ip })
      .post('/api/auth/request-password-reset', { email });
    return [status, body?.code];
  };
  for (const email of [member.email, 'nobody@example.org']) {
    expect(await ask(email, '192.0.2.1')).toEqual([204, undefined]);
    expect(await ask(email, '192.0.2.2')).toEqual([429, 'rate_limited']);
  }
  const caller = '192.0.2.9';
  for (let count = 0; count < 20; count++)
    expect((await ask(`person.${count}@example.net`, caller))[0]).toBe(204);
  expect((await ask('person.20@example.net', caller))[0]).toBe(429);
  expect(own.ctx.config.limits).toMatchObject({
    mail_minute: { points: 1, seconds: 60 },
    mail_hour: { points: 5, seconds: 3600 },
    reset_request: { points: 20, seconds: 3600 },
    mail_site: null,
  });
});

test('D63, ASVS 6.4.6 without mail settings a request is refused, and the operator’s link works', async () => {
  const silent = await createWorld();
  const member = await silent.member();
  const refused = await silent
    .visitor()
    .post('/api/auth/request-password-reset', { email: member.email });
  expect([refused.status, refused.body.code]).toEqual([409, 'mail_off']);
  const { createResetLink } = await import('../../src/account-mail/actions/request-reset.ts');
  const link = await createResetLink(silent.ctx, member.uid);
  const token = link.split('/').at(-1) ?? '';
  const done = await silent
    .visitor()
    .post('/api/auth/reset-password', { token, new_password: NEW });
  expect(done.status).toBe(200);
  expect(await silent.sql('select action, actor_uid, subject_id from staff_action')).toEqual([
    { action: 'user.reset_link', actor_uid: null, subject_id: member.uid },
  ]);
});

test('the page of a link shows no token in its address, its log or its referrer', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  const browser = world.visitor();
  const opened = await browser.get(`/reset/${token}`);
  expect([opened.status, opened.headers['location']]).toEqual([303, '/reset']);
  expect(opened.headers['referrer-policy']).toBe('no-referrer');
  const cookie = String(opened.headers['set-cookie']);
  expect(cookie).toMatch(/mail_link=.*Max-Age=1800.*HttpOnly.*SameSite=Lax/);
  const page = await browser.get('/reset');
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(page.text).toContain(`value="${token}"`);
  const done = await browser.submit('/auth/reset-password', {
    token,
    new_password: NEW,
    next: '/login',
  });
  expect([done.status, done.headers['location']]).toEqual([303, '/login']);
  const login = await browser.get('/login');
  expect(login.text).toContain(`value="${member.email}"`);
  expect(login.text).toContain('新密码已保存');
  expect((await browser.get('/reset')).text).toContain('这个链接不能用了');
  expect(world.logged.join('\n')).not.toContain(token.split('.')[2]);
});

test('opening a link changes nothing: programs that scan mail open links', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  for (let count = 0; count < 3; count++) {
    const scanner = world.visitor();
    await scanner.get(`/reset/${token}`);
    await scanner.get('/reset');
  }
  expect((await reset(token)).status).toBe(200);
});

test('the device that reset the password is no new device at the next log-in', async () => {
  const member = await world.member();
  const token = await requestReset(world, member.email);
  const browser = world.visitor();
  await browser.get(`/reset/${token}`);
  await browser.get('/reset');
  await browser.submit('/auth/reset-password', { token, new_password: NEW });
  await browser.logIn(member.email, NEW);
  expect(await kindsTo(world, member.email)).not.toContain('new_device');
});
