import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openIdProvider } from '../../src/identities/providers/openid.ts';
import type { Expected } from '../../src/identities/providers/provider.ts';
import { atEnd } from '../support/cleanup.ts';
import { startOpenId } from '../support/openid.ts';
import { authorize, campus, createOpenIdSite, signIn, start } from '../support/openid-site.ts';
import { SiteBrowser } from '../support/site-browser.ts';

const openIdSite = await createOpenIdSite();
const { site, openid } = openIdSite;
openid.accounts.set('alice', { email: 'alice@example.org', email_verified: true });
afterEach(() => {
  openid.alter = undefined;
});

const EXPECTED: Expected = {
  redirect_uri: `${site}/auth/campus/callback`,
  ...{ state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), fresh: false },
};
const DOWN = 'Campus 暂时没有响应';

/** Counts who comes, and where a redirect or an address in the metadata would lead. */
let visits = 0;
const elsewhere = createServer((_, response) => {
  visits++;
  response.end('{}');
});
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
atEnd(() => elsewhere.close());
const ELSEWHERE = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

describe('a provider that misbehaves while somebody comes back', () => {
  const faults: [string, Parameters<typeof respond>[0]][] = [
    ['sends a huge response', { status: 200, body: `"${'x'.repeat(300 * 1024)}"` }],
    ['redirects', { status: 302, headers: { location: ELSEWHERE }, body: '' }],
    ['fails', { status: 500, body: 'broken' }],
    ['never responds', { status: 0, body: '' }],
  ];

  function respond(reply: { status: number; headers?: Record<string, string>; body: string }) {
    openid.alter = (path) =>
      path === '/token' ? { headers: { 'content-type': 'application/json' }, ...reply } : undefined;
  }

  test.each(faults)('%s: a helpful page, no session', async (_, reply) => {
    const browser = new SiteBrowser();
    const { url } = await start(browser, site);
    const callback = await authorize(browser, site, url, 'alice');
    respond(reply);
    const began = performance.now();
    const page = await browser.visit(callback, { from: openid.issuer });
    expect([page.status, page.text]).toEqual([503, expect.stringContaining(DOWN)]);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(browser.cookies.get('localhost')?.has('sid')).toBe(false);
    expect(visits).toBe(0);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['an error with status 200', '{"error":"bad_verification_code"}'],
    ['an array', '[]'],
  ])('sends %s instead of tokens: refused', async (_, body) => {
    const browser = new SiteBrowser();
    const { url } = await start(browser, site);
    const callback = await authorize(browser, site, url, 'alice');
    respond({ status: 200, body });
    const page = await browser.visit(callback, { from: openid.issuer });
    expect(page.status).toBe(403);
    expect(browser.cookies.get('localhost')?.has('sid')).toBe(false);
  });
});

describe('metadata', () => {
  const load = async (change: (metadata: Record<string, unknown>) => object) => {
    const other = await startOpenId(site);
    other.alter = (path, reply) =>
      path.startsWith('/.well-known/')
        ? { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) }
        : undefined;
    return openIdProvider(campus(other)).authorizationUrl(EXPECTED);
  };

  test('ASVS 10.5.3 of another issuer, or spelt differently, is refused', async () => {
    await expect(load((all) => ({ ...all, issuer: 'http://127.0.0.1:9' }))).rejects.toMatchObject({
      reason: 'unavailable',
    });
    await expect(load((all) => ({ ...all, issuer: `${all['issuer']}/` }))).rejects.toMatchObject({
      reason: 'unavailable',
    });
    expect((await load((all) => all)).protocol).toBe('http:');
  });

  test('an address that is not https, except on this machine, is refused', async () => {
    for (const address of [
      'http://login.example/auth',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ])
      await expect(
        load((all) => ({ ...all, authorization_endpoint: address })),
      ).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('a token endpoint inside the network is not contacted by an https issuer', async () => {
    const { assertAllowed } = await import('../../src/identities/providers/outbound.ts');
    const https = 'https://login.example';
    expect(() => assertAllowed(https, new URL('http://127.0.0.1:9/'))).toThrow('not https');
    expect(() => assertAllowed(https, new URL('http://10.0.0.1/'))).toThrow('not https');
    expect(assertAllowed(https, new URL('https://tokens.example/')).host).toBe('tokens.example');
  });
});

describe('a provider that is down', () => {
  test('neither the start nor the log-in page waits for it; it is used again once it is up', async () => {
    const fresh = await createOpenIdSite();
    await fresh.openid.stop();
    const browser = new SiteBrowser();
    await browser.visit(`${fresh.site}/login`);
    const began = performance.now();
    const login = await browser.visit(`${fresh.site}/login`);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(login.text).toContain('用 Campus 登录');
    const { page } = await start(browser, fresh.site);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining(DOWN)]);
    expect(await fresh.world.sql('select 1 from sign_in_attempt')).toEqual([]);
  });

  test('somebody who is not known yet can still log in with the password', async () => {
    const page = await new SiteBrowser().visit(`${site}/login`);
    expect(page.text).toContain('action="/auth/login"');
  });

  test('metadata is requested once, not by every visitor', async () => {
    const before = openid.requested.filter((path) => path.startsWith('/.well-known/')).length;
    for (let visitor = 0; visitor < 3; visitor++) await start(new SiteBrowser(), site);
    const after = openid.requested.filter((path) => path.startsWith('/.well-known/')).length;
    expect(after - before).toBeLessThanOrEqual(1);
    expect((await signIn(new SiteBrowser(), openIdSite, 'alice')).status).toBe(200);
  });
});

test('ASVS 10.2.1 a wrong PKCE verifier is refused by the provider', async () => {
  const provider = openIdProvider(campus(openid));
  const browser = new SiteBrowser();
  const url = await provider.authorizationUrl(EXPECTED);
  const callback = new URL(await authorize(browser, site, url.href, 'alice'));
  await expect(
    provider.exchange(callback, { ...EXPECTED, verifier: 'w'.repeat(43) }),
  ).rejects.toMatchObject({ reason: 'invalid' });
});
