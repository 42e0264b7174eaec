import { describe, expect, test } from 'vitest';
import { providersOf } from '../../src/identities/providers/all.ts';
import { JOBS } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { startOtherProvider } from '../support/other-provider.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({
  LIMIT_SIGN_IN: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@example.org',
});
const weixin = await startOtherProvider();
const qq = await startOtherProvider('qq');
providersOf(world.ctx.config).set('weixin', weixin.provider);
providersOf(world.ctx.config).set('qq', qq.provider);

let codes = 0;
type Way = { purpose?: string; next?: string; provider?: 'weixin' | 'qq' };

/** To the provider and back, as somebody who has this account there. */
async function signIn(client: Client, unionid: string, way: Way = {}) {
  const { purpose = 'log_in', next = '/', provider = 'weixin' } = way;
  if (!client.cookies.has('csrf')) await client.get('/login');
  const page = await client.submit(`/auth/${provider}/start`, { purpose, next });
  const url = /content="0;url=([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  if (!url) return page;
  const state = new URL(url).searchParams.get('state') ?? '';
  const code = `code${++codes}`;
  (provider === 'weixin' ? weixin : qq).people.set(code, { unionid, nickname: `昵称${unionid}` });
  return client.get(`/auth/${provider}/callback?code=${code}&state=${state}`);
}

async function register(unionid: string, way: Way = {}): Promise<Client> {
  const client = world.visitor();
  await signIn(client, unionid, way);
  const email = `${unionid}@example.org`;
  const { body, status } = await client.post('/api/auth/complete', { email });
  expect(status).toBe(201);
  client.uid = body.user.uid;
  client.email = email;
  return client;
}

const listOf = async (client: Client) =>
  (await client.get('/api/settings/identities')).body.items as { id: number; provider: string }[];

describe('D65 the adapter interface: a provider that is neither OpenID Connect nor OAuth', () => {
  test('somebody without an address creates an account, verified later, and logs in again', async () => {
    const client = world.visitor();
    const back = await signIn(client, 'union1', { next: '/posts' });
    expect([back.status, back.headers['location']]).toEqual([303, '/auth/complete']);
    const page = await client.get('/auth/complete');
    expect(page.text).toContain('昵称union1');
    expect(page.text).toContain('id="email"');
    const created = await client.submit('/auth/complete', {
      email: 'union1@example.org',
      next: '/posts',
    });
    expect([created.status, created.headers['location']]).toEqual([303, '/posts']);
    const [user] = await world.sql(
      "select uid, email_verified_at, password_hash from users where email = 'union1@example.org'",
    );
    expect(user).toMatchObject({ email_verified_at: null, password_hash: null });
    const mails = await world.sql('select kind, address from mail where uid = $1', [user?.['uid']]);
    expect(mails).toEqual([{ kind: 'verify_address', address: 'union1@example.org' }]);
    const again = world.visitor();
    expect((await signIn(again, 'union1', { next: '/posts' })).headers['location']).toBe('/posts');
    expect((await again.get('/api/settings/identities')).body.items).toHaveLength(1);
  });

  test('ASVS 6.8.1 the same subject at another provider is somebody else', async () => {
    const client = await register('shared');
    const other = world.visitor();
    const back = await signIn(other, 'shared', { provider: 'qq' });
    expect(back.headers['location']).toBe('/auth/complete');
    expect(other.cookies.has('sid')).toBe(false);
    expect(await listOf(client)).toMatchObject([{ provider: 'weixin' }]);
  });

  test('its error with status 200, and a person without a unionid, are refused', async () => {
    const client = world.visitor();
    await client.get('/login');
    const page = await client.submit('/auth/weixin/start', {});
    const state = /state=([\w-]+)/.exec(page.text)?.[1];
    const wrong = await client.get(`/auth/weixin/callback?code=unknown&state=${state}`);
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('无法确认')]);
    expect((await signIn(client, '')).status).toBe(403);
  });
});

describe('D65 connecting and disconnecting', () => {
  test('a member connects one account of each provider; events and mails report it', async () => {
    const member = await world.member();
    expect((await signIn(member, 'own', { purpose: 'link' })).status).toBe(303);
    const second = await signIn(member, 'second', { purpose: 'link' });
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('已经连接了')]);
    expect((await signIn(member, 'own-qq', { purpose: 'link', provider: 'qq' })).status).toBe(303);
    const [first] = await listOf(member);
    expect((await member.delete(`/api/settings/identities/${first?.id}`)).status).toBe(204);
    expect(await listOf(member)).toMatchObject([{ provider: 'qq' }]);
    const events = await world.sql('select kind from security_event where uid = $1 order by id', [
      member.uid,
    ]);
    expect(events.map(({ kind }) => kind)).toEqual([
      'identity_linked',
      'identity_linked',
      'identity_unlinked',
    ]);
    const mails = await world.sql(
      "select address, data from mail where uid = $1 and kind = 'identity_changed' order by id",
      [member.uid],
    );
    expect(mails).toHaveLength(3);
    expect(mails[0]).toMatchObject({
      address: member.email,
      data: { kind: 'identity_linked', provider: '微信', label: '昵称own' },
    });
  });

  test('nobody disconnects for another member', async () => {
    const owner = await register('mine');
    const [identity] = await listOf(owner);
    const other = await world.member();
    expect((await other.delete(`/api/settings/identities/${identity?.id}`)).status).toBe(404);
    expect(await listOf(owner)).toHaveLength(1);
  });

  test('the last way in stays; of two removals at once only one succeeds', async () => {
    const client = await register('pair');
    const [only] = await listOf(client);
    const refused = await client.delete(`/api/settings/identities/${only?.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_factor']);
    await signIn(client, 'pair-qq', { purpose: 'link', provider: 'qq' });
    const both = await listOf(client);
    const removed = await Promise.all(
      both.map(({ id }) => client.delete(`/api/settings/identities/${id}`)),
    );
    expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await listOf(client)).toHaveLength(1);
  });

  test('at most ten are connected', async () => {
    const member = await world.member();
    await world.sql(
      `insert into identity (uid, provider, issuer, subject, label, created_at, last_used_at)
       select $1, 'old' || n, 'https://old.example', 'ten-' || n, 'old', now(), now()
         from generate_series(1, 10) n`,
      [member.uid],
    );
    const page = await signIn(member, 'eleventh', { purpose: 'link' });
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('太多')]);
  });

  test('D64 both ask again 15 minutes after the log-in', async () => {
    const member = await world.member();
    await signIn(member, 'aged', { purpose: 'link' });
    const [identity] = await listOf(member);
    await world.sql(
      "update session set confirmed_at = now() - interval '16 minutes' where uid = $1",
      [member.uid],
    );
    const refused = await member.delete(`/api/settings/identities/${identity?.id}`);
    expect(refused.body.code).toBe('confirmation_required');
    const page = await signIn(member, 'x', { purpose: 'link', provider: 'qq', next: '/posts' });
    expect(page.headers['location']).toBe('/confirm?next=%2Fposts');
  });

  test('two browsers that create an account for one identity at once: one account', async () => {
    const browsers = [world.visitor(), world.visitor()];
    for (const browser of browsers) await signIn(browser, 'racer');
    const created = await Promise.all(
      browsers.map((browser, n) =>
        browser.post('/api/auth/complete', { email: `racer${n}@example.org` }),
      ),
    );
    expect(created.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(created.map(({ body }) => body.code)).toContain('identity_taken');
    const users = await world.sql("select 1 from users where email like 'racer%'");
    expect(users).toHaveLength(1);
  });
});

describe('D65 a pending identity', () => {
  test('is connected by a logged-in member, unless one of this provider already is', async () => {
    const member = await world.member();
    await signIn(member, 'later');
    expect((await member.get('/auth/complete')).text).toContain('连接 微信？');
    expect((await member.post('/api/auth/connect')).status).toBe(204);
    await signIn(member, 'later-still');
    const refused = await member.post('/api/auth/connect');
    expect([refused.status, refused.body.code]).toEqual([409, 'provider_connected']);
    expect((await member.post('/api/auth/connect')).status).toBe(409);
    expect(await listOf(member)).toHaveLength(1);
  });

  test('belongs to one browser, for half an hour, once', async () => {
    const client = world.visitor();
    await signIn(client, 'waiting');
    const thief = world.visitor();
    const stolen = await thief.post('/api/auth/complete', { email: 'thief@example.org' });
    expect([stolen.status, stolen.body.code]).toEqual([403, 'sign_in_expired']);
    await world.sql("update sign_in_attempt set expires_at = expires_at - interval '30 minutes'");
    const late = await client.post('/api/auth/complete', { email: 'late@example.org' });
    expect(late.body.code).toBe('sign_in_expired');
    expect((await client.get('/auth/complete')).status).toBe(403);
    await JOBS.tasks['identities_sweep']?.(world.ctx, {});
    expect(await world.sql('select 1 from sign_in_attempt where expires_at < now()')).toEqual([]);
  });

  test('a wrong address is explained at its field, and the identity still waits', async () => {
    const client = world.visitor();
    await signIn(client, 'typo');
    const page = await client.submit('/auth/complete', { email: 'nonsense' });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('完整的邮箱')]);
    const taken = await world.member();
    const refused = await client.submit('/auth/complete', { email: taken.email });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('已有账号')]);
    const created = await client.submit('/auth/complete', { email: 'right@example.org' });
    expect(created.status).toBe(303);
  });
});

describe('D65 without providers', () => {
  test('the log-in, register, settings and confirm pages have nothing of it', async () => {
    const plain = await createWorld();
    const member = await plain.member();
    for (const url of ['/login', '/register']) {
      const { text } = await plain.visitor().get(url);
      expect(text).not.toMatch(/\/start"/);
    }
    for (const url of ['/settings?tab=security', '/confirm']) {
      const { text } = await member.get(url);
      expect(text).not.toMatch(/connected-accounts|\/start"/);
    }
    expect((await plain.visitor().get('/auth/campus/callback?code=x&state=y')).status).toBe(404);
    expect((await member.submit('/auth/campus/start', {})).status).toBe(404);
  });

  test('an account whose provider was removed from the settings is still listed and can be removed', async () => {
    const plain = await createWorld();
    const member = await plain.member();
    await plain.sql(
      `insert into identity (uid, provider, issuer, subject, label, created_at, last_used_at)
       values ($1, 'gone', 'https://gone.example', 's', 'me@gone.example', now(), now())`,
      [member.uid],
    );
    const { text } = await member.get('/settings?tab=security');
    expect(text).toContain('me@gone.example');
    const [identity] = await listOf(member);
    expect((await member.delete(`/api/settings/identities/${identity?.id}`)).status).toBe(204);
  });
});

test('0059 a sign-in that would create an account needs an invitation too, and one that opens an account does not', async () => {
  const known = await register('known');
  const staff = await world.member({ role: 'owner', exp: 30 });
  const settings = (mode: string) =>
    staff.put('/api/admin/site-settings', { 'registration.mode': mode });
  const { body } = await staff.post('/api/settings/invitations', {});
  await settings('invitation');
  expect((await signIn(world.visitor(), 'known')).headers['location']).toBe('/');
  expect(known.uid).toBeGreaterThan(0);

  const client = world.visitor();
  await signIn(client, 'invited');
  const email = 'invited@example.org';
  const refused = await client.post('/api/auth/complete', { email });
  expect([refused.status, refused.body.code]).toEqual([403, 'invitation_required']);
  expect((await client.get('/auth/complete')).text).toContain('id="invitation"');
  // The invitation is opened first and found again after the way to the provider.
  await client.get(new URL(body.link).pathname);
  const page = await client.get('/auth/complete');
  const invitation = body.link.split('/').at(-1);
  expect(page.text).toContain(`name="invitation" value="${invitation}"`);
  const created = await client.submit('/auth/complete', { email, invitation, next: '/' });
  expect([created.status, created.headers['location']]).toEqual([303, '/']);

  const late = world.visitor();
  await signIn(late, 'late');
  const used = await late.post('/api/auth/complete', { email: 'late@example.org', invitation });
  expect(used.body.code).toBe('invitation_used_up');
  await settings('closed');
  const closed = await late.post('/api/auth/complete', { email: 'late@example.org', invitation });
  expect(closed.body.code).toBe('registration_closed');
  await settings('open');
  expect((await late.post('/api/auth/complete', { email: 'late@example.org' })).status).toBe(201);
});

test('D64 a second factor is asked for after the provider as after the password', async () => {
  const member = await world.member();
  await signIn(member, 'careful', { purpose: 'link' });
  await world.sql('update users set second_factor = true where uid = $1', [member.uid]);
  const client = world.visitor();
  const back = await signIn(client, 'careful', { next: '/posts' });
  expect(back.headers['location']).toBe('/login/second-factor?next=%2Fposts');
  expect(client.cookies.has('sid')).toBe(false);
  expect((await client.get('/login/second-factor?next=%2Fposts')).status).toBe(200);
});

test('a password added later opens the account, and then the identity may go', async () => {
  const client = await register('adds-password');
  const [identity] = await listOf(client);
  await client.put('/api/settings/password', { new_password: PASSWORD });
  expect((await client.delete(`/api/settings/identities/${identity?.id}`)).status).toBe(204);
  expect((await world.visitor().logIn(client.email, PASSWORD)).status).toBe(200);
});
