import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { addressOf, createFuzzSite } from './support/fuzz-site.ts';

/** ASVS 4.1.4: only the method of the request line counts, not an override in a header or a field. */
const site = await createFuzzSite();
const { world, owner } = site;
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override', 'x-method'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const OTHERS = ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'MKCOL'];
/** `session.seen_at` changes with every request, `studio_visit` with every visit of the studio's overview. */
const CHANGING_TABLES = ['session', 'studio_visit'];

const byPath = Map.groupBy(
  site.routes.filter(({ url }) => !url.includes('*')),
  ({ url }) => url,
);
const paths = [...byPath].map(([url, routes]) => [url, routes] as const);

function send(client: Client, method: string, url: string, more: object = {}, payload?: string) {
  const headers = {
    cookie: cookieHeader(client.cookies),
    'sec-fetch-site': 'same-origin',
    'x-csrf-token': client.cookies.get('csrf') ?? '',
    ...more,
  };
  return client.raw({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) });
}

let written = await digestDatabase(world, CHANGING_TABLES);

async function expectNothingWritten(): Promise<void> {
  const before = written;
  written = await digestDatabase(world, CHANGING_TABLES);
  expect(written).toBe(before);
}

const urlOf = (routes: DeclaredRoute[]) => addressOf(routes[0] as DeclaredRoute);
const has = (routes: DeclaredRoute[], method: string) =>
  routes.some((one) => one.method === method);

describe('ASVS 4.1.4, 3.5.3 a GET with a method override stays a GET', () => {
  test.each(paths)('%s', async (_, routes) => {
    const url = urlOf(routes);
    const usual = await send(owner, 'GET', url);
    for (const method of METHODS) {
      for (const name of OVERRIDES) {
        const response = await send(owner, 'GET', url, { [name]: method });
        expect([name, method, response.status]).toEqual([name, method, usual.status]);
      }
      const response = await send(owner, 'GET', `${url}?_method=${method}`);
      expect([200, 303, 400, 404, usual.status]).toContain(response.status);
    }
    await expectNothingWritten();
  });
});

describe('ASVS 4.1.4 a POST with a method override stays a POST', () => {
  // Without a POST route, a POST that overrides its method to PUT or DELETE gets a 404.
  test.each(paths.filter(([, routes]) => !has(routes, 'POST')))('%s', async (_, routes) => {
    const url = urlOf(routes);
    for (const method of METHODS) {
      for (const name of OVERRIDES) {
        expect((await send(owner, 'POST', url, { [name]: method })).status).toBe(404);
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await send(owner, 'POST', url, form, `_method=${method}`)).status).toBe(404);
    }
    await expectNothingWritten();
  });
});

describe('ASVS 4.1.4 a method without a route gets a 404', () => {
  test.each(paths)('%s', async (_, routes) => {
    const url = urlOf(routes);
    const missing = [...METHODS, ...OTHERS].filter((method) => !has(routes, method));
    for (const method of missing) {
      const response = await send(owner, method, url);
      // Another route may have a parameter in this segment, and refuses its value.
      expect([400, 404]).toContain(response.status);
    }
    const head = await send(owner, 'HEAD', url);
    if (!has(routes, 'GET')) expect([400, 404]).toContain(head.status);
    else if (head.status < 400) expect(head.text).toBe('');
    await expectNothingWritten();
  });
});
