import { expect, test } from 'vitest';
import { createMailWorld, kindsTo, linkIn, mailsTo } from '../support/account-mail.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createMailWorld();
const DAY = 24 * 3600;
const use = (body: object, client = world.visitor()) =>
  client.post('/api/auth/verify-address', body);
const isVerified = async (uid: number) =>
  (await world.sql('select email_verified_at from users where uid = $1', [uid]))[0]?.[
    'email_verified_at'
  ] !== null;
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

test('D63 registering sends a link that verifies the address, on any device, once', async () => {
  const member = await world.member();
  expect(await kindsTo(world, member.email)).toEqual(['verify_address']);
  expect((await member.get('/api/settings/email')).body).toMatchObject({
    email: member.email,
    verified_at: null,
    pending: null,
    mail_enabled: true,
  });
  const { token } = await linkIn(world, member.email, 'verify_address');
  expect((await use({ token })).body).toEqual({ email: member.email });
  expect(await isVerified(member.uid)).toBe(true);
  expect((await use({ token })).body.code).toBe('mail_link_invalid');
  expect(await world.sql('select kind from security_event where uid = $1', [member.uid])).toEqual([
    { kind: 'email_verified' },
  ]);
});

test('D63 the six digits of the mail verify it too, where the member is logged in', async () => {
  const member = await world.member();
  const { code } = await linkIn(world, member.email, 'verify_address');
  expect(code).toMatch(/^\d{6}$/);
  expect((await use({ code })).status).toBe(401);
  const other = await world.member();
  expect((await use({ code }, other)).body.code).toBe('mail_code_wrong');
  expect((await use({ code: ` ${code} ` }, member)).status).toBe(200);
  expect(await isVerified(member.uid)).toBe(true);
  expect((await use({ code }, member)).body.code).toBe('mail_code_wrong');
});

test('ASVS 6.6.3 the fifth wrong code ends the code, not the link', async () => {
  const member = await world.member();
  const { code, token } = await linkIn(world, member.email, 'verify_address');
  for (let count = 0; count < 5; count++)
    expect((await use({ code: wrongCode(code) }, member)).body.code).toBe('mail_code_wrong');
  expect((await use({ code }, member)).body.code).toBe('mail_code_wrong');
  expect(await isVerified(member.uid)).toBe(false);
  // The link has 256 bits, so guesses of the code do not end it.
  expect((await use({ token })).status).toBe(200);
});

test('ASVS 6.6.3 fifty concurrent guesses count as fifty', async () => {
  const member = await world.member();
  const { code } = await linkIn(world, member.email, 'verify_address');
  const guesses = Array.from({ length: 50 }, () => use({ code: wrongCode(code) }, member));
  for (const { body } of await Promise.all(guesses)) expect(body.code).toBe('mail_code_wrong');
  expect((await use({ code }, member)).body.code).toBe('mail_code_wrong');
  const [row] = await world.sql('select code_tries from mail_token where uid = $1', [member.uid]);
  expect(row).toEqual({ code_tries: 5 });
});

test('ASVS 6.5.5, 6.6.2 a link and a code are valid for a day, for their purpose and account only', async () => {
  const member = await world.member();
  const { token, code } = await linkIn(world, member.email, 'verify_address');
  for (const path of ['confirm-address-change', 'undo-address-change'])
    expect((await world.visitor().post(`/api/auth/${path}`, { token })).body.code).toBe(
      'mail_link_invalid',
    );
  expect((await member.post('/api/auth/confirm-address-change', { code })).body.code).toBe(
    'mail_code_wrong',
  );
  await world.wait(DAY);
  await member.logIn(member.email, PASSWORD);
  expect((await use({ token })).body.code).toBe('mail_link_invalid');
  expect((await use({ code }, member)).body.code).toBe('mail_code_wrong');
});

test('ASVS 6.5.1 of two concurrent uses of a link and a code, one succeeds', async () => {
  const member = await world.member();
  const { token, code } = await linkIn(world, member.email, 'verify_address');
  const both = await Promise.all([use({ token }), use({ code }, member), use({ token })]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('another mail ends the link and the code of the first; a verified address gets none', async () => {
  const member = await world.member();
  const first = await linkIn(world, member.email, 'verify_address');
  expect((await member.post('/api/settings/email/verification')).status).toBe(204);
  const second = await linkIn(world, member.email, 'verify_address');
  expect((await use({ token: first.token })).body.code).toBe('mail_link_invalid');
  expect((await use({ token: second.token })).status).toBe(200);
  expect((await member.post('/api/settings/email/verification')).body.code).toBe('wrong_state');
});

test('one mail a minute to one address', async () => {
  const own = await createMailWorld({ LIMIT_MAIL_MINUTE: '1/60' });
  const member = await own.member();
  expect((await member.post('/api/settings/email/verification')).status).toBe(204);
  const second = await member.post('/api/settings/email/verification');
  expect([second.status, second.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
});

test('a body has a link or a code', async () => {
  const member = await world.member();
  expect((await use({}, member)).body.code).toBe('mail_code_wrong');
  expect((await use({ code: '12345' }, member)).body.code).toBe('invalid_input');
  expect((await use({ code: 'abcdef' }, member)).body.code).toBe('invalid_input');
});

test('D63 without mail settings registering sends nothing, and asking for a mail is refused', async () => {
  const silent = await createWorld();
  const member = await silent.member();
  expect(await mailsTo(silent, member.email)).toEqual([]);
  expect(await silent.sql('select id from mail_token')).toEqual([]);
  expect((await member.post('/api/settings/email/verification')).body.code).toBe('mail_off');
  expect((await member.get('/api/settings/email')).body.mail_enabled).toBe(false);
});

test('the pages: a button for the link, a field for the code, nothing by opening them', async () => {
  const member = await world.member();
  const { token, code } = await linkIn(world, member.email, 'verify_address');
  const phone = world.visitor();
  await phone.get(`/verify/${token}`);
  const page = await phone.get('/verify');
  expect(page.text).toContain(member.email);
  expect(await isVerified(member.uid)).toBe(false);
  expect((await member.get('/verify')).text).toContain('name="code"');
  expect((await world.visitor().get('/verify')).text).toContain('/login?next=%2Fverify');
  const refused = await member.submit('/auth/verify-address', { code: wrongCode(code) });
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('验证码不正确');
  const done = await phone.submit('/auth/verify-address', { token, next: '/login' });
  expect([done.status, done.headers['location']]).toEqual([303, '/login']);
  expect((await member.get('/verify')).text).toContain('已经验证过了');
});

test('D63 the owner may require a verified address before publishing; drafts and reading stay', async () => {
  const own = await createMailWorld();
  const owner = await own.member({ role: 'owner' });
  const author = await own.member({ exp: 10 });
  const key = 'posts.verified_address_required';
  const text = { title: 'A lamp', body: '<p>It burns.</p>' };
  expect((await author.post('/api/studio/posts', text)).status).toBe(201);
  await owner.put(`/api/admin/site-settings/${key}`, { value: true });
  const refused = await author.post('/api/studio/posts', text);
  expect([refused.status, refused.body.code]).toEqual([403, 'address_unverified']);
  const draft = (await author.post('/api/studio/posts', { ...text, draft: true })).body;
  const submitted = await author.post(`/api/studio/posts/${draft.id}/submit`);
  expect(submitted.body.code).toBe('address_unverified');
  expect((await author.get('/studio/write')).text).toContain(
    '/settings?tab=security#email-address',
  );
  const { token } = await linkIn(own, author.email, 'verify_address');
  await own.visitor().post('/api/auth/verify-address', { token });
  expect((await author.post(`/api/studio/posts/${draft.id}/submit`)).body.status).toBe('approved');
  expect((await author.get('/studio/write')).text).not.toContain('#email-address');
});

test('D63 without mail the requirement has no effect', async () => {
  const silent = await createWorld();
  const owner = await silent.member({ role: 'owner' });
  const author = await silent.member({ exp: 10 });
  await owner.put('/api/admin/site-settings/posts.verified_address_required', { value: true });
  const text = { title: 'A lamp', body: '<p>It burns.</p>' };
  expect((await author.post('/api/studio/posts', text)).status).toBe(201);
});
