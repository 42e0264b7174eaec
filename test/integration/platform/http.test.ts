import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { trustedProxies } from '../../../src/platform/http/create-http.ts';
import { LOCALES } from '../../../src/platform/i18n.ts';
import { createLog } from '../../../src/platform/log.ts';
import { measure, serveMetrics } from '../../../src/platform/metrics/metrics.ts';
import { openServices } from '../../../src/services.ts';
import { SITE_SETTINGS } from '../../../src/site-settings/rules.ts';
import { until } from '../../support/until.ts';
import { createWorld, PASSWORD } from '../../support/world.ts';

const world = await createWorld();

test('/healthz and /readyz return 200 while the process can take requests', async () => {
  expect((await world.visitor().raw({ method: 'GET', url: '/healthz' })).body).toEqual({
    status: 'ok',
  });
  expect((await world.visitor().raw({ method: 'GET', url: '/readyz' })).body).toEqual({
    status: 'ok',
  });
});

test('ASVS 16.5.2, 16.5.3 /readyz returns 503 while draining, with pending migrations, and without a database', async () => {
  const readiness = { draining: true };
  const own = await createWorld();
  const services = await openServices(own.ctx.config, createLog('silent'));
  const app = await createApp(services, readiness);
  const ready = async () => (await app.inject('/readyz')).json().status;
  expect(await ready()).toBe('draining');
  readiness.draining = false;
  await own.sql("delete from schema_migration where name like '0005%'");
  expect(await ready()).toBe('migrations pending');
  await app.close();
  await services.close();

  const away = await openServices(
    { ...own.ctx.config, DATABASE_URL: 'postgres://none@127.0.0.1:1/x' },
    createLog('silent'),
  );
  const lost = await createApp(away);
  const ready503 = await lost.inject('/readyz');
  expect([ready503.statusCode, ready503.json().status]).toEqual([503, 'database away']);
  const refused = await lost.inject({
    url: '/api/settings/sessions',
    headers: { authorization: `Bearer v2.5.${'A'.repeat(22)}.1.${'A'.repeat(43)}` },
  });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  await lost.close();
  await away.close();
});

test('/metrics is on a port of its own: rate, errors and duration by route pattern, and the pool', async () => {
  const services = await openServices(world.ctx.config, createLog('silent'));
  const app = await createApp(services);
  const metrics = await serveMetrics(measure(app, services.database.pool), '127.0.0.1', 0);
  await app.inject('/api/posts/12345');
  const { port } = metrics.address() as AddressInfo;
  const read = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const text = await (await read('/metrics')).text();
  expect(text).toContain(
    'lamplight_http_request_seconds_count{method="GET",route="/api/posts/:id",status="4xx"} 1',
  );
  expect(text).toMatch(/lamplight_db_connections\{state="idle"\} \d/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect((await read('/')).status).toBe(404);
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  metrics.close();
  await app.close();
  await services.close();
});

test('a process with event loop delay rejects new requests at once, ignores the delay of its startup, and still serves health checks', async () => {
  const before = performance.now();
  const lagging = await createWorld({ SHED_DELAY_MS: '1' });
  const visitor = lagging.visitor();
  const block = () => {
    const end = Date.now() + 50;
    while (Date.now() < end);
  };
  const busy = setInterval(block, 10);
  await until(async () => {
    const response = await visitor.raw({ method: 'GET', url: '/api/posts?order=hot' });
    if (response.status !== 503) return false;
    expect([response.body.code, response.headers['retry-after']]).toEqual(['overloaded', '2']);
    return true;
  });
  expect(performance.now() - before).toBeGreaterThan(2_000);
  expect((await visitor.raw({ method: 'GET', url: '/healthz' })).status).toBe(200);
  clearInterval(busy);
});

test('L3 the overload page is rendered once per language, and contains the id of each request', async () => {
  const lagging = await createWorld({ SHED_DELAY_MS: '1' });
  const busy = setInterval(() => {
    const end = Date.now() + 50;
    while (Date.now() < end);
  }, 10);
  const look = (language: string) =>
    lagging.app.inject({
      url: '/posts?sort=hot',
      headers: { accept: 'text/html', 'accept-language': language },
    });
  await until(async () => (await look('en')).statusCode === 503);
  const pages = [await look('en'), await look('en'), await look('zh-CN')];
  clearInterval(busy);
  const ids = pages.map(({ body }) => /<code>([\w-]{36})<\/code>/.exec(body)?.[1]);
  expect(new Set(ids).size).toBe(3);
  const withoutIds = pages.map(({ body }, index) => body.replace(ids[index] ?? '', ''));
  expect(withoutIds[0]).toBe(withoutIds[1]);
  expect(withoutIds[0]).toContain('<html lang="en"');
  expect(withoutIds[2]).toContain('<html lang="zh-CN"');
});

test('the OpenAPI document is version 3.1 and describes every operation, its access and its errors', async () => {
  const document = (await world.visitor().raw({ method: 'GET', url: '/openapi.json' })).body;
  expect(document.openapi).toBe('3.1.0');
  const api = world.app.routes.filter(({ url }) => url.startsWith('/api/'));
  const ids = new Set<string>();
  for (const { method, url } of api) {
    const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect([url, operation?.summary]).toEqual([url, expect.any(String)]);
    expect(operation.responses.default.content['application/problem+json']).toBeDefined();
    ids.add(operation.operationId);
  }
  expect(ids.size).toBe(api.length);
});

test('D1 every name on the wire and in the database is snake_case', async () => {
  const document = (await world.visitor().raw({ method: 'GET', url: '/openapi.json' })).body;
  const names = new Set<string>();
  const collect = (node: unknown): void => {
    if (!node || typeof node !== 'object') return;
    const { properties, parameters } = node as {
      properties?: object;
      parameters?: { name: string; in: string }[];
    };
    if (properties && !Array.isArray(properties))
      for (const name of Object.keys(properties)) names.add(name);
    if (Array.isArray(parameters)) {
      for (const one of parameters) if (one.in !== 'header') names.add(one.name);
    }
    Object.values(node).forEach(collect);
  };
  collect(document);
  const columns = await world.sql(
    "select column_name from information_schema.columns where table_schema = 'public'",
  );
  for (const { column_name } of columns) names.add(String(column_name));
  expect(names.size).toBeGreaterThan(40);
  // The keys of settings are data that names their group, as in `audit.enabled`.
  for (const key of Object.keys(SITE_SETTINGS)) names.delete(key);
  // A language is data too, as in `title.zh-CN` of a page that the owner writes.
  for (const locale of Object.keys(LOCALES))
    for (const field of ['title', 'body']) names.delete(`${field}.${locale}`);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
});

test('ASVS 16.2.5 the log names no password, token, e-mail or address of anybody', async () => {
  const member = await world.member({ email: 'secretive@example.org' });
  await member.put('/api/settings/password', {
    current_password: 'nope nope',
    new_password: 'a new one 123',
  });
  await member.post('/api/auth/refresh');
  await world.visitor().logIn('secretive@example.org', 'wrong password');
  world.ctx.log.info(
    { email: 'secretive@example.org', nested: { password: PASSWORD, deep: { token: 'v2.x' } } },
    'careless',
  );
  const log = world.logged.join('\n');
  for (const secret of [
    'secretive@',
    PASSWORD,
    'nope nope',
    'wrong password',
    '203.0.113.7',
    'v2.',
    member.cookies.get('csrf') ?? '?',
  ]) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain('"route":"/api/settings/password"');
});

test('ASVS 16.4.1 a line break in a header stays inside its line of the log', async () => {
  await world.visitor({ user_agent: 'evil {"level":60,"msg":"forged"}' }).get('/api/nothing');
  for (const line of world.logged) expect(() => JSON.parse(line)).not.toThrow();
});

test('A28, ASVS 4.1.3, 15.3.4 TRUSTED_PROXIES takes addresses and ranges, and stops the start on anything wider', () => {
  expect(trustedProxies('')).toBe(false);
  expect(trustedProxies('127.0.0.1, 10.0.0.0/8, ::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
  for (const wide of ['true', '1', 'loopback', '*', '10.0.0.0/99']) {
    expect(() => trustedProxies(wide)).toThrow('neither an address nor a CIDR range');
  }
});

test('the document is generated once and has an ETag', async () => {
  const open = (headers: Record<string, string> = {}) =>
    world.visitor().raw({ method: 'GET', url: '/openapi.json', headers });
  const first = await open();
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect((await open({ 'if-none-match': etag })).status).toBe(304);
  const before = process.threadCpuUsage();
  for (let at = 0; at < 10; at += 1) expect((await open()).headers['etag']).toBe(etag);
  const { user, system } = process.threadCpuUsage(before);
  // Generating it takes a tenth of a second.
  expect((user + system) / 10_000).toBeLessThan(30);
});
