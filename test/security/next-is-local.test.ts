import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/** A19, ASVS 3.7.2: `next` over a real socket, on every page that takes, repeats or follows it. */
const world = await createWorld();
await world.app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
const member = await world.member({ exp: 1 });
const visitor = world.visitor();
await visitor.get('/login', { headers: { accept: 'text/html' } });

const ELSEWHERE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/{id}/evil.example',
  '//evil.example/{id}',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)//evil.example',
  ' javascript:alert(1)//evil.example',
  'data:text/html,evil.example',
  'evil.example',
];
/** Odd, but on this site: a browser does not read an escaped slash or backslash as one. */
const HERE = ['/%5cevil.example', '/%2f/evil.example', '/posts/{id}#c-{id}', '/posts?q=//evil'];

async function send(client: Client, path: string, fields: Record<string, string>) {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: cookieHeader(client.cookies),
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
    },
    body: new URLSearchParams({ csrf_token: client.cookies.get('csrf') ?? '', ...fields }),
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  };
}

/** Every URL on a page that the browser could follow, resolved like a browser does. */
function targetsIn(html: string): string[] {
  const decode = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const found = [
    ...html.matchAll(/(?:href|action)="([^"]*)"/g),
    ...html.matchAll(/name="next" value="([^"]*)"/g),
  ].map(([, value = '']) => decode(value));
  const nested = found.flatMap((one) => new URL(one, origin).searchParams.getAll('next'));
  return [...found, ...nested].map((one) => new URL(one.replaceAll('{id}', '7'), origin).href);
}

describe('A19 next never leads to another site', () => {
  test.each(ELSEWHERE)('a refused form does not repeat it: %j', async (next) => {
    // Own posts cannot be energized; post 1 does not exist. Either way the form comes back.
    for (const path of ['/posts/1/comments', '/users/1/follow', '/folders']) {
      const { status, text } = await send(member, path, { next, body: '', name: '' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(targetsIn(text).filter((one) => !one.startsWith(`${origin}/`))).toEqual([]);
      expect(text).not.toMatch(/(href|value)="[^"]*(javascript|data):/);
    }
  });

  test.each(ELSEWHERE)(
    'the log-in page does not repeat it, opened or refused: %j',
    async (next) => {
      const loginPage = await fetch(`${origin}/login?next=${encodeURIComponent(next)}`);
      const refused = await send(visitor, '/auth/login', {
        email: 'a@b.example',
        password: 'x',
        next,
      });
      for (const text of [await loginPage.text(), refused.text]) {
        expect(text).toContain('name="next"');
        expect(targetsIn(text).filter((one) => !one.startsWith(`${origin}/`))).toEqual([]);
      }
    },
  );

  test.each(ELSEWHERE)('a successful form does not follow it: %j', async (next) => {
    const { status, location } = await send(member, '/folders', {
      next,
      name: `f${ELSEWHERE.indexOf(next)}`,
    });
    expect(status).toBe(303);
    expect(new URL(location ?? '', origin).origin).toBe(origin);
    expect(location).not.toMatch(/^\/[/\\]/);
  });

  test.each(HERE)('a local path stays: %j', async (next) => {
    const { text } = await send(member, '/posts/1/comments', { next, body: '' });
    expect(text).toContain(`name="next" value="${next}"`);
  });
});
