import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { sampleBody } from '../support/sample-requests.ts';
import { createWorld } from '../support/world.ts';

/** Over a real socket, because the framework applies the limits to bytes as they arrive. */
const world = await createWorld();
await world.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = world.app.server.address() as AddressInfo;

async function send(path: string, type: string, body: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: 'Bearer x', accept: 'application/json' },
    body,
  });
  const problem = (await response.json()) as { code: string; errors?: object[] };
  return { status: response.status, ...problem };
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const fields = (count: number) => Array.from({ length: count }, (_, n) => n.toString(36)).join('&');
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1])));

test.each([
  ['a form of 60 000 fields', '/auth/login', FORM, fields(60_000)],
  ['a form of 101 short fields', '/auth/login', FORM, fields(101)],
  ['a form that is one byte over 16 kB', '/auth/login', FORM, 'a'.repeat(16 * 1024 + 1)],
  ['27 000 keys', '/api/auth/login', JSON_TYPE, keys(27_000)],
  ['1 300 keys within 16 kB', '/api/auth/login', JSON_TYPE, keys(1_300)],
  ['a password of 16 kB', '/api/auth/login', JSON_TYPE, `{"password":"${'x'.repeat(16 * 1024)}"}`],
])('A42, ASVS 15.2.2 an account route refuses %s as too large', async (_, path, type, body) => {
  expect(await send(path, type, body)).toMatchObject({ status: 413, code: 'payload_too_large' });
});

test('A42 a query of more than 100 parameters is refused', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/posts?${fields(101)}`);
  expect(response.status).toBe(400);
});

test('ASVS 15.2.2 many unknown fields are refused without naming one', async () => {
  const refused = await send('/api/auth/login', JSON_TYPE, keys(500));
  expect(refused).toMatchObject({
    status: 400,
    code: 'invalid_input',
    errors: [{ pointer: '/', detail: 'has too many fields' }],
  });
});

test('the largest body that a route takes fits its limit', () => {
  const { bodyLimit = 0 } = world.app.initialConfig;
  const tooTight = world.app.routes
    .filter(({ url }) => url.startsWith('/api/'))
    .filter(({ route }) => largestBody(route) > (route.bodyLimit ?? bodyLimit))
    .map(({ method, url }) => `${method} ${url}`);
  expect(tooTight).toEqual([]);
});

type Schema = {
  anyOf?: Schema[];
  type?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** Size in UTF-8 with texts of Han characters. */
function largestBody(route: Parameters<typeof sampleBody>[0]): number {
  const { body } = (route.schema ?? {}) as { body?: Schema };
  return body ? largest(body) : 0;
}

const NUMBER_BYTES = 17;

function largest({
  anyOf,
  type,
  maxLength = 0,
  maxItems = 0,
  items,
  properties = {},
}: Schema): number {
  if (anyOf) return Math.max(...anyOf.map(largest));
  if (type === 'array') return maxItems * (largest(items ?? {}) + 1);
  // D18: a post's limit is in bytes, not characters.
  if (type === 'string') return maxLength > 100_000 ? maxLength : maxLength * 3;
  if (type !== 'object') return NUMBER_BYTES;
  return Object.entries(properties).reduce(
    (sum, [name, one]) => sum + name.length + 6 + largest(one),
    2,
  );
}
