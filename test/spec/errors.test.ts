import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/platform/i18n.ts';
import { until } from '../support/until.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();

test('D3 an error is a problem document with a stable code, a status, a request id and a link into the docs', async () => {
  const response = await world.visitor().raw({ method: 'GET', url: '/api/settings/sessions' });
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.body).toEqual({
    type: 'http://localhost:3000/docs/errors#unauthenticated',
    title: 'Not logged in',
    status: 401,
    detail: '请先登录。',
    instance: expect.stringMatching(/^[0-9a-f-]{36}$/),
    code: 'unauthenticated',
  });
});

test.each([
  [undefined, '请先登录。'],
  ['en-US,en;q=0.9', 'Log in first.'],
  ['fr,en;q=0.4,zh;q=0.9', '请先登录。'],
  ['fr;q=1', '请先登录。'],
  ['zh-TW', '请先登录。'],
  ['en;q=0, zh', '请先登录。'],
])("D3, D50 the message is in the caller's language: %s", async (language, detail) => {
  const response = await world.visitor().raw({
    method: 'GET',
    url: '/api/settings/sessions',
    headers: language ? { 'accept-language': language } : {},
  });
  expect(response.body.detail).toBe(detail);
});

test('D50 every message exists in both languages, with the same placeholders', () => {
  const flatten = (node: unknown, path = ''): [string, string][] =>
    typeof node === 'string'
      ? [[path, node]]
      : Object.entries(node as object).flatMap(([key, value]) => flatten(value, `${path}.${key}`));
  const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
  const chinese = new Map(flatten(LOCALES['zh-CN']));
  const english = new Map(flatten(LOCALES.en));
  expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
  for (const [key, text] of chinese) {
    expect(text.trim()).not.toBe('');
    // The singular may omit the number.
    const parametersOf = (sentence: string) =>
      placeholders(sentence).filter((one) => !(key.endsWith('_one') && one === '{{count}}'));
    expect([key, parametersOf(english.get(key) ?? '')]).toEqual([key, parametersOf(text)]);
  }
});

test('D3 field errors point at the field', async () => {
  const member = await world.member();
  const response = await member.put('/api/settings/password', {
    current_password: 'x',
    new_password: 'short',
  });
  expect(response.body).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(response.body.errors).toContainEqual({
    pointer: '/new_password',
    detail: expect.any(String),
  });
});

test('D4 an unknown path is not found with any method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'] as const) {
    const response = await world
      .visitor()
      .raw({ method: method as 'GET', url: '/api/nothing/here' });
    expect([method, response.status, response.body.code]).toEqual([method, 404, 'not_found']);
  }
});

test('ASVS 4.1.4 an unknown method of a path is not found, and method overrides are ignored', async () => {
  const response = await world.visitor().raw({
    method: 'PATCH' as 'GET',
    url: '/api/auth/login',
    headers: { 'x-http-method-override': 'POST' },
  });
  expect(response.status).toBe(404);
});

test('A42 a body past the limit is refused as too large', async () => {
  const visitor = world.visitor();
  const response = await visitor.post('/api/auth/check-email', { email: 'x'.repeat(300_000) });
  expect([response.status, response.body.code]).toEqual([413, 'payload_too_large']);
});

describe('ASVS 16.5.1 internal errors reveal nothing to the caller', () => {
  test('an unexpected error is a bare 500 and a log line with the request id', async () => {
    const broken = await createWorld();
    const member = await broken.member();
    await broken.sql('alter table session rename column remark to renamed');
    const response = await member.put(`/api/settings/sessions/${member.session_id}/remark`, {
      remark: 'x',
    });
    expect([response.status, response.body.code]).toEqual([500, 'internal']);
    expect(response.text).not.toMatch(/column|session|select|update|\/src\//i);
    const line = broken.logged.find((one) => one.includes('request failed'));
    expect(line).toContain(response.body.instance);
  });

  test('ASVS 16.5.2 a database timeout is a 503 with Retry-After', async () => {
    const member = await world.member({ transport: 'bearer' });
    const locker = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
    await locker.connect();
    await locker.query('begin; lock table session in access exclusive mode');
    const response = await member.get('/api/settings/sessions', { once: true });
    await locker.query('rollback');
    await locker.end();
    expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await member.get('/api/settings/sessions')).status).toBe(200);
  });

  test('connections dropped by the database are replaced without a restart', async () => {
    const member = await world.member({ transport: 'bearer' });
    await world.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lamplight'",
    );
    // A request that gets a dead connection before its end is detected gets a 503 and can retry.
    await until(async () => {
      const { status } = await member.get('/api/settings/sessions', { once: true });
      expect([200, 503]).toContain(status);
      return status === 200;
    });
  });
});

test('A17, ASVS 3.4.4, 14.3.2 every response carries the security headers and is not cached, errors included', async () => {
  const member = await world.member();
  const responses = [
    await member.get('/api/settings/sessions'),
    await member.get('/api/nothing'),
    await world.visitor().get('/api/settings/sessions'),
    await member.put('/api/settings/password', {}),
  ];
  for (const { headers } of responses) {
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});
