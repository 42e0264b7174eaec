import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleBody } from '../support/sample-requests.ts';
import { findFault, problemSchema } from './support/contract.ts';
import { ACTORS, addressOf, createFuzzSite, named, refusalFor } from './support/fuzz-site.ts';

/** Requests of a wrong shape or size to every route from every actor: refused, and by the right guard first. */
const site = await createFuzzSite();
const { world } = site;
const problem = problemSchema(world.app);
const routes = site.routes.filter(({ route }) => !route.config?.internal);
const BODY_MAX = 256 * 1024;
const CHANGING_TABLES = ['session'];

const QUERIES = [
  'surprise=1',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  '__proto__=1',
  '__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  'cursor=%00',
  `cursor=${'A'.repeat(5000)}`,
  '%',
  '&&&=&',
];

const nested = (open: string, close: string, times: number) =>
  open.repeat(times) + close.repeat(times);
type Sent = [what: string, body: string];

/** One of each kind, sent by every actor. */
const BODIES: Sent[] = [
  ['nothing', ''],
  ['deep arrays', nested('[', ']', 100_000)],
  ['a key of Object.prototype', '{"__proto__":{"polluted":1}}'],
  ['one byte too many', JSON.stringify('x'.repeat(BODY_MAX - 1))],
];
/** Sent by the owner too: no guard refuses the owner before the body is parsed. */
const MORE_BODIES: Sent[] = [
  ['null in an array', '[null]'],
  ['a text', '"text"'],
  ['a number', '1'],
  ['a broken document', '{"a":'],
  ['a NUL', '\u0000'],
  ['deep objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ['a constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
  ['many keys', `{${Array.from({ length: 15_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
];

/** The fields of the route, each as a list, as an object and of great length. */
function bentBodies({ route }: DeclaredRoute): Sent[] {
  const good = sampleBody(route) ?? {};
  return Object.keys(good).flatMap((name) =>
    [[good[name]], { value: good[name] }, 'x'.repeat(250_000), Array(60_000).fill('a')].map(
      (value): Sent => [
        `${name} as ${JSON.stringify(value).slice(0, 20)}`,
        JSON.stringify({ ...good, [name]: value }),
      ],
    ),
  );
}

function send(
  client: Client,
  { method, url, route }: DeclaredRoute,
  path: string,
  payload?: string,
) {
  const isForm = route.config?.form !== undefined || !url.startsWith('/api/');
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return client.raw({
    method: method as 'GET',
    url: path,
    headers: {
      accept: 'application/json',
      cookie: cookieHeader(client.cookies),
      ...(isUnsafe(method) ? SENT_BY_PAGE(client) : {}),
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload: isForm ? toForm(payload) : payload }),
  });
}

const SENT_BY_PAGE = (client: Client) => ({
  'sec-fetch-site': 'same-origin',
  'x-csrf-token': client.cookies.get('csrf') ?? '',
});

const forms = new Map<string, string>();

/** The object as form fields; any other value as it is. */
function toForm(json: string): string {
  const form = forms.get(json) ?? makeForm(json);
  if (BODIES.some(([, body]) => body === json)) forms.set(json, form);
  return form;
}

function makeForm(json: string): string {
  try {
    const fields = Object.entries(JSON.parse(json) as object).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return new URLSearchParams([...fields, ['surprise', '1'], ['surprise', '2']]).toString();
  } catch {
    return `surprise=${json}`;
  }
}

// With a CSRF token, so that the guard refuses the anonymous visitor, not the missing token.
await site.anonymous.get('/api/auth/csrf');
let written = await digestDatabase(world, CHANGING_TABLES);

describe.each(ACTORS)(
  'A06, A37, A42, ASVS 1.5.2, 8.2.1, 15.3.5, 15.3.7 wrong shapes from %s',
  (actor) => {
    test.each(named(routes))('%s', async (_, route) => {
      const client = site[actor];
      const path = addressOf(route);
      const refusal = refusalFor(route, actor);
      // A form that only deletes has no fields that could be wrong.
      const takesBody = (route.route.schema as { body?: object } | undefined)?.body !== undefined;
      const expectSound = (what: string, response: Awaited<ReturnType<typeof send>>) => {
        expect([what, findFault(route, response, problem)]).toEqual([what, undefined]);
        // A form's token is in its body, so the body may be refused for its size first.
        const allowed = [
          refusal,
          ...(route.url.startsWith('/api/') ? [] : ['payload_too_large', 'invalid_input']),
        ];
        if (refusal) expect([what, allowed.includes(response.body?.code)]).toEqual([what, true]);
      };
      if (!isUnsafe(route.method)) {
        for (const query of QUERIES)
          expectSound(query, await send(client, route, `${path}?${query}`));
        return;
      }
      const bodies = actor === 'owner' ? [...BODIES, ...MORE_BODIES, ...bentBodies(route)] : BODIES;
      for (const [what, body] of bodies) {
        const response = await send(client, route, `${path}?surprise=1`, body);
        expectSound(what, response);
        if (takesBody) expect([what, response.status >= 400]).toEqual([what, true]);
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      const before = written;
      written = await digestDatabase(world, CHANGING_TABLES);
      if (takesBody || refusal) expect(written).toBe(before);
    });
  },
);
