import fastify, { type RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { App } from './app-types.ts';
import { declareAccess } from './declared-access.ts';

const handler = async () => ({});
const CLOSED = { type: 'object', properties: {}, additionalProperties: false };
const OPEN = { type: 'object', properties: {} };
const sound = {
  method: 'POST',
  url: '/api/x',
  config: { access: 'member' },
  schema: { operationId: 'x', body: CLOSED, response: { 200: CLOSED } },
  handler,
} satisfies RouteOptions;

function start(...routes: RouteOptions[]): App {
  const app = fastify({ exposeHeadRoutes: true }) as unknown as App;
  declareAccess(app);
  for (const route of routes) app.route(route);
  return app;
}

const without = (name: string, more = {}) => ({
  ...sound,
  schema: Object.fromEntries(
    Object.entries({ ...sound.schema, ...more }).filter(([key]) => key !== name),
  ),
});

describe('ASVS 8.1.1, 8.1.2 what a route must declare before the service starts', () => {
  test('its access, on the API and on pages', () => {
    expect(() => start({ ...sound, config: {} })).toThrow('POST /api/x declares no access group');
    const { config: _, ...silent } = sound;
    expect(() => start(silent)).toThrow('declares no access group');
    expect(() => start({ method: 'GET', url: '/page', handler })).toThrow('no access group');
  });

  test('its responses, its operationId, its path parameters and its body', () => {
    expect(() => start(sound)).not.toThrow();
    expect(() => start(without('response'))).toThrow('POST /api/x declares no response');
    expect(() => start(without('operationId'))).toThrow('POST /api/x has no operationId');
    expect(() => start(without('body'))).toThrow('POST /api/x declares no body');
    const { schema: _, ...bare } = sound;
    expect(() => start(bare)).toThrow('declares no response');
    expect(() => start({ ...sound, url: '/api/x/:id' })).toThrow(
      'POST /api/x/:id declares no params',
    );
    const params = { schema: { ...sound.schema, params: CLOSED } };
    expect(() => start({ ...sound, ...params, url: '/api/x/:id' })).not.toThrow();
  });

  test('a body, except for reads, deletions and uploads', () => {
    for (const method of ['POST', 'PUT', 'PATCH', ['GET', 'PUT']])
      expect(() => start({ ...without('body'), method })).toThrow('declares no body');
    expect(() => start({ ...without('body'), method: ['GET', 'PUT'] })).toThrow('GET,PUT /api/x');
    for (const method of ['GET', 'DELETE'])
      expect(() => start({ ...without('body'), method })).not.toThrow();
    const multipart = { access: 'member', multipart: true } as const;
    expect(() => start({ ...without('body'), config: multipart })).not.toThrow();
  });

  test('a body and a query without additional properties', () => {
    expect(() => start(without('', { body: OPEN }))).toThrow('POST /api/x: body accepts unknown');
    expect(() => start(without('', { querystring: OPEN }))).toThrow(
      'POST /api/x: querystring accepts unknown',
    );
    expect(() => start(without('', { querystring: CLOSED }))).not.toThrow();
  });

  test('a body that may be absent is closed where it is present', () => {
    const orNull = (one: object) => without('', { body: { anyOf: [one, { type: 'null' }] } });
    expect(() => start(orNull(CLOSED))).not.toThrow();
    expect(() => start(orNull(OPEN))).toThrow('accepts unknown');
    expect(() => start(without('', { body: { anyOf: [CLOSED, OPEN] } }))).toThrow(
      'accepts unknown',
    );
  });

  test('a page must declare only its access', () => {
    expect(() =>
      start({ method: 'POST', url: '/page/:id', config: { access: 'public' }, handler }),
    ).not.toThrow();
  });
});

test('a route that declares no query refuses one', async () => {
  const app = start({ ...without('body'), method: 'GET' });
  expect((await app.inject('/api/x')).statusCode).toBe(200);
  // Fastify's own validator drops unknown fields, so look at the declaration.
  expect(app.routes[0]?.route.schema).toMatchObject({ operationId: 'x', querystring: CLOSED });
  const own = { ...CLOSED, properties: { q: { type: 'string' } } };
  const declared = start({ ...without('body', { querystring: own }), method: 'GET' });
  expect(declared.routes[0]?.route.schema).toMatchObject({ querystring: own });
});

test('every route is listed once per method except HEAD, with its access and its own handler', () => {
  const page = { method: ['GET', 'POST'], url: '/page', config: { access: 'public' }, handler };
  const { routes } = start(sound, page as RouteOptions);
  expect(routes.map(({ method, url, access }) => `${method} ${url} ${access}`)).toEqual([
    ...['POST /api/x member', 'GET /page public', 'POST /page public'],
  ]);
  for (const one of routes) expect(one.handler).toBe(handler);
});
