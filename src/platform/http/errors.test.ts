import { expect, test } from 'vitest';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const visitor = world.visitor();
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };

test('a 404 page has a link to the front page and the request id', async () => {
  const page = await visitor.get('/nowhere', { headers: BROWSER });
  expect(page.status).toBe(404);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.headers['vary']).toBe('accept');
  expect(page.text).toContain('<h1>No lamp is lit here</h1>');
  expect(page.text).toMatch(/<a class="button[^"]*" href="\/">Back to the front page<\/a>/);
  expect(page.text).toMatch(/Request <code>[0-9a-f-]{36}<\/code>/);
});

test('the page is in the language of the reader', async () => {
  const page = await visitor.get('/nowhere', { headers: { ...BROWSER, 'accept-language': 'zh' } });
  expect(page.text).toContain('<html lang="zh-CN"');
  expect(page.text).toContain('<h1>这里没有亮灯</h1>');
});

test('the URL cannot inject markup', async () => {
  const page = await visitor.get('/"><b>x', { headers: BROWSER });
  expect(page.text).not.toContain('<b>');
});

test('a client that does not accept HTML gets a problem document', async () => {
  for (const accept of ['*/*', 'application/json']) {
    const response = await visitor.get('/nowhere', { headers: { accept } });
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.body.code).toBe('not_found');
  }
});

test('under /api even a browser gets a problem document', async () => {
  const response = await visitor.get('/api/nowhere', { headers: BROWSER });
  expect(response.body.code).toBe('not_found');
});

test('a rate-limited visitor sees how long to wait, and may try again', async () => {
  const { visitor: newVisitor } = await createWorld({ LIMIT_ANONYMOUS: '1/60' });
  const eager = newVisitor();
  await eager.get('/', { headers: BROWSER });
  const page = await eager.get('/', { headers: BROWSER });
  expect(page.status).toBe(429);
  const seconds = Number(page.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(page.text).toContain(`Try again in ${seconds} seconds.`);
  expect(page.text).toContain('Try again');
});

test('an internal error is a page without details, and a log line with the request id', async () => {
  const { app, visitor: newVisitor, sql, logged } = await createWorld();
  await sql('alter table users rename to users_gone');
  const page = await newVisitor().get('/', { headers: BROWSER });
  expect(page.status).toBe(500);
  expect(page.text).toContain('Something went wrong on our side');
  expect(page.text).not.toContain('users');
  const id = /<code>([0-9a-f-]{36})<\/code>/.exec(page.text)?.[1] ?? 'none';
  expect(logged.some((line) => line.includes(id) && line.includes('request failed'))).toBe(true);
  await sql('alter table users_gone rename to users');
  expect((await app.inject('/')).statusCode).toBe(200);
});
