import { type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { validatorCompiler } from '../../src/platform/http/validation.ts';
import { VERSIONS_A_PAGE } from '../../src/revisions/rules.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleBody } from '../support/sample-requests.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off', LIMIT_CHECK_EMAIL: 'off' });
const site = await seedRoutes(world);
const { author, reader, admin, owner, post } = site;
// Check in first, so that no request below does.
for (const one of [author, reader, admin, owner]) await one.get('/api/level/info');
const api = world.app.routes.filter(({ url }) => url.startsWith('/api/'));
const named = (routes: DeclaredRoute[]) =>
  routes.map((one) => [`${one.method} ${one.url}`, one] as const);

type Property = {
  type?: string;
  anyOf?: Property[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Property;
  properties?: Record<string, Property>;
};
type Schemas = Partial<Record<'body' | 'querystring' | 'params', Property>>;
const schemasOf = ({ route }: DeclaredRoute) => (route.schema ?? {}) as Schemas;

describe('ASVS 1.1.1 input is decoded once', () => {
  test.each([
    ['%31', 200],
    ['%2531', 400],
    ['%252531', 400],
    ['%C0%B1', 400],
    ['%u0031', 400],
    ['%EF%BC%91', 400],
    ['1%00', 400],
    ['1%2F', 400],
  ])('ASVS 1.1.1 a post id of %s returns %i', async (written, status) => {
    const text = written.replaceAll('31', String(30 + (post % 10)));
    expect(post).toBeLessThan(10);
    expect((await reader.get(`/api/posts/${text}`)).status).toBe(status);
  });

  test('a search for %25 looks for a percent sign and two digits, and a doubly encoded path is not a file', async () => {
    await author.put('/api/settings/profile', { username: '%25灯' });
    const found = async (query: string) =>
      (await reader.get(`/api/users/search?q=${query}`)).body.items.length;
    expect([await found('%2525'), await found('%25'), await found('%252525')]).toEqual([1, 1, 0]);
    for (const path of [
      '%2e%2e%2fpackage.json',
      '%252e%252e%252fpackage.json',
      '..%5cpackage.json',
    ])
      expect((await reader.get(`/uploads/${path}`)).status).toBe(404);
  });
});

const INJECTIONS = [
  "'",
  "' or '1'='1",
  '1; select pg_sleep(5)--',
  '1) union select password_hash from users--',
  '" or ""="',
  "\\'; drop table post;--",
  '$1',
  '1 and 1=(select count(*) from users)',
  "'||(select version())||'",
  'newest, (select 1)',
  "x'::text::int",
  '%27%20or%201=1',
];

test.each(named(api.filter(({ method }) => method === 'GET')))(
  'A09, ASVS 1.2.4 no parameter of %s reaches SQL as text',
  async (_, route) => {
    const { querystring, params } = schemasOf(route);
    const path = site.addressOf(route).replace(/\?.*/, '');
    const before = await digestDatabase(world, ['session']);
    const addresses = INJECTIONS.map(encodeURIComponent).flatMap((evil) => [
      ...Object.keys(querystring?.properties ?? {}).map((name) => `${path}?${name}=${evil}`),
      ...Object.keys(params?.properties ?? {}).map((name) => route.url.replace(`:${name}`, evil)),
    ]);
    for (const address of addresses) {
      const start = performance.now();
      const response = await owner.get(address);
      expect([address, response.status < 500]).toEqual([address, true]);
      expect(response.text).not.toMatch(/argon2id|PostgreSQL \d/);
      expect([address, performance.now() - start < 4000]).toEqual([address, true]);
    }
    expect(await digestDatabase(world, ['session'])).toBe(before);
  },
);

test('ASVS 1.2.9 %, _ and \\ are literal in every search', async () => {
  const names = ['100%好', 'a_b灯', 'a\\b灯', 'axb灯'];
  for (const username of names) {
    const member = await world.member({ exp: 2000, transport: 'bearer' });
    expect((await member.put('/api/settings/profile', { username })).status).toBe(200);
    await member.post(`/api/posts/${post}/comments`, { body: `这里有 ${username}` });
  }
  const finds: [string, (query: string) => string][] = [
    ['people', (query) => `/api/users/search?q=${query}`],
    ['staff, people', (query) => `/api/admin/users?q=${query}`],
    ['staff, comments', (query) => `/api/admin/comments?q=${query}`],
  ];
  for (const [what, address] of finds) {
    for (const [word, expected] of [
      ['a_b', 'a_b灯'],
      ['a\\b', 'a\\b灯'],
      ['100%', '100%好'],
    ] as const) {
      const { body } = await owner.get(address(encodeURIComponent(word)));
      const texts = body.items.map((item: object) => JSON.stringify(item));
      expect([what, word, texts.length]).toEqual([what, word, 1]);
      expect(texts[0]).toContain(JSON.stringify(expected).slice(1, -1));
    }
    const nothing = await owner.get(address(encodeURIComponent('a%b')));
    expect([what, nothing.body.items]).toEqual([what, []]);
  }
});

describe('ASVS 1.5.3 one format has one parser', () => {
  const send = (type: string, payload: string) =>
    reader.raw({
      method: 'POST',
      url: '/api/folders',
      headers: { authorization: `Bearer ${reader.tokens.access}`, 'content-type': type },
      payload,
    });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;x=y',
    'application/json ; charset=UTF-8',
    'APPLICATION/JSON',
    'application/json; charset=utf-16',
  ])('ASVS 1.5.3 %s is JSON, under the same schema', async (type) => {
    expect((await send(type, '{"name":"名"}')).status).toBe(201);
    for (const wrong of [
      '{"name":"a","role":"owner"}',
      '{"name":"a","name":1}',
      'name=a',
      '{"name":"a"}x',
    ])
      expect([wrong, (await send(type, wrong)).status]).toEqual([wrong, 400]);
  });

  test.each([
    'application/jsonp',
    'application/json, text/plain',
    'text/json',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'application/xml',
    'text/plain; application/json',
  ])('%s is not', async (type) => {
    const response = await send(type, '{"name":"名"}');
    expect([response.status, response.body.code]).toEqual([415, 'unsupported_media_type']);
  });
});

/** Every text, number and list a request can contain, with its schema. */
function leavesOf(route: DeclaredRoute): { path: string; leaf: Property }[] {
  const found: { path: string; leaf: Property }[] = [];
  const visit = (path: string, property: Property): void => {
    for (const one of property.anyOf ?? []) visit(path, one);
    if (property.items) visit(`${path}[]`, property.items);
    for (const [name, one] of Object.entries(property.properties ?? {}))
      visit(`${path}.${name}`, one);
    if (['string', 'integer', 'number', 'array'].includes(property.type ?? '') && !property.enum)
      found.push({ path, leaf: property });
  };
  for (const [part, schema] of Object.entries(schemasOf(route))) {
    if (['body', 'querystring', 'params'].includes(part)) visit(part, schema);
  }
  return found;
}

const FIXED_LENGTH = /^\^\[[^\]]+\]\{\d+\}\$$/;
const leaves = api.flatMap((route) =>
  leavesOf(route).map(({ path, leaf }) => [`${route.method} ${route.url} ${path}`, leaf] as const),
);

test.each(leaves)('A42, ASVS 2.1.3 %s is bounded', (_, leaf) => {
  if (leaf.type === 'string')
    expect(
      leaf.const !== undefined || leaf.maxLength || FIXED_LENGTH.test(leaf.pattern ?? ''),
    ).toBeTruthy();
  else if (leaf.type === 'array') expect(leaf.maxItems).toBeGreaterThan(0);
  else expect([typeof leaf.minimum, typeof leaf.maximum]).toEqual(['number', 'number']);
});

test('A42, ASVS 2.1.3, 2.3.2 every limit accepts its last value and refuses the next', () => {
  const accepts = (leaf: Property, value: unknown): boolean => {
    const schema = Type.Object({ value: leaf as TSchema }, { additionalProperties: false });
    const check = validatorCompiler({
      schema,
      httpPart: 'body',
      method: 'POST',
      url: '/',
    } as never);
    const verdict = check({ value }) as { error?: unknown };
    return verdict.error === undefined;
  };
  let judged = 0;
  for (const [name, leaf] of leaves) {
    const pairs: [unknown, unknown][] = [];
    if (leaf.type === 'string' && leaf.maxLength && !leaf.pattern && !leaf.format)
      pairs.push(['灯'.repeat(leaf.maxLength), '灯'.repeat(leaf.maxLength + 1)]);
    if (leaf.type === 'string' && leaf.minLength && !leaf.pattern)
      pairs.push(['灯'.repeat(leaf.minLength), '灯'.repeat(leaf.minLength - 1)]);
    if (leaf.type === 'integer') {
      pairs.push(
        [leaf.maximum, Number(leaf.maximum) + 1],
        [leaf.minimum, Number(leaf.minimum) - 1],
      );
    }
    for (const [last, next] of pairs) {
      // The largest safe integer plus one cannot be distinguished from its neighbour.
      if (next === Number.MAX_SAFE_INTEGER + 1 && accepts(leaf, last) && !accepts(leaf, next))
        continue;
      expect([name, last, accepts(leaf, last), accepts(leaf, next)]).toEqual([
        name,
        last,
        true,
        false,
      ]);
      judged++;
    }
  }
  expect(judged).toBeGreaterThan(100);
});

test('A42, ASVS 2.3.2 a page of any list has at most a hundred entries', async () => {
  const lists = api.filter((route) => schemasOf(route).querystring?.properties?.['limit']);
  expect(lists.length).toBeGreaterThan(15);
  for (const route of lists) {
    const address = site.addressOf(route);
    const statusFor = async (limit: number) =>
      (await owner.get(`${address}${address.includes('?') ? '&' : '?'}limit=${limit}`)).status;
    expect([route.url, await statusFor(101), await statusFor(0)]).toEqual([route.url, 400, 400]);
    // The versions of a post have a smaller page, and belong to another member.
    const { maximum } = schemasOf(route).querystring?.properties?.['limit'] ?? {};
    const status = await statusFor(Number(maximum));
    expect([route.url, maximum, [200, 403, 404].includes(status)]).toEqual([
      route.url,
      route.url.endsWith('/posts/:id/versions') ? VERSIONS_A_PAGE : 100,
      true,
    ]);
  }
});

const columns = (
  await world.sql(
    "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
  )
).map((row) => String(row['name']));

const takesBody = (method: string) => method === 'POST' || method === 'PUT';
/** Columns that an attacker would like to set. */
const PRIVILEGED_COLUMNS = [
  'role',
  'status',
  'exp',
  'energy',
  'balance',
  'uid',
  'author_uid',
  'id',
  'created_at',
  'deleted_at',
];

test.each(
  named(
    api.filter(
      ({ method, route }) => takesBody(method) && !route.config?.multipart && !route.config?.signed,
    ),
  ),
)('A36, ASVS 15.3.3 %s accepts no table column beyond its schema', async (_, route) => {
  const { body } = schemasOf(route);
  const object = body?.anyOf?.find((one) => one.properties) ?? body;
  const offered = Object.keys(object?.properties ?? {});
  const good = sampleBody(route.route) ?? {};
  const before = await digestDatabase(world, ['session']);
  const caller = route.access === 'owner' ? owner : route.access === 'admin' ? admin : reader;
  for (const name of PRIVILEGED_COLUMNS.filter((one) => !offered.includes(one))) {
    const response = await caller.send(route.method as 'POST', site.addressOf(route), {
      ...good,
      [name]: 1,
    });
    expect([name, response.status, response.body?.code]).toEqual([name, 400, 'invalid_input']);
  }
  expect(await digestDatabase(world, ['session'])).toBe(before);
  if (!object) return;
  const check = validatorCompiler({
    schema: object as TSchema,
    httpPart: 'body',
    method: 'POST',
    url: '/',
  } as never);
  const taken = columns
    .filter((name) => !offered.includes(name))
    .filter((name) => (check({ ...good, [name]: 1 }) as { error?: unknown }).error === undefined);
  expect(taken).toEqual([]);
});
