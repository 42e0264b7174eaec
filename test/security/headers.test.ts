import { describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { ICON_URL } from '../../src/ui/logo.tsx';
import type { Client } from '../support/client.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld } from '../support/world.ts';

/** They show a secret once, so not even the browser stores them. */
/** Their addresses have tokens, or had until the redirect. */
const OF_MAIL_LINKS = /^\/(reset|verify|change-address|undo-change)(\/v2\.|$|\?)/;
const isSecret = (url: string) =>
  SECRET_PAGES.includes(url.replace(/\?.*/, '')) || OF_MAIL_LINKS.test(url);
const SECRET_PAGES = ['/settings/two-step', '/settings/recovery-codes'];

/** The headers of every response, on https, requested from another site's page. */
const world = await createWorld({
  BASE_URL: 'https://lamplight.example',
  LIMIT_CHECK_EMAIL: '1/60',
});
const site = await seedRoutes(world);
type TestResponse = Awaited<ReturnType<Client['raw']>>;

/** Files that are the same for every visitor. A shared cache may store nothing else. */
const FILES =
  /^\/(robots\.txt|assets\/|uploads\/|openapi\.json|manifest\.webmanifest|posts\/\d+\/(share\.jpg|qr\.svg))/;
/** Other sites show them beside a link. */
const PICTURES =
  /^\/(favicon\.ico|apple-touch-icon\.png|icons\/|share\.jpg|posts\/\d+\/share\.jpg)/;
/** Feed readers ask again with the ETag. */
const isFeed = (url: string) => /\/feed\.(xml|atom|json)/.test(url);
const WORKER = '/service-worker.js';
const isFile = (url: string) =>
  url.startsWith(WORKER) ||
  FILES.test(url) ||
  PICTURES.test(url) ||
  url === ICON_URL ||
  url.startsWith('/site.css');

function request(client: Client, url: string, accept: string, method: 'GET' | 'POST' = 'GET') {
  const bearer = client.tokens.access;
  return world.visitor().raw({
    method,
    url,
    headers: {
      accept,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
  });
}

/** The allowed Cache-Control values. */
const FOR_ANONYMOUS = 'public, no-cache';

function judge(url: string, { headers, text, status }: TestResponse, isCached = false): void {
  const policy = String(headers['content-security-policy']);
  const type = String(headers['content-type'] ?? '');
  const isHtml = type.startsWith('text/html');
  const keep = String(headers['cache-control']);
  expect({
    url,
    hsts: headers['strict-transport-security'],
    sniff: headers['x-content-type-options'],
    frames: headers['x-frame-options'],
    referrer: headers['referrer-policy'],
    opener: headers['cross-origin-opener-policy'],
    embedding: headers['cross-origin-resource-policy'],
    cors: Object.keys(headers).filter((name) => name.startsWith('access-control')),
    software: [headers['server'], headers['x-powered-by'], headers['via']].filter(Boolean),
  }).toEqual({
    url,
    hsts: 'max-age=31536000; includeSubDomains',
    sniff: 'nosniff',
    frames: 'DENY',
    referrer: OF_MAIL_LINKS.test(url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    opener: 'same-origin',
    embedding: PICTURES.test(url) && status === 200 ? 'cross-origin' : 'same-origin',
    cors: [],
    software: [],
  });
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe|nonce|data:|\*|https?:/);
  // A sandboxed worker would have no origin.
  const isSandboxed = !isHtml && !url.startsWith(WORKER);
  expect([url, policy.includes('sandbox')]).toEqual([url, isSandboxed]);
  if (text) expect([url, type]).toEqual([url, expect.stringMatching(/charset=utf-8|^image\//)]);
  if (isFile(url) && status === 200) {
    expect([url, keep]).toEqual([url, expect.stringMatching(/^(public|no-store)/)]);
    expect([url, headers['set-cookie']]).toEqual([url, undefined]);
  } else if (isCached && status === 200) {
    expect([url, keep, headers['vary']]).toEqual([
      url,
      FOR_ANONYMOUS,
      'cookie, authorization, accept-language, accept-encoding',
    ]);
    expect([url, headers['set-cookie']]).toEqual([url, undefined]);
  } else if (url.startsWith('/offline') && keep === 'public, no-cache') {
    // Stored on the device; `test/spec/offline.test.ts` tests that a member's is private.
    expect(headers['vary']).toContain('cookie');
    expect(headers['set-cookie']).toBeUndefined();
  } else if (isSecret(url) && status === 200) expect([url, keep]).toEqual([url, 'no-store']);
  else
    expect([url, keep]).toEqual([
      url,
      isHtml || (isFeed(url) && status === 200) ? 'private, no-cache' : 'no-store',
    ]);
}

const gets = world.app.routes
  .filter(({ method, url }) => method === 'GET' && !url.includes('*'))
  .map((route) => [route.url, route] as const);

describe.each([
  ['an anonymous visitor', world.visitor()],
  ['the owner', site.owner],
])('headers for %s', (_, client) => {
  test.each(gets)(
    'A17, ASVS 3.2.1, 3.4.1, 3.4.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 3.4.8, 3.5.8, 4.1.1, 14.2.2, 14.3.2 GET %s',
    async (_url, route) => {
      const url = site.addressOf(route);
      for (const accept of ['text/html', 'application/json']) {
        const isCached = client.uid === 0 && route.route.config?.cached !== undefined;
        judge(url, await request(client, url, accept), isCached);
        judge(`${url}?x=%00`, await request(client, `${url}?x=%00`, accept));
      }
    },
  );
});

test('A17, ASVS 3.4.4, 14.3.2 every error carries the same headers', async () => {
  const { reader } = site;
  const visitor = world.visitor();
  const json = {
    'content-type': 'application/json',
    authorization: `Bearer ${reader.tokens.access}`,
  };
  const post = (url: string, payload: string, headers: Record<string, string> = json) =>
    visitor.raw({ method: 'POST', url, payload, headers });
  const email = { email: 'a@b.cn', transport: 'bearer' };
  const wrong: [number, TestResponse][] = [
    [400, await post('/api/folders', '{')],
    [401, await visitor.raw({ method: 'GET', url: '/api/messages' })],
    [403, await reader.get('/api/admin/users')],
    [404, await reader.get('/api/nothing')],
    [404, await request(reader, '/nothing', 'text/html')],
    [404, await request(reader, '/posts/999999', 'text/html')],
    [413, await post('/api/folders', JSON.stringify({ name: 'x'.repeat(300_000) }))],
    [415, await post('/api/folders', 'a=b', { ...json, 'content-type': 'text/plain' })],
    [422, await reader.post(`/api/users/${reader.uid}/follow`)],
  ];
  for (const _ of [1, 2]) await visitor.post('/api/auth/check-email', email);
  await world.sql('alter table folder rename column name to renamed');
  wrong.push([500, await reader.get('/api/folders')]);
  await world.sql('alter table folder rename column renamed to name');
  for (const [status, response] of wrong) {
    expect([response.status, response.text]).toEqual([status, response.text]);
    judge(String(status), response);
  }
});

test('A17, ASVS 3.4.4, 14.3.2 so does every response while the database is down', async () => {
  const away = await openServices(
    { ...world.ctx.config, DATABASE_URL: 'postgres://unknown@127.0.0.1:1/x' },
    createLog('silent'),
  );
  const app = await createApp(away);
  const { statusCode, headers, body } = await app.inject('/api/posts/1');
  await app.close();
  await away.close();
  expect(statusCode).toBe(503);
  judge('/api/posts/1', { status: statusCode, headers, text: body, body: undefined });
});

test('A18, ASVS 3.4.3 a page has no inline script and so no nonce to reuse', async () => {
  for (const [, route] of gets) {
    const { text, headers } = await request(site.owner, site.addressOf(route), 'text/html');
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    const scripts = [...text.matchAll(/<script\b[^>]*>([^<]*)/g)];
    expect([route.url, text.includes('nonce')]).toEqual([route.url, false]);
    for (const [tag, inside] of scripts) {
      // Data that no browser executes: the policy needs no exception for it.
      if (tag.startsWith('<script type="application/ld+json">')) continue;
      expect([route.url, inside]).toEqual([route.url, '']);
      expect(tag).toMatch(/ src="\/assets\//);
    }
  }
});

test.each(gets.filter(([url]) => !/\.\w+$|:name/.test(url)))(
  'ASVS 14.2.5 %s cannot be requested as a static file',
  async (_url, route) => {
    const url = site.addressOf(route).replace(/\?.*/, '').replace(/\/$/, '');
    for (const end of ['/x.css', '/.js', '%2Fx.css', ';x.css', '.css']) {
      const response = await request(site.owner, url + end, 'text/html');
      expect([url + end, response.status, response.headers['cache-control']]).not.toEqual([
        url + end,
        200,
        expect.stringContaining('public'),
      ]);
      expect([400, 404]).toContain(response.status);
    }
  },
);

test('ASVS 14.3.1 logging out sends Clear-Site-Data', async () => {
  const http = await createWorld();
  const member = await http.member();
  const { headers } = await member.post('/api/auth/logout');
  expect(headers['clear-site-data']).toBe('"cache", "storage"');
  const again = await http.member();
  const form = await again.submit('/auth/logout', { next: '/' });
  expect([form.status, form.headers['clear-site-data']]).toEqual([303, '"cache", "storage"']);
  expect(again.cookies.has('sid') || again.cookies.has('rt')).toBe(false);
});
