import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { type Claims, encode, signToken } from '../support/openid.ts';
import {
  authorize,
  campus,
  createOpenIdSite,
  type StartOptions,
  signIn,
  start,
  submit,
  whoIs,
} from '../support/openid-site.ts';
import { SiteBrowser, type Visited } from '../support/site-browser.ts';
import { PASSWORD } from '../support/world.ts';

/** Each attack on the way to the provider and back. None opens a session or connects anything. */
const openIdSite = await createOpenIdSite((openid) => ({
  OIDC_PROVIDERS: JSON.stringify([
    campus(openid),
    { ...campus(openid), id: 'club', name: 'Club', issuer: 'http://127.0.0.1:9' },
  ]),
}));
const { world, site, openid } = openIdSite;
openid.accounts.set('mallory', { email: 'mallory@example.org', email_verified: true });
openid.accounts.set('victim', { email: 'victim@example.org', email_verified: true });

const victim = await createAccount('victim');
afterEach(() => {
  openid.alter = undefined;
});

async function createAccount(account: string): Promise<number> {
  const browser = new SiteBrowser();
  const page = await signIn(browser, openIdSite, account);
  await submit(browser, site, page, '/auth/complete', { email: `${account}@example.org` });
  return (await whoIs(browser, site)) ?? 0;
}

/** As far as the way back. */
async function begin(account: string, options: StartOptions = {}, browser = new SiteBrowser()) {
  const { url } = await start(browser, site, options);
  return { browser, callback: new URL(await authorize(browser, site, url, account)) };
}

function open(browser: SiteBrowser, callback: URL): Promise<Visited> {
  return browser.visit(callback.href, { from: openid.issuer });
}

async function expectRefused(browser: SiteBrowser, page: Visited, reason: string): Promise<void> {
  expect([page.status, page.text]).toEqual([expect.any(Number), expect.stringContaining(reason)]);
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(browser.cookies.get('localhost')?.has('sid')).toBe(false);
}

const UNVERIFIABLE = '无法确认 Campus 的回复';
const EXPIRED = '这次登录已失效';

describe('the response of the authorization', () => {
  test('ASVS 10.2.2 another issuer in `iss` is refused: a mixed-up provider', async () => {
    const { browser, callback } = await begin('victim');
    callback.searchParams.set('iss', 'http://127.0.0.1:9');
    await expectRefused(browser, await open(browser, callback), UNVERIFIABLE);
    expect(openid.requested.filter((path) => path === '/token')).toHaveLength(1);
  });

  test('ASVS 10.2.2 a missing `iss` is refused, if the provider announces it', async () => {
    const { browser, callback } = await begin('victim');
    callback.searchParams.delete('iss');
    await expectRefused(browser, await open(browser, callback), UNVERIFIABLE);
  });

  test('ASVS 10.2.2 a callback of one provider is refused at the address of another', async () => {
    const { browser, callback } = await begin('victim');
    callback.pathname = '/auth/club/callback';
    await expectRefused(browser, await open(browser, callback), EXPIRED);
  });

  test('ASVS 10.2.1 an altered, a missing and a doubled state are refused', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('state', 'A'.repeat(43)),
      (url: URL) => url.searchParams.delete('state'),
      (url: URL) => url.searchParams.append('state', 'A'.repeat(43)),
    ]) {
      const { browser, callback } = await begin('victim');
      change(callback);
      const page = await open(browser, callback);
      expect(page.status).toBe(403);
      expect(browser.cookies.get('localhost')?.has('sid')).toBe(false);
    }
  });

  test('ASVS 10.1.2 the state of another browser is refused: an attacker’s link does not log anybody in', async () => {
    const { callback } = await begin('mallory');
    const target = new SiteBrowser();
    await target.visit(`${site}/login`);
    await expectRefused(target, await open(target, callback), EXPIRED);
    // Nor in a browser that is about to sign in itself.
    await start(target, site);
    await expectRefused(target, await open(target, callback), EXPIRED);
  });

  test('ASVS 10.1.2 a callback works once, also if it is opened twice at the same time', async () => {
    const { browser, callback } = await begin('victim');
    const copy = new SiteBrowser();
    copy.cookies.set('localhost', new Map(browser.cookies.get('localhost')));
    const pages = await Promise.all([open(browser, callback), open(copy, callback)]);
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const later = new SiteBrowser();
    later.cookies.set('localhost', new Map(copy.cookies.get('localhost')));
    expect((await open(later, callback)).status).toBe(403);
  });

  test('ASVS 10.1.2 an attempt ends after ten minutes', async () => {
    const { browser, callback } = await begin('victim');
    await world.sql("update sign_in_attempt set expires_at = expires_at - interval '10 minutes'");
    await expectRefused(browser, await open(browser, callback), EXPIRED);
  });

  test('ASVS 10.2.1 a stolen code is refused in another attempt: its PKCE verifier differs', async () => {
    const stolen = await begin('victim');
    const own = await begin('mallory');
    const code = stolen.callback.searchParams.get('code') ?? '';
    own.callback.searchParams.set('code', code);
    await expectRefused(own.browser, await open(own.browser, own.callback), UNVERIFIABLE);
  });

  test('ASVS 10.1.2 a used code is refused', async () => {
    const used = await begin('victim');
    await open(used.browser, used.callback);
    const again = await begin('victim');
    again.callback.searchParams.set('code', used.callback.searchParams.get('code') ?? '');
    await expectRefused(again.browser, await open(again.browser, again.callback), UNVERIFIABLE);
  });

  test('the person cancels: a page that helps on, no session', async () => {
    const { browser, callback } = await begin('deny');
    expect(callback.searchParams.get('error')).toBe('access_denied');
    await expectRefused(browser, await open(browser, callback), '没有通过 Campus 登录');
  });

  test('an error that nobody asked for, with a script in it, is neither shown nor acted on', async () => {
    const browser = new SiteBrowser();
    const url = `${site}/auth/campus/callback?error=<script>alert(1)</script>&state=x`;
    const page = await browser.visit(url, { from: openid.issuer });
    await expectRefused(browser, page, EXPIRED);
    expect(page.text).not.toContain('alert(1)');
  });
});

describe('the ID token', () => {
  const forgeries: [string, (claims: Claims) => string][] = [
    ['with another nonce', (claims) => openid.sign({ ...claims, nonce: 'other' })],
    ['without a nonce', ({ nonce: _, ...claims }) => openid.sign(claims)],
    ['for another client', (claims) => openid.sign({ ...claims, aud: 'other' })],
    [
      'for several clients, issued to another',
      (claims) => openid.sign({ ...claims, aud: ['lamplight', 'other'], azp: 'other' }),
    ],
    ['of another issuer', (claims) => openid.sign({ ...claims, iss: 'http://x' })],
    ['that expired', (claims) => openid.sign({ ...claims, exp: 1_000_000 })],
    ['without a subject', ({ sub: _, ...claims }) => openid.sign(claims)],
    ['without a signature', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    [
      'signed by another key',
      (claims) => signToken(claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    [
      'changed after it was signed',
      (claims) => {
        const [header, , signature] = openid.sign(claims).split('.');
        return `${header}.${encode({ ...claims, sub: 'mallory' })}.${signature}`;
      },
    ],
  ];
  test.each(forgeries)(
    'ASVS 6.8.2, 10.2.2, 10.5.1, 10.5.2, 10.5.4 an ID token %s is refused',
    async (_, forge) => {
      const { browser, callback } = await begin('victim');
      openid.forge(forge);
      await expectRefused(browser, await open(browser, callback), UNVERIFIABLE);
    },
  );

  test('ASVS 10.5.2 user info of another subject is refused', async () => {
    const { browser, callback } = await begin('victim');
    openid.alter = (path, reply) =>
      path === '/me' ? { ...reply, body: JSON.stringify({ sub: 'mallory' }) } : undefined;
    await expectRefused(browser, await open(browser, callback), UNVERIFIABLE);
  });

  test('the same token, not forged, is accepted: the forgeries fail for their own reason', async () => {
    const { browser, callback } = await begin('victim');
    openid.forge((claims) => openid.sign(claims));
    expect((await open(browser, callback)).status).toBe(200);
    expect(await whoIs(browser, site)).toBe(victim);
  });
});

describe('forms of other sites', () => {
  test('ASVS 7.6.2, 10.2.1 another site can start neither a log-in nor a connection', async () => {
    const browser = new SiteBrowser();
    await signIn(browser, openIdSite, 'victim');
    for (const purpose of ['log_in', 'link', 'confirm']) {
      const page = await browser.visit(`${site}/auth/campus/start`, {
        form: { purpose, next: '/' },
        from: 'http://evil.example/',
      });
      expect(page.status).toBe(403);
      expect(page.text).not.toContain('http-equiv="refresh"');
    }
    // Nor by a link.
    expect((await browser.visit(`${site}/auth/campus/start`)).status).toBe(404);
  });

  test('an attacker’s connection cannot be finished in the browser of a member', async () => {
    openid.accounts.set('mallory2', { email: 'mallory2@example.org', email_verified: true });
    const member = new SiteBrowser();
    const login = await member.visit(`${site}/login`);
    const { email } = await world.member();
    await submit(member, site, login, '/auth/login', { email, password: PASSWORD });
    const uid = await whoIs(member, site);
    const attacker = new SiteBrowser();
    const other = await world.member();
    const page = await attacker.visit(`${site}/login`);
    await submit(attacker, site, page, '/auth/login', { email: other.email, password: PASSWORD });
    const linking = { purpose: 'link', page: '/settings?tab=security' };
    const { callback } = await begin('mallory2', linking, attacker);
    expect((await open(member, callback)).status).toBe(403);
    const rows = await world.sql('select 1 from identity where uid = $1', [uid]);
    expect(rows).toHaveLength(0);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/.//evil.example',
    'javascript:alert(1)',
  ])('an open redirect by next=%s stays on this site', async (next) => {
    const browser = new SiteBrowser();
    const { callback } = await begin('victim', { next }, browser);
    const page = await browser.visit(callback.href, { from: openid.issuer, follow: false });
    expect(page.status).toBe(303);
    expect(new URL(page.headers.get('location') ?? '', site).origin).toBe(site);
  });
});
