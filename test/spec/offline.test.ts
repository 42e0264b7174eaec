import { describe, expect, test } from 'vitest';
import { filesOf, isForEverybody, postIdOf } from '../../src/offline/rules.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', exp: 600 });
const visitor = world.visitor();

describe('ADR 0068 the service worker', () => {
  test('is one script for the whole site that browsers ask for every time, and fetches from the site only', async () => {
    const { status, headers, text } = await visitor.get('/service-worker.js');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, no-cache',
    ]);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    // A classic script: modules are not workers everywhere.
    expect(text).not.toMatch(/\b(import|export)\b[ {*(]/);
    const again = await visitor.get('/service-worker.js', {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again.status).toBe(304);
  });

  test('while the owner has turned it off, it removes itself and no page registers it', async () => {
    const before = (await visitor.get('/service-worker.js')).text;
    expect((await visitor.get('/')).text).toContain('data-worker');
    await owner.put('/api/admin/site-settings', { 'site.offline': 'off' });
    const { text } = await visitor.get('/service-worker.js');
    expect(text).not.toBe(before);
    expect(text).toContain('unregister');
    expect((await visitor.get('/')).text).not.toContain('data-worker');
    await owner.put('/api/admin/site-settings', { 'site.offline': 'on' });
    expect((await visitor.get('/service-worker.js')).text).toBe(before);
  });

  test('the page without a connection is in the language of the browser, and nobody’s own', async () => {
    for (const [lang, title] of [
      ['zh-CN', '离线阅读'],
      ['en', 'Read offline'],
    ] as const) {
      const { text, headers } = await visitor.get('/offline', {
        headers: { 'accept-language': lang },
      });
      expect(text).toContain(title);
      expect(text).not.toContain('data-viewer');
      expect(headers['cache-control']).toBe('public, no-cache');
    }
    expect((await owner.get('/offline')).headers['cache-control']).toBe('private, no-cache');
  });
});

describe('ADR 0068 what a browser keeps', () => {
  test('a public post as a visitor sees it is for everybody; no page of a member is', async () => {
    const { id } = (await owner.post('/api/studio/posts', { title: '灯', body: '<p>火</p>' })).body;
    const respond = (client: typeof owner, url: string) =>
      client.get(url, { headers: { accept: 'text/html' } }).then(({ status, headers }) => ({
        ok: status === 200,
        redirected: false,
        headers: new Headers({ 'cache-control': String(headers['cache-control']) }),
      }));
    expect(isForEverybody(await respond(visitor, `/posts/${id}`))).toBe(true);
    for (const url of [`/posts/${id}`, '/', '/settings', '/studio', '/admin', '/messages'])
      expect([url, isForEverybody(await respond(owner, url))]).toEqual([url, false]);
    expect(isForEverybody(await respond(visitor, '/posts/999999'))).toBe(false);
  });

  test('redirects, errors, private and unmarked responses are not stored', () => {
    const judge = (value: string, rest = {}) =>
      isForEverybody({
        ok: true,
        redirected: false,
        headers: new Headers({ 'cache-control': value }),
        ...rest,
      });
    expect(judge('public, no-cache')).toBe(true);
    expect(judge('public, no-cache', { redirected: true })).toBe(false);
    expect(judge('public, no-cache', { ok: false })).toBe(false);
    for (const value of ['', 'private, no-cache', 'no-store', 'public, private', 'republic'])
      expect([value, judge(value)]).toEqual([value, false]);
  });

  test('only the page of a post itself is a post, and only its own files are its files', () => {
    expect(postIdOf('/posts/12')).toBe(12);
    for (const path of [
      '/posts',
      '/posts/0',
      '/posts/12/changes',
      '/posts/x',
      '/x/posts/12',
      '/admin',
    ])
      expect([path, postIdOf(path)]).toEqual([path, undefined]);
    const html =
      '<link href="/assets/a.css"><link href="/site.css?v=1f"><script src="/assets/b.js"></script>' +
      '<body data-idle="/assets/c.js /assets/b.js"><img src="/uploads/x.webp">';
    expect(filesOf(html)).toEqual([
      '/assets/a.css',
      '/site.css?v=1f',
      '/assets/b.js',
      '/assets/c.js',
    ]);
  });
});
