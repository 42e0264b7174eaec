import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld } from '../support/world.ts';

/**
 * A probe in every text a user can write and every URL parameter, then every page as every kind of user, read by a
 * browser-like parser: an element of that name or a handler on any element has escaped.
 */
const PROBE = '"\'><xp-x onload=1>';
const LONG = `</script></title></textarea>--></template>${PROBE}&lt;xp-x&gt;`;
const NAME = '"\'><xp-x>';

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const site = await seedRoutes(world);
const { author, reader, admin, owner, post } = site;
await fillIn();

async function fillIn(): Promise<void> {
  await bodyOf(author.put('/api/settings/profile', { username: NAME, signature: PROBE }));
  await bodyOf(
    reader.put('/api/settings/profile', { username: `${NAME}2`, signature: LONG.slice(0, 80) }),
  );
  const text = {
    title: LONG,
    summary: LONG,
    body: `<p>${inHtml(LONG)}</p><h2>${inHtml(LONG)}</h2>`,
  };
  const code = `<pre><code class="language-html">${inHtml(LONG)}</code></pre>`;
  await bodyOf(
    author.put(`/api/studio/posts/${post}`, { ...text, body: text.body + code, version: 1 }),
  );
  await bodyOf(author.post('/api/studio/posts', { ...text, draft: true }));
  const { id: comment } = await bodyOf(reader.post(`/api/posts/${post}/comments`, { body: LONG }));
  await bodyOf(author.post(`/api/comments/${comment}/reply`, { body: `@${NAME}2 ${LONG}` }));
  const folder = { name: LONG.slice(0, 40), description: LONG };
  await bodyOf(reader.put(site.addressOf({ url: '/api/folders/:id' }), folder));
  for (const one of [author, reader, admin, owner])
    await bodyOf(
      one.put(`/api/settings/sessions/${one.session_id}/remark`, { remark: LONG.slice(0, 64) }),
    );
  const bad = await bodyOf(reader.post('/api/studio/posts', text));
  await bodyOf(admin.post(`/api/admin/posts/${bad.id}/lock`, { version: 1, reason: LONG }));
  const noise = await bodyOf(reader.post(`/api/posts/${post}/comments`, { body: LONG }));
  await bodyOf(admin.post(`/api/admin/comments/${noise.id}/remove`, { reason: LONG }));
  await bodyOf(
    owner.post('/api/admin/energy/adjust', { uids: [reader.uid], amount: 90, reason: LONG }),
  );
  const victim = await world.member();
  for (const status of ['banned', 'active'])
    await bodyOf(admin.put(`/api/admin/users/${victim.uid}/status`, { status, reason: LONG }));
  await world.review(true);
  await bodyOf(
    author.put(`/api/studio/posts/${post}`, { ...text, body: '<p>waits</p>', version: 2 }),
  );
  await bodyOf(reader.put('/api/settings/profile', { signature: PROBE }));
  await world.review(false);
}

async function bodyOf(response: ReturnType<Client['get']>) {
  const { status, text, body } = await response;
  if (status >= 300) throw new Error(text);
  return body;
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

type Page = { escaped: string[]; texts: string[]; props: unknown[] };

/** Probes that became markup, and probes that are text. */
function read(html: string): Page {
  const page: Page = { escaped: [], texts: [], props: [] };
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName.includes('xp-x') || node.nodeName === '#comment')
      page.escaped.push(node.nodeName);
    if ('value' in node) page.texts.push(node.value);
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        if (name.startsWith('on') || name.includes('xp-x'))
          page.escaped.push(`${node.nodeName} ${name}`);
        if (name === 'data-props') page.props.push(JSON.parse(value));
      }
    }
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return page;
}

const pages = world.app.routes
  .filter(
    ({ method, url, route }) =>
      method === 'GET' && !/^\/api\/|\*|:choice/.test(url) && !route.config?.internal,
  )
  .map((route) => [route.url, route] as const);

const seen = { texts: 0, props: 0 };
describe.each([
  ['an anonymous visitor', world.visitor()],
  ['the author', author],
  ['a reader', reader],
  ['an admin', admin],
  ['the owner', owner],
])('for %s', (_, viewer) => {
  test.each(pages)('A12, A13, ASVS 1.2.1, 1.2.3, 3.2.2 text on %s', async (_url, route) => {
    const parameters = Object.keys(route.route.config?.query?.properties ?? {});
    const word = encodeURIComponent(PROBE);
    const path = site.addressOf(route);
    const addresses = [
      path,
      `${path}?next=${word}`,
      ...parameters.map((name) => `${path}?${name}=${word}`),
    ];
    for (const address of addresses) {
      const response = await viewer.get(address, { headers: { accept: 'text/html' } });
      if (!String(response.headers['content-type']).startsWith('text/html')) continue;
      const { escaped, texts, props } = read(response.text);
      expect([address, escaped]).toEqual([address, []]);
      if (texts.some((text) => text.includes('<xp-x'))) seen.texts++;
      if (JSON.stringify(props).includes(JSON.stringify(PROBE).slice(1, -1))) seen.props++;
    }
  });
});

test('A12, A13 the probe was on many pages, in their texts and in their data for scripts', () => {
  expect(seen.texts).toBeGreaterThan(40);
  expect(seen.props).toBeGreaterThan(10);
});

test('A12 the check can fail: it detects an escaped probe', () => {
  expect(read(`<p>${PROBE}</p>`).escaped).toEqual(['xp-x', 'xp-x onload']);
  expect(read(`<a title="${PROBE}">`).escaped).not.toEqual([]);
  expect(read(`<p title="${inHtml(PROBE).replaceAll('"', '&quot;')}">`).escaped).toEqual([]);
});
