import fastJson from 'fast-json-stringify';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { orNull } from '../../src/platform/http/serialization.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleBody, sampleUrl, wrongBodies, wrongQueries } from '../support/sample-requests.ts';
import { createWorld } from '../support/world.ts';

/** Covers every route, also future ones, so no guard goes untested. */
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_LOGIN_IP: 'off',
  LIMIT_LOGIN_ACCOUNT: 'off',
  LIMIT_CHECK_EMAIL: 'off',
  LIMIT_RESET_REQUEST: 'off',
  LIMIT_MAIL_LINKS: 'off',
});
const routes = world.app.routes.filter(({ route }) => !route.config?.internal);
const api = routes.filter(({ url }) => url.startsWith('/api/'));
/** A beacon stores nothing of the sender and needs no token: it counts at most one read. */
/** Without a signature, a signed one refuses everything before it reads the body (test/integration/mail-bounces.test.ts). */
const unsafe = api.filter(
  ({ method, route }) => isUnsafe(method) && !route.config?.beacon && !route.config?.signed,
);
const unsigned = api.filter(({ route }) => !route.config?.signed);
const guarded = api.filter(({ access }) => access !== 'public' && access !== 'optional');

const member = await world.member();
const otherMember = await world.member();
const banned = await world.member({ status: 'banned' });
const admin = await world.member({ role: 'admin' });
const owner = await world.member({ role: 'owner' });
/** A client that the route admits, so that only the changed part can be refused. */
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

test('the list of routes is complete', () => {
  expect(api.length).toBeGreaterThanOrEqual(14);
  expect(guarded.length).toBeGreaterThanOrEqual(7);
});

describe('§7.1, §5.6, ASVS 8.2.1 an anonymous call to a login-required endpoint is unauthenticated', () => {
  test.each(named(guarded))(
    '§7.1, §5.6a, ASVS 8.2.1 an anonymous %s is unauthenticated',
    async (_, route) => {
      const response = await world
        .visitor()
        .raw({ method: route.method as Method, url: sampleUrl(route.route) });
      expect(response.status).toBe(401);
      expect(response.body.code).toBe('unauthenticated');
      expect(response.headers['content-type']).toContain('application/problem+json');
    },
  );
});

describe('§7.2 a banned user cannot write on a protected group', () => {
  test.each(named(guarded.filter(({ method, access }) => isUnsafe(method) && access === 'member')))(
    '§7.2, §3 Banned.write, §4 Guard.req %s by a banned user is refused and writes nothing',
    async (_, route) => {
      const before = await digestDatabase(world);
      const response = await call(banned, route);
      expect(response.status).toBe(403);
      expect(response.body.code).toBe('banned');
      expect(await digestDatabase(world)).toBe(before);
    },
  );
});

test.each(named(guarded.filter(({ access }) => access === 'admin' || access === 'owner')))(
  '§5.5a, ASVS 8.2.1 %s is closed to members, and to admins if only the owner may',
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
    ["another session's token", () => ({ 'x-csrf-token': otherMember.cookies.get('csrf') ?? '' })],
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
      // A session that a valid cookie names notes when it was last used.
      const before = await digestDatabase(world, ['session']);
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
      const response = await world.visitor().raw({
        method: route.method as Method,
        url: `${sampleUrl(route.route)}${query ? `?csrf_token=${query}` : ''}`,
        headers: sent,
        payload: JSON.stringify(sampleBody(route.route) ?? {}),
      });
      expect([response.status, response.body.code]).toEqual([403, 'csrf_failed']);
      expect(await digestDatabase(world, ['session'])).toBe(before);
    });
  }
});

test.each(named(unsafe))(
  'D6, A19, ASVS 3.5.2 %s takes no body that a foreign form could send',
  async (_, route) => {
    const foreign = ['text/plain', 'application/x-www-form-urlencoded'];
    // A route that takes a file takes nothing else, and the reverse.
    const other = route.route.config?.multipart
      ? 'application/json'
      : 'multipart/form-data; boundary=x';
    const caller = allowed(route);
    for (const type of [...foreign, other]) {
      const response = await caller.raw({
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
      expect([response.status, response.body.code]).toEqual([415, 'unsupported_media_type']);
    }
  },
);

test.each(named(unsigned))(
  'D3, A06, A37, ASVS 1.4.2, 1.5.2, 2.2.1, 2.2.2, 15.3.5, 15.3.6, 15.3.7 %s refuses bodies, queries and paths of the wrong types, and never fails',
  async (_, route) => {
    const caller = allowed(route);
    const url = sampleUrl(route.route);
    // A file route refuses other content before any other check.
    const refused = route.route.config?.multipart ? 415 : 400;
    for (const { what, body } of wrongBodies(route.route)) {
      const response = await caller.send(route.method as Method, url, body);
      expect([response.status, response.body?.code, what]).toEqual([400, 'invalid_input', what]);
    }
    for (const query of wrongQueries(route.route)) {
      const response = await caller.send(
        route.method as Method,
        `${url}?${query}`,
        sampleBody(route.route),
      );
      expect([response.status, query]).toEqual([refused, query]);
    }
    for (const payload of [
      '{',
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '\u0000',
    ]) {
      if (route.method === 'GET') continue;
      const response = await caller.send(route.method as Method, url, undefined, {
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBeLessThan(500);
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
        const response = await caller.send(route.method as Method, path, sampleBody(route.route));
        expect([400, 404]).toContain(response.status);
      }
    }
  },
);

test('ASVS 8.1.1, 8.1.2 a route that declares no access group, body or response does not start', async () => {
  const app = world.app;
  const handler = async () => ({});
  const route = (options: object) => () => {
    // The real hook of the real app; Fastify would refuse a route after the start, so the test calls it directly.
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

test('every schema of every route compiles; a process compiles each only on first use', () => {
  const responses: unknown[] = [];
  for (const { route } of routes) {
    const { body, querystring, params, response = {} } = (route.schema ?? {}) as Shapes;
    for (const schema of [body, querystring, params]) if (schema) Compile(schema as TSchema);
    for (const shape of Object.values(response))
      responses.push(...Object.values(shape.content ?? { any: { schema: shape } }));
  }
  expect(responses.length).toBeGreaterThanOrEqual(api.length);
  for (const { schema } of responses as { schema: TSchema }[])
    expect(fastJson(orNull(schema) as object)).toBeTypeOf('function');
});
