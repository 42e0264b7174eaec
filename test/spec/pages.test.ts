import { describe, expect, test } from 'vitest';
import { unsubscribePath } from '../../src/digest/actions/unsubscribe.ts';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { LOCALES } from '../../src/platform/i18n.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/** Requests every page as every kind of user, in both languages, with valid and invalid URLs. */
const world = await createWorld({ STYLEGUIDE: 'true' });
const owner = await world.member({ role: 'owner', exp: 11_000 });
const admin = await world.member({ role: 'admin', exp: 5000 });
const member = await world.member({ exp: 2000 });
const newcomer = await world.member();
const banned = await world.member({ status: 'banned', exp: 300 });
const actors = { anonymous: world.visitor(), newcomer, banned, member, admin, owner };

const post = (
  await member.post('/api/studio/posts', { title: '灯', body: '<p>火</p>', tags: ['lamps'] })
).body.id;
const folder = (await member.post('/api/folders', { name: '夜读' })).body.id;
const series = (await member.post('/api/series', { title: '长夜' })).body.id;
await member.post(`/api/series/${series}/posts`, { post_id: post });
await owner.post(`/api/posts/${post}/comments`, { body: '好' });
await owner.post(`/api/posts/${post}/like`);
await owner.post(`/api/users/${member.uid}/follow`);

const OWN_SCRIPT = /<script type="module" src="\/assets\/[\w.-]+\.js"><\/script>/g;
/** Not executed. */
const DATA_BLOCK = /<script type="application\/ld\+json">[^<]*<\/script>/g;
const SECTIONS = Object.keys(LOCALES['zh-CN']).join('|');
const pages = world.app.routes.filter(
  ({ method, url, route }) =>
    method === 'GET' && !url.startsWith('/api/') && !route.config?.internal && !url.includes('*'),
);
const named = pages.map((page) => [page.url, page] as const);

function addressOf({ url }: DeclaredRoute): string {
  return url.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'uid') return String(member.uid);
    if (name === 'choice')
      return url.startsWith('/lang') ? 'en' : url.includes('keys') ? 'off' : 'dark';
    if (name === 'kind') return 'post';
    if (name === 'id' && url.includes('/series/')) return String(series);
    if (name === 'id') return String(url.startsWith('/folders') ? folder : post);
    if (name === 'file') return '1.xml';
    if (name === 'slug') return 'lamps';
    if (url === '/mail/unsubscribe/:token')
      return unsubscribePath(world.ctx.secrets, member.uid).split('/').at(-1) ?? '';
    if (name === 'token') return `v2.5.${'a'.repeat(22)}.${'b'.repeat(43)}`;
    if (name === 'name' && url.startsWith('/admin/pages/')) return 'terms';
    if (name === 'provider') return 'github';
    if (name === 'version') return '1';
    throw new Error(`teach this test what :${name} of ${url} stands for`);
  });
}

/** Each choice that a page's query offers, and invalid values. */
function queriesOf({ route }: DeclaredRoute): string[] {
  const properties = Object.entries(route.config?.query?.properties ?? {}) as [
    string,
    { enum?: string[]; anyOf?: { const?: string }[] },
  ][];
  const offered = properties.flatMap(([name, one]) =>
    (one.enum ?? []).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const nonsense = properties.flatMap(([name]) =>
    ['', '-1', '1e9', '%00', '__proto__', '<script>', '9'.repeat(40)].map(
      (value) => `${name}=${encodeURIComponent(value)}`,
    ),
  );
  return ['', ...offered, ...nonsense, 'surprise=1', '__proto__=1', 'tab=1&tab=2'];
}

function open(client: Client, url: string, language: string) {
  // A link's choice must not affect the next page.
  for (const choice of ['lang', 'theme', 'keys']) client.cookies.delete(choice);
  return client.get(url, { headers: { accept: 'text/html', 'accept-language': language } });
}

test('the list of pages is complete', () => {
  const urls = pages.map((page) => page.url);
  for (const url of ['/', '/posts', '/posts/:id', '/studio', '/space/:uid', '/admin/site-settings'])
    expect(urls).toContain(url);
});

describe.each(Object.entries(actors))('every page for the %s', (_, actor) => {
  test.each(named)(
    '%s is complete, in both languages, and loads nothing from another host',
    async (_url, page) => {
      for (const language of ['zh-CN', 'en']) {
        const response = await open(actor, addressOf(page), language);
        expect([200, 301, 302, 303, 403, 404]).toContain(response.status);
        const type = String(response.headers['content-type'] ?? '');
        if (response.status >= 300 && response.status < 400) {
          expect(String(response.headers['location'])).toMatch(/^\/(?!\/)/);
          continue;
        }
        if (!type.startsWith('text/html')) continue;
        const { text } = response;
        expect(text).toMatch(new RegExp(`^<!doctype html><html lang="${language}"`));
        expect(text.match(/<h1[ >]/g)).toHaveLength(1);
        expect(text.match(/<title>[^<]+<\/title>/g)).toHaveLength(1);
        const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
        expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
        expect(response.headers['content-security-policy']).toContain("script-src 'self';");
        expect(text.replaceAll(OWN_SCRIPT, '').replaceAll(DATA_BLOCK, '')).not.toMatch(
          /<script|<style|\sstyle=|\son\w+=|javascript:/i,
        );
        expect(text).not.toMatch(new RegExp(`[>"](${SECTIONS})\\.[a-z_]+[<"]`));
        const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(
          (match) => match[1],
        );
        for (const address of addresses)
          expect(address).toMatch(/^(\/(?!\/)|#|\?|http:\/\/localhost:3000)/);
      }
    },
  );

  test.each(named)('%s handles any URL or returns 404', async (_url, page) => {
    for (const query of queriesOf(page)) {
      const response = await open(actor, `${addressOf(page)}?${query}`, 'zh-CN');
      expect([
        query,
        [200, 301, 302, 303, 400, 403, 404].includes(response.status),
        response.status,
      ]).toEqual([query, true, response.status]);
    }
    if (!page.url.includes(':')) return;
    for (const value of ['0', '-1', '1.5', 'new', '%00', '9'.repeat(30)]) {
      const response = await open(actor, page.url.replace(/:\w+/g, value), 'zh-CN');
      expect([
        page.url,
        value,
        [303, 403, 404].includes(response.status) || response.status === 301,
      ]).toEqual([page.url, value, true]);
    }
  });
});

describe('§5.5, §5.6 pages with restricted access', () => {
  const guarded = named.filter(([, { access }]) => access !== 'optional' && access !== 'public');
  test.each(guarded)(
    '§5.6b, §5.5a %s redirects anonymous visitors to the login and refuses the wrong role',
    async (_, page) => {
      const url = addressOf(page);
      const anonymous = await open(actors.anonymous, url, 'zh-CN');
      expect([anonymous.status, anonymous.headers['location']]).toEqual([
        303,
        `/login?next=${encodeURIComponent(url)}`,
      ]);
      if (page.access === 'member') return;
      expect((await open(member, url, 'zh-CN')).status).toBe(403);
      if (page.access === 'owner') expect((await open(admin, url, 'zh-CN')).status).toBe(403);
    },
  );

  test.each(guarded)('ASVS 7.4.4 %s has a button to log out', async (_, page) => {
    const response = await open(owner, addressOf(page), 'zh-CN');
    if (!String(response.headers['content-type']).startsWith('text/html')) return;
    expect(response.text).toMatch(/<form[^>]*action="\/auth\/logout"[^>]*>.*?<button/s);
  });
});
