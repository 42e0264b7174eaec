import { describe, expect, test } from 'vitest';
import { createWorld } from '../../test/support/world.ts';

const world = await createWorld();
const PAGES = ['/', '/setup', '/docs', '/docs/errors', '/nowhere'];
const LANGUAGES = ['zh-CN', 'en'];
const OWN_SCRIPT = /<script type="module" src="\/assets\/[\w.-]+\.js"><\/script>/g;

function open(url: string, headers: Record<string, string> = {}) {
  return world.visitor().get(url, { headers: { accept: 'text/html', ...headers } });
}

describe('every page', () => {
  const each = PAGES.flatMap((url) => LANGUAGES.map((language) => [url, language] as const));

  test.each(each)(
    '%s in %s is complete: language, one title, one heading, a skip link',
    async (url, language) => {
      const { text } = await open(url, { 'accept-language': language });
      expect(text).toMatch(new RegExp(`^<!doctype html><html lang="${language}"[ >]`));
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(text.match(/<title>[^<]+<\/title>/g)).toHaveLength(1);
      expect(text).toContain('<a class="skip-link" href="#main">');
      expect(text).toContain('<main id="main"');
      expect(text.match(/ id="([^"]+)"/g)?.length).toBe(new Set(text.match(/ id="([^"]+)"/g)).size);
    },
  );

  test.each(each)(
    '%s in %s runs only scripts of this site, has no inline style and requests no other origin',
    async (url, language) => {
      const page = await open(url, { 'accept-language': language });
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      const isFront = url === '/';
      expect(page.headers['cache-control']).toMatch(isFront ? /^public, / : /^private, no-cache$/);
      expect(page.headers['content-security-policy']).toContain("script-src 'self';");
      expect(page.text.replaceAll(OWN_SCRIPT, '')).not.toMatch(
        /<script|<style|\sstyle=|\son\w+=|javascript:/i,
      );
      const followed = page.text.replaceAll(/<link rel="canonical"[^>]*>/g, '');
      const addresses = [...followed.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map((m) => m[1]);
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses) expect(address).toMatch(/^(\/(?!\/)|#)/);
    },
  );

  test.each(each)('%s in %s shows no untranslated key', async (url, language) => {
    const { text } = await open(url, { 'accept-language': language });
    expect(text).not.toMatch(/>(page|home|setup|docs|error_pages|refusals)\.\w+/);
    expect(text).not.toContain('{{');
  });
});

describe('the language switch', () => {
  test('stores the choice in a cookie and returns to the page', async () => {
    const reader = world.visitor();
    const page = await reader.get('/docs/errors?x=1', { headers: { 'accept-language': 'zh-CN' } });
    const href = /href="(\/lang\/en[^"]*)"/.exec(page.text)?.[1] ?? '';

    const response = await reader.get(href.replaceAll('&amp;', '&'));
    expect(response.status).toBe(303);
    expect(response.headers['location']).toBe('/docs/errors?x=1');
    const again = await reader.get('/docs/errors', { headers: { 'accept-language': 'zh-CN' } });
    expect(again.text).toContain('<html lang="en"');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/x/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'docs',
    '',
  ])('ASVS 3.7.2 does not lead to another site: %j goes to the front page', async (next) => {
    const response = await world.visitor().get('/lang/en', { query: { next } });
    expect(response.status).toBe(303);
    expect(response.headers['location']).toBe('/');
  });

  test('goes to the front page without a next, or with two', async () => {
    expect((await open('/lang/en')).headers['location']).toBe('/');
    expect((await open('/lang/en?next=/docs&next=/setup')).headers['location']).toBe('/');
  });

  test('an unknown language is not found', async () => {
    expect((await open('/lang/fr?next=/')).status).toBe(404);
    expect((await open('/lang/constructor')).status).toBe(404);
  });
});

describe('the style sheet', () => {
  test('is linked by every page and is cacheable as immutable', async () => {
    const { text } = await open('/');
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(href).toMatch(/^\/assets\/site\.[0-9a-f]{12}\.css$/);

    const sheet = await open(href);
    expect(sheet.status).toBe(200);
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(sheet.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(sheet.text).toContain('@layer tokens, base, components, states;');
    expect(sheet.text).toContain('light-dark(');
  });

  test('is sent compressed to clients that accept it', async () => {
    const { text } = await open('/');
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
    const packed = await open(href, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['vary']).toBe('accept-encoding');
    expect(Number(packed.headers['content-length'])).toBeLessThan(17_000);
    const plain = await open(href, { 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('under another hash is not found', async () => {
    expect((await open('/assets/site.000000000000.css')).status).toBe(404);
  });

  test('fetches nothing', async () => {
    const { text } = await open('/');
    const sheet = await open(/href="(\/assets\/site[^"]+)"/.exec(text)?.[1] ?? '');
    expect(sheet.text).not.toMatch(/url\(|@import/);
  });
});

test('D17 the front page links to the set-up while there is no owner', async () => {
  const fresh = await createWorld();
  const page = () => fresh.visitor().get('/', { headers: { 'accept-language': 'en' } });
  expect((await page()).text).toContain('href="/setup"');
  await fresh.member({ role: 'owner' });
  expect((await page()).text).not.toContain('href="/setup"');
});

test('robots.txt excludes pages that are not for readers', async () => {
  const { text, headers } = await open('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const path of ['/studio', '/admin', '/api/', '/settings']) {
    expect(text).toContain(`\nDisallow: ${path}\n`);
  }
});
