import { expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { findFault, problemSchema } from './support/contract.ts';
import { ACTORS, addressOf, createFuzzSite, named, refusalFor } from './support/fuzz-site.ts';
import { openRawClient } from './support/raw-client.ts';

/** Another spelling of a path gets the same guards or a 404 (A30, ASVS 1.1.1). */
const site = await createFuzzSite();
const problem = problemSchema(site.world.app);
const routes = site.routes.filter(({ url }) => url !== '/' && !url.includes('*'));

const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
const SPELLINGS: [string, (path: string) => string][] = [
  ['a slash at its end', (path) => `${path}/`],
  ['two slashes at its beginning', (path) => `/${path}`],
  ['two slashes in it', (path) => path.replace(/(?<=.)\//, '//')],
  ['capital letters', (path) => path.toUpperCase()],
  ['one capital letter', (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ['an encoded letter', (path) => path.replace(/[a-z]/, encode)],
  ['all letters encoded', (path) => path.replaceAll(/[a-z]/g, encode)],
  [
    'a letter encoded twice',
    (path) => path.replace(/[a-z]/, (letter) => `%25${encode(letter).slice(1)}`),
  ],
  ['an encoded slash', (path) => path.replace(/(?<=.)\//, '%2f')],
  ['a dot segment', (path) => `/.${path}`],
  ['an encoded dot segment', (path) => `/x/%2e%2e${path}`],
  ['a matrix parameter', (path) => `${path};a=b`],
  ['a file ending', (path) => `${path}.json`],
  ['a whole address', (path) => `http://localhost:3000${path}`],
  ['a back slash', (path) => path.replace(/(?<=.)\//, '\\')],
  ['a fragment', (path) => `${path}#/../../posts`],
];

const sendRaw = await openRawClient(site.world);

function send(client: Client, { method }: DeclaredRoute, path: string, more = {}, body = '') {
  const headers = {
    accept: 'application/json',
    cookie: cookieHeader(client.cookies),
    'sec-fetch-site': 'same-origin',
    ...more,
  };
  return sendRaw({ method, path, headers, ...(body ? { body } : {}) });
}

/** A spelling that is the path of another route is tested with that route. */
const isRoute = (url: string, method: string) =>
  routes.some((one) => one.method === method && addressOf(one) === url);

/** Every actor with the routes that refuse it; the owner with every route, to compare its responses. */
const pairs = ACTORS.flatMap((actor) =>
  named(routes.filter((one) => actor === 'owner' || refusalFor(one, actor))).map(
    ([name, route]) => [name, actor, route] as const,
  ),
);

test.each(pairs)(
  'A30, ASVS 1.1.1, 8.2.1 %s has the same guards under every spelling of its path for %s',
  async (_, actor, route) => {
    const plain = addressOf(route);
    // Unsafe requests have no CSRF token: callers that pass the guards are refused there, so nothing is written.
    const usual = await send(site[actor], route, plain);
    const refusal = refusalFor(route, actor);
    if (refusal) expect(usual.body.code).toBe(refusal === 'banned' ? 'csrf_failed' : refusal);
    for (const [what, spell] of SPELLINGS) {
      const url = spell(plain);
      if (url === plain || isRoute(url, route.method)) continue;
      const response = await send(site[actor], route, url);
      expect([what, findFault(route, response, problem)]).toEqual([what, undefined]);
      const isSame = response.status === usual.status && response.body?.code === usual.body?.code;
      const isNothing = response.status === 404 || response.status === 400;
      expect([what, response.status, isSame || isNothing]).toEqual([what, response.status, true]);
    }
  },
);

/** A beacon refuses every body, whatever its type; without a signature a webhook does. */
const operations = routes.filter(
  ({ method, url, route }) =>
    isUnsafe(method) && url.startsWith('/api/') && !route.config?.beacon && !route.config?.signed,
);

test.each(named(operations))(
  'D6, A30, ASVS 3.5.2 %s accepts no form under any spelling of its path',
  async (_, route) => {
    const plain = addressOf(route);
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-csrf-token': site.owner.cookies.get('csrf') ?? '',
    };
    for (const [what, spell] of SPELLINGS) {
      const response = await send(site.owner, route, spell(plain), form, 'surprise=1');
      expect([what, [400, 404, 415].includes(response.status)]).toEqual([what, true]);
      // A fragment is refused before routing; every other spelling is refused because the body is a form.
      if (what !== 'a fragment')
        expect([what, response.body?.code]).not.toEqual([what, 'invalid_input']);
    }
  },
);
