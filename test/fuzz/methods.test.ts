import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/declared-access.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { addressOf, createFuzzSite } from './support/fuzz-site.ts';

/** ASVS 4.1.4: a request does what its method says, whatever else it says it is. */
const cast = await createFuzzSite();
const { world, owner } = cast;
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override', 'x-method'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const OTHERS = ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'MKCOL'];
/** A session remembers when it was last seen. */
const USED = ['session'];

const byPath = Map.groupBy(
  cast.routes.filter(({ url }) => !url.includes('*')),
  ({ url }) => url,
);
const paths = [...byPath].map(([url, routes]) => [url, routes] as const);

function ask(client: Client, method: string, url: string, more: object = {}, payload?: string) {
  const headers = {
    cookie: cookieHeader(client.cookies),
    'sec-fetch-site': 'same-origin',
    'x-csrf-token': client.cookies.get('csrf') ?? '',
    ...more,
  };
  return client.raw({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) });
}

let written = await digestDatabase(world, USED);

async function expectNothingWritten(): Promise<void> {
  const before = written;
  written = await digestDatabase(world, USED);
  expect(written).toBe(before);
}

const urlOf = (routes: DeclaredRoute[]) => addressOf(routes[0] as DeclaredRoute);
const has = (routes: DeclaredRoute[], method: string) =>
  routes.some((one) => one.method === method);

describe('ASVS 4.1.4, 3.5.3 a GET that says it is something else stays a GET', () => {
  test.each(paths)('%s', async (_, routes) => {
    const url = urlOf(routes);
    const usual = await ask(owner, 'GET', url);
    for (const method of METHODS) {
      for (const name of OVERRIDES) {
        const answer = await ask(owner, 'GET', url, { [name]: method });
        expect([name, method, answer.status]).toEqual([name, method, usual.status]);
      }
      const answer = await ask(owner, 'GET', `${url}?_method=${method}`);
      expect([200, 303, 400, 404, usual.status]).toContain(answer.status);
    }
    await expectNothingWritten();
  });
});

describe('ASVS 4.1.4 a POST that says it is something else does nothing but what a POST does there', () => {
  // Where there is no POST, one that calls itself PUT or DELETE finds nothing.
  test.each(paths.filter(([, routes]) => !has(routes, 'POST')))('%s', async (_, routes) => {
    const url = urlOf(routes);
    for (const method of METHODS) {
      for (const name of OVERRIDES) {
        expect((await ask(owner, 'POST', url, { [name]: method })).status).toBe(404);
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await ask(owner, 'POST', url, form, `_method=${method}`)).status).toBe(404);
    }
    await expectNothingWritten();
  });
});

describe('ASVS 4.1.4 a method that no route has finds nothing', () => {
  test.each(paths)('%s', async (_, routes) => {
    const url = urlOf(routes);
    const missing = [...METHODS, ...OTHERS].filter((method) => !has(routes, method));
    for (const method of missing) {
      const answer = await ask(owner, method, url);
      // Another route may have a parameter where this one has a word, and refuses the word.
      expect([400, 404]).toContain(answer.status);
    }
    const head = await ask(owner, 'HEAD', url);
    if (!has(routes, 'GET')) expect([400, 404]).toContain(head.status);
    else if (head.status < 400) expect(head.text).toBe('');
    await expectNothingWritten();
  });
});
