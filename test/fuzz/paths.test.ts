import { expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import type { DeclaredRoute } from '../../src/platform/http/declared-access.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { findFault, problemSchema } from './support/contract.ts';
import { ACTORS, addressOf, createFuzzSite, named, refusalFor } from './support/fuzz-site.ts';
import { openRawClient } from './support/raw-client.ts';

/** Other spellings of an address lead to the same guards or to nothing (A30, ASVS 1.1.1). */
const cast = await createFuzzSite();
const problem = problemSchema(cast.world.app);
const routes = cast.routes.filter(({ url }) => url !== '/' && !url.includes('*'));

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

const send = await openRawClient(cast.world);

function ask(client: Client, { method }: DeclaredRoute, path: string, more = {}, body = '') {
  const headers = {
    accept: 'application/json',
    cookie: cookieHeader(client.cookies),
    'sec-fetch-site': 'same-origin',
    ...more,
  };
  return send({ method, path, headers, ...(body ? { body } : {}) });
}

/** A spelling that is another route's own address is asked there. */
const answers = (url: string, method: string) =>
  routes.some((one) => one.method === method && addressOf(one) === url);

/** Everybody who is refused somewhere; and the owner, who is refused nowhere, for the answer itself. */
const pairs = ACTORS.flatMap((actor) =>
  named(routes.filter((one) => actor === 'owner' || refusalFor(one, actor))).map(
    ([name, route]) => [name, actor, route] as const,
  ),
);

test.each(pairs)(
  'A30, ASVS 1.1.1, 8.2.1 %s under every spelling of its address has the same guards for %s',
  async (_, actor, route) => {
    const plain = addressOf(route);
    // Unsafe ones come without their token: whoever may come in is stopped there, and nothing happens.
    const usual = await ask(cast[actor], route, plain);
    const refusal = refusalFor(route, actor);
    if (refusal) expect(usual.body.code).toBe(refusal === 'banned' ? 'csrf_failed' : refusal);
    for (const [what, spell] of SPELLINGS) {
      const url = spell(plain);
      if (url === plain || answers(url, route.method)) continue;
      const answer = await ask(cast[actor], route, url);
      expect([what, findFault(route, answer, problem)]).toEqual([what, undefined]);
      const isSame = answer.status === usual.status && answer.body?.code === usual.body?.code;
      const isNothing = answer.status === 404 || answer.status === 400;
      expect([what, answer.status, isSame || isNothing]).toEqual([what, answer.status, true]);
    }
  },
);

const operations = routes.filter(({ method, url }) => isUnsafe(method) && url.startsWith('/api/'));

test.each(named(operations))(
  'D6, A30, ASVS 3.5.2 %s takes a form under no spelling of its address',
  async (_, route) => {
    const plain = addressOf(route);
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-csrf-token': cast.owner.cookies.get('csrf') ?? '',
    };
    for (const [what, spell] of SPELLINGS) {
      const answer = await ask(cast.owner, route, spell(plain), form, 'surprise=1');
      expect([what, [400, 404, 415].includes(answer.status)]).toEqual([what, true]);
      // A fragment is refused before a route is found; everything else is refused for being a form.
      if (what !== 'a fragment')
        expect([what, answer.body?.code]).not.toEqual([what, 'invalid_input']);
    }
  },
);
