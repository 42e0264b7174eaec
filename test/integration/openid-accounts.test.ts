import { describe, expect, test } from 'vitest';
import {
  createOpenIdSite,
  type StartOptions,
  signIn,
  submit,
  whoIs,
} from '../support/openid-site.ts';
import { SiteBrowser } from '../support/site-browser.ts';
import { PASSWORD } from '../support/world.ts';

const openIdSite = await createOpenIdSite();
const { world, site, openid } = openIdSite;
const SECURITY = '/settings?tab=security';
const LINK: StartOptions = { purpose: 'link', page: SECURITY, next: SECURITY };

async function logIn(email: string, password = PASSWORD): Promise<SiteBrowser> {
  const browser = new SiteBrowser();
  const page = await browser.visit(`${site}/login`);
  await submit(browser, site, page, '/auth/login', { email, password });
  return browser;
}

async function createAccount(account: string, email = `${account}@example.org`) {
  openid.accounts.set(account, { email, email_verified: true });
  const browser = new SiteBrowser();
  const page = await signIn(browser, openIdSite, account);
  await submit(browser, site, page, '/auth/complete', { email });
  return { browser, uid: (await whoIs(browser, site)) ?? 0 };
}

const identitiesOf = (uid: number) =>
  world.sql('select provider, issuer, subject, label from identity where uid = $1', [uid]);
const eventsOf = async (uid: number) =>
  (await world.sql('select kind from security_event where uid = $1 order by id', [uid])).map(
    ({ kind }) => kind,
  );

describe('D65 accounts are never joined silently', () => {
  test('a verified address that has an account: no session, no join; with the password it is connected', async () => {
    const owner = await world.member({ email: 'taken@example.org' });
    openid.accounts.set('taken', { email: 'Taken@Example.org', email_verified: true });
    const browser = new SiteBrowser();
    const page = await signIn(browser, openIdSite, 'taken');
    expect(page.text).toContain('这个邮箱已有账号');
    expect(browser.cookies.get('localhost')?.has('sid')).toBe(false);
    const forced = await submit(browser, site, page, '/auth/complete', {
      email: 'taken@example.org',
    });
    expect(forced.status).toBe(409);
    expect(await identitiesOf(owner.uid)).toEqual([]);

    const login = await browser.visit(`${site}/login?next=%2Fauth%2Fcomplete`);
    const asked = await submit(browser, site, login, '/auth/login', {
      ...{ email: 'taken@example.org', password: PASSWORD, next: '/auth/complete' },
    });
    expect(asked.text).toContain('连接 Campus？');
    expect(await identitiesOf(owner.uid)).toEqual([]);
    await submit(browser, site, asked, '/auth/connect');
    expect(await identitiesOf(owner.uid)).toEqual([
      { provider: 'campus', issuer: openid.issuer, subject: 'taken', label: 'Taken@Example.org' },
    ]);
    expect(await eventsOf(owner.uid)).toEqual(['identity_linked']);
    const later = new SiteBrowser();
    await signIn(later, openIdSite, 'taken');
    expect(await whoIs(later, site)).toBe(owner.uid);
  });

  test('pre-account hijacking: an account that somebody made with a foreign address gets no identity of its owner', async () => {
    const attacker = await world.member({ email: 'early@example.org' });
    openid.accounts.set('early', { email: 'early@example.org', email_verified: true });
    const owner = new SiteBrowser();
    const page = await signIn(owner, openIdSite, 'early');
    expect(page.text).toContain('这个邮箱已有账号');
    expect(await whoIs(owner, site)).toBeUndefined();
    expect(await identitiesOf(attacker.uid)).toEqual([]);
  });

  test('pre-account hijacking: a new password of an unverified account removes the identities connected before', async () => {
    openid.accounts.set('trojan', { email: 'trojan@example.org', email_verified: false });
    const attacker = new SiteBrowser();
    const page = await signIn(attacker, openIdSite, 'trojan');
    await submit(attacker, site, page, '/auth/complete', { email: 'owner@example.org' });
    const uid = (await whoIs(attacker, site)) ?? 0;
    expect(await identitiesOf(uid)).toHaveLength(1);
    // As a reset by mail does it: all sessions end.
    await world.sql(
      "select set_config('lamplight.keep_session', '', false); ".concat(
        `update users set password_hash = 'new' where uid = ${uid}`,
      ),
    );
    expect(await identitiesOf(uid)).toEqual([]);
    const back = await signIn(new SiteBrowser(), openIdSite, 'trojan');
    expect(back.url).toBe(`${site}/auth/complete`);
  });

  test.each([
    ['false', false],
    ['the text "true"', 'true'],
    ['missing', undefined],
  ])('an address with email_verified %s counts as unverified', async (name, email_verified) => {
    const subject = `unverified ${name}`.replaceAll(/\W/g, '-');
    await world.member({ email: `known-${subject}@example.org` });
    const email = `known-${subject}@example.org`;
    openid.accounts.set(subject, { email, email_verified: email_verified as boolean });
    const browser = new SiteBrowser();
    const page = await signIn(browser, openIdSite, subject);
    // Neither filled in nor looked up.
    expect(page.text).toContain('还差一步');
    expect(page.text).not.toContain(`value="${email}"`);
    const created = await submit(browser, site, page, '/auth/complete', {
      email: `new-${subject}@example.org`,
    });
    expect(created.status).toBe(200);
    const [user] = await world.sql('select email_verified_at from users where uid = $1', [
      await whoIs(browser, site),
    ]);
    expect(user).toEqual({ email_verified_at: null });
  });

  test('another address than the verified one is unverified', async () => {
    openid.accounts.set('chooser', { email: 'chooser@example.org', email_verified: true });
    const browser = new SiteBrowser();
    const page = await signIn(browser, openIdSite, 'chooser');
    await submit(browser, site, page, '/auth/complete', { email: 'elsewhere@example.org' });
    const [user] = await world.sql('select email, email_verified_at from users where uid = $1', [
      await whoIs(browser, site),
    ]);
    expect(user).toEqual({ email: 'elsewhere@example.org', email_verified_at: null });
  });
});

describe('connecting in the settings', () => {
  test('D65 a member connects, logs in with it and disconnects', async () => {
    openid.accounts.set('linker', { email: 'linker@campus.example', email_verified: true });
    const { email, uid } = await world.member();
    const browser = await logIn(email);
    const back = await signIn(browser, openIdSite, 'linker', LINK);
    expect(back.text).toContain('linker@campus.example');
    expect(await eventsOf(uid)).toEqual(['identity_linked']);

    const other = new SiteBrowser();
    await signIn(other, openIdSite, 'linker');
    expect(await whoIs(other, site)).toBe(uid);

    const action = /action="(\/settings\/identities\/\d+\/delete)"/.exec(back.text)?.[1] ?? '';
    await submit(browser, site, back, action);
    expect(await identitiesOf(uid)).toEqual([]);
    expect(await eventsOf(uid)).toEqual(['identity_linked', 'identity_unlinked']);
  });

  test('an identity of another member cannot be connected', async () => {
    const { uid } = await createAccount('first');
    const second = await world.member();
    const page = await signIn(await logIn(second.email), openIdSite, 'first', LINK);
    expect(page.status).toBe(409);
    expect(page.text).toContain('这个 Campus 账号不能用');
    expect(await identitiesOf(second.uid)).toEqual([]);
    expect(await identitiesOf(uid)).toHaveLength(1);
  });

  test('a session that ended meanwhile connects nothing', async () => {
    openid.accounts.set('late', { email: 'late@example.org', email_verified: true });
    const { email, uid } = await world.member();
    const browser = await logIn(email);
    await world.sql("update session set ended_at = now(), end_reason = 'ended' where uid = $1", [
      uid,
    ]);
    const page = await signIn(browser, openIdSite, 'late', LINK).catch(() => undefined);
    expect(page?.status ?? 403).toBe(403);
    expect(await identitiesOf(uid)).toEqual([]);
  });

  test('D64 connecting asks again who it is, 15 minutes after the log-in', async () => {
    const { email, uid } = await world.member();
    const browser = await logIn(email);
    await world.sql(
      "update session set confirmed_at = now() - interval '16 minutes' where uid = $1",
      [uid],
    );
    const page = await browser.visit(`${site}${SECURITY}`);
    const asked = await submit(browser, site, page, '/auth/campus/start', {
      purpose: 'link',
      next: SECURITY,
    });
    expect(asked.url).toContain('/confirm?next=');
  });
});

describe('members without a password', () => {
  test('D64, ASVS 6.8.4 confirm who they are at the provider, which must ask again', async () => {
    const { browser, uid } = await createAccount('confirmer');
    const age = "update session set confirmed_at = now() - interval '16 minutes' where uid = $1";
    await world.sql(age, [uid]);
    const confirm: StartOptions = { purpose: 'confirm', page: '/confirm', next: SECURITY };
    const back = await signIn(browser, openIdSite, 'confirmer', confirm);
    expect(back.url).toBe(`${site}${SECURITY}`);
    const isConfirmed = async () =>
      (
        await world.sql(
          "select 1 from session where uid = $1 and confirmed_at > now() - interval '1 minute'",
          [uid],
        )
      ).length === 1;
    expect(await isConfirmed()).toBe(true);

    // A provider that did not ask again, and one that does not report when it asked.
    for (const auth_time of [Math.floor(Date.now() / 1000) - 600, undefined]) {
      await world.sql(age, [uid]);
      openid.forge((claims) => openid.sign({ ...claims, auth_time }));
      const page = await signIn(browser, openIdSite, 'confirmer', confirm);
      openid.alter = undefined;
      expect(page.status).toBe(403);
      expect(await isConfirmed()).toBe(false);
    }
  });

  test('ASVS 6.8.4 another account at the provider confirms nothing', async () => {
    const { browser, uid } = await createAccount('rightful');
    await createAccount('intruder');
    await world.sql('update session set confirmed_at = null where uid = $1', [uid]);
    const confirm: StartOptions = { purpose: 'confirm', page: '/confirm', next: SECURITY };
    // Logged out at the provider.
    browser.cookies.delete('127.0.0.1');
    const page = await signIn(browser, openIdSite, 'intruder', confirm);
    expect(page.status).toBe(409);
    const [session] = await world.sql('select confirmed_at from session where uid = $1', [uid]);
    expect(session).toEqual({ confirmed_at: null });
  });

  test('the last way in cannot be disconnected', async () => {
    const { browser, uid } = await createAccount('only');
    const page = await browser.visit(`${site}${SECURITY}`);
    const action = /action="(\/settings\/identities\/\d+\/delete)"/.exec(page.text)?.[1] ?? '';
    const refused = await submit(browser, site, page, action);
    expect(refused.status).toBe(409);
    expect(await identitiesOf(uid)).toHaveLength(1);
  });
});

describe('other states of an account', () => {
  test('D15 a deleted account is offered back, never restored silently', async () => {
    const { uid } = await createAccount('deleted');
    await world.sql('update users set deleted_at = now() where uid = $1', [uid]);
    const browser = new SiteBrowser();
    const page = await signIn(browser, openIdSite, 'deleted');
    expect(page.status).toBe(409);
    const restore_token = /name="restore_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    expect(await whoIs(browser, site)).toBeUndefined();
    await submit(browser, site, page, '/auth/confirm-restore', { restore_token });
    expect(await whoIs(browser, site)).toBe(uid);
  });

  test('SPEC §3 a banned member logs in as with a password, and can connect nothing', async () => {
    const { uid } = await createAccount('banned');
    await world.sql("update users set status = 'banned' where uid = $1", [uid]);
    const browser = new SiteBrowser();
    await signIn(browser, openIdSite, 'banned');
    expect(await whoIs(browser, site)).toBe(uid);
    const page = await browser.visit(`${site}${SECURITY}`);
    const refused = await submit(browser, site, page, '/auth/campus/start', { purpose: 'link' });
    expect(refused.status).toBe(403);
  });

  test('ASVS 7.6.1 log-out ends our session and offers to log out at the provider, which asks', async () => {
    const { browser } = await createAccount('leaver');
    const home = await browser.visit(`${site}/`);
    const left = await submit(browser, site, home, '/auth/logout');
    expect(left.url).toBe(`${site}/auth/logged-out`);
    expect(await whoIs(browser, site)).toBeUndefined();
    const href = /href="([^"]+\/session\/end[^"]*)"/.exec(left.text)?.[1]?.replaceAll('&amp;', '&');
    const there = await browser.visit(href ?? '', { from: site });
    expect([there.status, there.text]).toEqual([200, expect.stringContaining('sign-out')]);
    // After a log-in with the password the usual page follows.
    const { email } = await world.member();
    const other = await logIn(email);
    const page = await other.visit(`${site}/`);
    expect((await submit(other, site, page, '/auth/logout')).url).toBe(`${site}/`);
  });

  test('ASVS 10.1.1 tokens and codes of the provider reach neither the browser, the log nor the database', async () => {
    const tokens: string[] = [];
    openid.alter = (path, reply) => {
      if (path === '/token') {
        const { access_token, id_token } = JSON.parse(reply.body);
        tokens.push(access_token, id_token);
      }
      return undefined;
    };
    const { browser } = await createAccount('token');
    openid.alter = undefined;
    expect(tokens).toHaveLength(2);
    const cookies = JSON.stringify([...(browser.cookies.get('localhost') ?? [])]);
    const rows = JSON.stringify(await world.sql('select * from identity'));
    const logged = world.logged.join('\n');
    for (const token of tokens)
      for (const text of [cookies, rows, logged]) expect(text).not.toContain(token);
  });
});

test('0060 an account that is made through a provider has accepted the terms that its form named', async () => {
  const owner = await world.member({ role: 'owner' });
  const terms = { 'title.zh-CN': '用户协议', 'body.zh-CN': '<p>请友善。</p>', version: 0 };
  const published = await owner.put('/api/admin/pages/terms', { ...terms, must_accept: true });
  expect([published.status, published.text]).toEqual([200, expect.any(String)]);
  openid.accounts.set('accepting', { email: 'accepting@example.org', email_verified: true });
  const browser = new SiteBrowser();
  const page = await signIn(browser, openIdSite, 'accepting');
  expect(page.text).toContain('注册即表示你已阅读并同意');
  await submit(browser, site, page, '/auth/complete', { email: 'accepting@example.org' });
  const uid = await whoIs(browser, site);
  expect(await world.sql('select version_id from page_acceptance where uid = $1', [uid])).toEqual([
    { version_id: 1 },
  ]);
});
