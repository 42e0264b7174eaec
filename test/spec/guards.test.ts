import fastJson from 'fast-json-stringify';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import type { DeclaredRoute } from '../../src/platform/http/declared-access.ts';
import { orNull } from '../../src/platform/http/serialization.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleBody, sampleUrl, wrongBodies, wrongQueries } from '../support/sample-requests.ts';
import { createWorld } from '../support/world.ts';

/** Walks every route that exists, now and later: nobody has to remember to test a guard. */
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_LOGIN_IP: 'off',
  LIMIT_LOGIN_ACCOUNT: 'off',
  LIMIT_CHECK_EMAIL: 'off',
});
const routes = world.app.routes.filter(({ route }) => !route.config?.internal);
const api = routes.filter(({ url }) => url.startsWith('/api/'));
const unsafe = api.filter(({ method }) => isUnsafe(method));
const guarded = api.filter(({ access }) => access !== 'public' && access !== 'optional');

const member = await world.member();
const stranger = await world.member();
const banned = await world.member({ status: 'banned' });
const admin = await world.member({ role: 'admin' });
const owner = await world.member({ role: 'owner' });
/** Somebody the route lets in, so that only what a test changes can be what is refused. */
const allowed = ({ access }: DeclaredRoute): Client =>
  access === 'owner' ? owner : access === 'admin' ? admin : member;

const named = (list: DeclaredRoute[]) =>
  list.map((one) => [`${one.method} ${one.url}`, one] as const);
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function call(
  client: Client,
  { method, route }: DeclaredRoute,
  headers: Record<string, string> = {},
) {
  return client.send(method as Method, sampleUrl(route), sampleBody(route), { headers });
}

test('the walk sees the routes that exist', () => {
  expect(api.length).toBeGreaterThanOrEqual(14);
  expect(guarded.length).toBeGreaterThanOrEqual(7);
});

describe('§7.1, §5.6, ASVS 8.2.1 an anonymous call to a login-required endpoint is unauthenticated', () => {
  test.each(named(guarded))(
    '§7.1, §5.6a, ASVS 8.2.1 an anonymous %s is unauthenticated',
    async (_, route) => {
      const answer = await world
        .visitor()
        .raw({ method: route.method as Method, url: sampleUrl(route.route) });
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe('unauthenticated');
      expect(answer.headers['content-type']).toContain('application/problem+json');
    },
  );
});

describe('§7.2 a banned user writes nothing on a protected group', () => {
  test.each(named(guarded.filter(({ method, access }) => isUnsafe(method) && access === 'member')))(
    '§7.2, §3 Banned.write, §4 Guard.req %s by a banned user is refused and writes nothing',
    async (_, route) => {
      const before = await digestDatabase(world);
      const answer = await call(banned, route);
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('banned');
      expect(await digestDatabase(world)).toBe(before);
    },
  );
});

test.each(named(guarded.filter(({ access }) => access === 'admin' || access === 'owner')))(
  '§5.5a, ASVS 8.2.1 %s is closed to members, and to admins where only the owner may',
  async (_, route) => {
    expect((await call(member, route)).body.code).toBe('role_required');
    if (route.access === 'owner')
      expect((await call(admin, route)).body.code).toBe('role_required');
  },
);

describe('D6, A19, ASVS 3.5.1 a forged request is refused and writes nothing', () => {
  const forgeries: [string, (client: Client) => Record<string, string>][] = [
    ['no token', () => ({ 'x-csrf-token': '' })],
    [
      'a wrong token',
      () => ({ 'x-csrf-token': 'abcdefghijklmnop.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    ],
    ["another session's token", () => ({ 'x-csrf-token': stranger.cookies.get('csrf') ?? '' })],
    ['a cross-site request', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a same-site but cross-origin request', () => ({ 'sec-fetch-site': 'same-site' })],
    ['a foreign origin', () => ({ 'sec-fetch-site': '', origin: 'https://evil.example' })],
    [
      'the token in the query only',
      (client) => ({ 'x-csrf-token': '', query: client.cookies.get('csrf') ?? '' }),
    ],
  ];
  for (const [what, forge] of forgeries) {
    test.each(named(unsafe))(`§4 Guard.req, D6, A19, ASVS 3.5.1 ${what}: %s`, async (_, route) => {
      const before = await digestDatabase(world);
      const caller = allowed(route);
      const { query, ...headers } = forge(caller);
      const all: Record<string, string> = {
        cookie: cookieHeader(caller.cookies),
        'x-csrf-token': caller.cookies.get('csrf') ?? '',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
      const answer = await world.visitor().raw({
        method: route.method as Method,
        url: `${sampleUrl(route.route)}${query ? `?csrf_token=${query}` : ''}`,
        headers: sent,
        payload: JSON.stringify(sampleBody(route.route) ?? {}),
      });
      expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed']);
      expect(await digestDatabase(world)).toBe(before);
    });
  }
});

test.each(named(unsafe))(
  'D6, A19, ASVS 3.5.2 %s takes no body that a foreign form could send',
  async (_, route) => {
    const foreign = ['text/plain', 'application/x-www-form-urlencoded'];
    // A route that takes a file takes nothing else, and the other way round.
    const other = route.route.config?.multipart
      ? 'application/json'
      : 'multipart/form-data; boundary=x';
    const caller = allowed(route);
    for (const type of [...foreign, other]) {
      const answer = await caller.raw({
        method: route.method as Method,
        url: sampleUrl(route.route),
        headers: {
          cookie: cookieHeader(caller.cookies),
          'x-csrf-token': caller.cookies.get('csrf') ?? '',
          'sec-fetch-site': 'same-origin',
          'content-type': type,
        },
        payload: 'a=b',
      });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    }
  },
);

test.each(named(api))(
  'D3, A06, A37, ASVS 1.4.2, 1.5.2, 2.2.1, 2.2.2, 15.3.5, 15.3.6, 15.3.7 %s refuses bodies, queries and paths of the wrong types, and never breaks',
  async (_, route) => {
    const caller = allowed(route);
    const url = sampleUrl(route.route);
    // Where a file belongs, what is no file is refused before anything else is looked at.
    const refused = route.route.config?.multipart ? 415 : 400;
    for (const { what, body } of wrongBodies(route.route)) {
      const answer = await caller.send(route.method as Method, url, body);
      expect([answer.status, answer.body?.code, what]).toEqual([400, 'invalid_input', what]);
    }
    for (const query of wrongQueries(route.route)) {
      const answer = await caller.send(
        route.method as Method,
        `${url}?${query}`,
        sampleBody(route.route),
      );
      expect([answer.status, query]).toEqual([refused, query]);
    }
    for (const payload of [
      '{',
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '\u0000',
    ]) {
      if (route.method === 'GET') continue;
      const answer = await caller.send(route.method as Method, url, undefined, {
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBeLessThan(500);
      const raw = await caller.raw({
        method: route.method as Method,
        url,
        headers: {
          cookie: cookieHeader(caller.cookies),
          'x-csrf-token': caller.cookies.get('csrf') ?? '',
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        payload,
      });
      expect([raw.status, payload]).toEqual([route.route.schema?.body ? 400 : raw.status, payload]);
      expect(raw.status).toBeLessThan(500);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    if (route.url.includes(':')) {
      for (const value of [
        '0',
        '-1',
        '1.5',
        '%00',
        'a%2Fb',
        'new',
        '9'.repeat(30),
        '%F0%9F%98%80',
      ]) {
        const path = route.url.replace(/:\w+/g, value);
        const answer = await caller.send(route.method as Method, path, sampleBody(route.route));
        expect([400, 404]).toContain(answer.status);
      }
    }
  },
);

test('ASVS 8.1.1, 8.1.2 a route that declares no access group, body or response does not start', async () => {
  const app = world.app;
  const handler = async () => ({});
  const route = (options: object) => () => {
    // The real hook of the real app; Fastify would refuse a route after the start, so it is called directly.
    for (const hook of (
      app as never as { [key: symbol]: { onRoute: ((route: object) => void)[] } }
    )[
      Object.getOwnPropertySymbols(app).find(
        (one) => String(one) === 'Symbol(fastify.hooks)',
      ) as symbol
    ]?.onRoute ?? []) {
      hook.call(app, { method: 'POST', url: '/api/x', handler, ...options });
    }
  };
  expect(route({})).toThrow('declares no access group');
  const config = { access: 'member' };
  expect(route({ config })).toThrow('declares no response');
  expect(route({ config, schema: { response: {}, operationId: 'x' } })).toThrow('declares no body');
  const body = Type.Object({});
  expect(route({ config, schema: { response: {}, operationId: 'x', body } })).toThrow(
    'accepts unknown fields',
  );
});

type Content = { content?: Record<string, { schema: TSchema }> };
type Shapes = { [part: string]: unknown; response?: Record<string, TSchema & Content> };

test('every shape of every route can be made into code, which a process does only when it is asked', () => {
  const answers: unknown[] = [];
  for (const { route } of routes) {
    const { body, querystring, params, response = {} } = (route.schema ?? {}) as Shapes;
    for (const asked of [body, querystring, params]) if (asked) Compile(asked as TSchema);
    for (const shape of Object.values(response))
      answers.push(...Object.values(shape.content ?? { any: { schema: shape } }));
  }
  expect(answers.length).toBeGreaterThanOrEqual(api.length);
  for (const { schema } of answers as { schema: TSchema }[])
    expect(fastJson(orNull(schema) as object)).toBeTypeOf('function');
});
