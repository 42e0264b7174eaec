import { readFileSync } from 'node:fs';
import { detectAtomFeed, parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { tick } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const BASE_URL = new URL(world.app.ctx.config.BASE_URL).origin;
const author = await world.member({ exp: 600 });
const other = await world.member({ exp: 600 });
const reader = world.visitor();

const HARD_TITLE = '“R&D” <b>与</b>\u0008控制符 ]]> 𠮷';

async function publish(
  writer: Client,
  title: string,
  body = '<p>灯火可亲。</p>',
  more: object = {},
): Promise<number> {
  const response = await writer.post('/api/studio/posts', { title, body, ...more });
  expect(response.status).toBe(201);
  return response.body.id;
}

const first = await publish(author, '第一篇');
const second = await publish(other, HARD_TITLE, '<p>甲 &lt; 乙 &amp; 丙</p>');

describe('feeds: the newest public posts', () => {
  test('as RSS, read by an independent parser', async () => {
    const response = await reader.get('/feed.xml');
    expect(response.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const { title, link, items = [] } = parseRssFeed(response.text);
    expect([title, link]).toEqual(['灯火', `${BASE_URL}/`]);
    expect(items.map((item) => item.link)).toEqual([
      `${BASE_URL}/posts/${second}`,
      `${BASE_URL}/posts/${first}`,
    ]);
    expect(items[0]?.title).toBe(HARD_TITLE.replace('\u0008', ''));
  });

  test('as Atom, with the whole text', async () => {
    const response = await reader.get('/feed.atom');
    expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(detectAtomFeed(response.text)).toBe(true);
    const { entries = [] } = parseAtomFeed(response.text);
    expect(entries[0]?.content?.value).toBe('<p>甲 &lt; 乙 &amp; 丙</p>');
    expect(entries[1]?.authors?.[0]?.uri).toBe(`${BASE_URL}/space/${author.uid}`);
  });

  test('as JSON Feed', async () => {
    const response = await reader.get('/feed.json');
    const { items = [] } = parseJsonFeed(response.text);
    expect(items.map((item) => item.url)).toHaveLength(2);
    expect(items[1]).toMatchObject({ title: '第一篇', content_html: '<p>灯火可亲。</p>' });
  });

  test('of one author', async () => {
    const { items = [] } = parseRssFeed((await reader.get(`/space/${author.uid}/feed.xml`)).text);
    expect(items.map((item) => item.title)).toEqual(['第一篇']);
    expect((await reader.get('/space/999999/feed.xml')).status).toBe(404);
  });

  test('of one tag, whatever the case; the tags are categories, the language is named', async () => {
    await publish(author, 'Night lamps', '<p>Under the lamps of the old town we sat.</p>', {
      tags: ['Night', '摄影'],
      lang: 'en',
    });
    await tick(world.ctx);
    const rss = parseRssFeed((await reader.get('/tags/NIGHT/feed.xml')).text);
    expect([rss.title, rss.link]).toEqual(['#Night · 灯火', `${BASE_URL}/tags/night`]);
    expect(rss.items?.map((item) => item.title)).toEqual(['Night lamps']);
    expect(rss.items?.[0]?.categories?.map(({ name }) => name)).toEqual(['Night', '摄影']);
    expect(rss.items?.[0]?.dc?.languages?.[0]).toBe('en');
    const atom = await reader.get(`/tags/${encodeURIComponent('摄影')}/feed.atom`);
    expect(atom.text).toContain('<entry xml:lang="en">');
    const { entries = [] } = parseAtomFeed(atom.text);
    expect(entries[0]?.categories?.map(({ term }) => term)).toEqual(['Night', '摄影']);
    const json = parseJsonFeed((await reader.get('/tags/night/feed.json')).text);
    expect(json.items?.[0]).toMatchObject({ tags: ['Night', '摄影'], language: 'en' });
    for (const slug of ['nothing', '%00', 'a'.repeat(300)])
      expect([slug, (await reader.get(`/tags/${slug}/feed.xml`)).status]).toEqual([slug, 404]);
  });

  test('a blocked tag has no feed, a merged one has that of the other', async () => {
    await world.sql("update tag set blocked = true where slug = 'night'");
    expect((await reader.get('/tags/night/feed.xml')).status).toBe(404);
    await world.sql("update tag set blocked = false where slug = 'night'");
    await world.sql(`update tag set merged_into = other.id, merged_via = other.id
                       from tag other where other.slug = 'night' and tag.slug = '摄影'`);
    const merged = await reader.get(`/tags/${encodeURIComponent('摄影')}/feed.xml`);
    expect(parseRssFeed(merged.text).title).toBe('#Night · 灯火');
  });

  test('an author chooses summaries: no feed has the whole text', async () => {
    const shy = await world.member({ exp: 600 });
    const SECRET = '只在站内能读到的全文';
    await publish(shy, '只给摘要', `<p>${SECRET}</p>`, { summary: '摘要', tags: ['summaries'] });
    await tick(world.ctx);
    const urls = ['/feed.xml', '/feed.atom', '/feed.json'].flatMap((name) => [
      name,
      `/space/${shy.uid}${name}`,
      `/tags/summaries${name}`,
    ]);
    for (const url of urls) expect((await reader.get(url)).text).toContain(SECRET);
    expect((await shy.get('/api/settings/feeds')).body).toEqual({ feeds_full: true });
    const chosen = await shy.put('/api/settings/feeds', { feeds_full: false });
    expect([chosen.status, chosen.body]).toEqual([200, { feeds_full: false }]);
    for (const url of urls) {
      const { text } = await reader.get(url);
      expect([url, text.includes(SECRET), text.includes('摘要')]).toEqual([url, false, true]);
    }
    expect((await shy.put('/api/settings/feeds', { feeds_full: 1 })).status).toBe(400);
    expect((await reader.put('/api/settings/feeds', { feeds_full: true })).status).toBe(401);
  });

  test.each([
    '/feed.xml',
    '/feed.atom',
    '/feed.json',
    `/space/${author.uid}/feed.atom`,
    '/tags/night/feed.xml',
  ])('%s: an unchanged feed is not sent again', async (url) => {
    const { headers } = await reader.get(url);
    const ask = (name: string, value: string) => reader.get(url, { headers: { [name]: value } });
    const again = await ask('if-none-match', String(headers['etag']));
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('if-none-match', '"another"')).status).toBe(200);
    const modified = String(headers['last-modified']);
    expect(Date.parse(modified)).toBeGreaterThan(0);
    expect((await ask('if-modified-since', modified)).status).toBe(304);
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
    expect((await ask('if-modified-since', earlier)).status).toBe(200);
  });

  test('a member gets the same feed, and nothing is read about them', async () => {
    const url = `/space/${author.uid}/feed.xml`;
    const [anonymous, member] = [await reader.get(url), await other.get(url)];
    expect(member.text).toBe(anonymous.text);
    expect(member.headers['set-cookie']).toBeUndefined();
  });

  test('D55 a deleted post is in no feed and no sitemap', async () => {
    const id = await publish(author, '就要删掉');
    await world.sql(
      'update post set tag_ids = (select array_agg(id) from tag where slug = $2) where id = $1',
      [id, 'night'],
    );
    await world.sql('insert into post_change (post_id) values ($1)', [id]);
    await tick(world.ctx);
    const urls = [
      ...['/feed.xml', '/feed.json', `/space/${author.uid}/feed.atom`, '/tags/night/feed.xml'],
      '/sitemaps/1.xml',
    ];
    for (const url of urls) expect((await reader.get(url)).text).toContain(`/posts/${id}`);
    expect((await author.delete(`/api/studio/posts/${id}`)).status).toBeLessThan(300);
    for (const url of urls) expect((await reader.get(url)).text).not.toContain(`/posts/${id}<`);
    for (const url of urls) expect((await reader.get(url)).text).not.toContain('就要删掉');
  });
});

describe('the sitemap', () => {
  test('robots.txt names the index, the index names the file, the file names the posts', async () => {
    expect((await reader.get('/robots.txt')).text).toContain(`Sitemap: ${BASE_URL}/sitemap.xml`);
    const index = (await reader.get('/sitemap.xml')).text;
    expect(index).toContain(`<loc>${BASE_URL}/sitemaps/1.xml</loc>`);
    const file = (await reader.get('/sitemaps/1.xml')).text;
    expect(file).toContain(`<loc>${BASE_URL}/posts/${first}</loc><lastmod>`);
  });

  test('a file beyond the last post does not exist', async () => {
    for (const file of [
      '2.xml',
      '0.xml',
      '-1.xml',
      'x.xml',
      'tags-2.xml',
      'members-9.xml',
      'a-1.xml',
    ])
      expect([file, (await reader.get(`/sitemaps/${file}`)).status]).toEqual([file, 404]);
  });

  test('names members who published, and tags that are used', async () => {
    const index = (await reader.get('/sitemap.xml')).text;
    expect(index).toContain(`<loc>${BASE_URL}/sitemaps/members-1.xml</loc>`);
    expect(index).toContain(`<loc>${BASE_URL}/sitemaps/tags-1.xml</loc>`);
    const members = (await reader.get('/sitemaps/members-1.xml')).text;
    expect(members).toContain(`<loc>${BASE_URL}/space/${author.uid}</loc><lastmod>`);
    const silent = await world.member();
    expect((await reader.get('/sitemaps/members-1.xml')).text).not.toContain(`/${silent.uid}<`);
    const tags = (await reader.get('/sitemaps/tags-1.xml')).text;
    expect(tags).toContain(`<loc>${BASE_URL}/tags/night</loc>`);
    expect(tags).not.toContain(encodeURIComponent('摄影'));
  });

  /** What the schema of sitemaps.org requires, element by element. */
  test.each(['/sitemap.xml', '/sitemaps/1.xml', '/sitemaps/members-1.xml', '/sitemaps/tags-1.xml'])(
    '%s has the structure of the schema',
    async (url) => {
      const { text, headers } = await reader.get(url);
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      const [root, entry] =
        url === '/sitemap.xml' ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
      const loc = '<loc>https?://[^<>&"\\s]{1,2000}</loc>';
      const lastmod = '(<lastmod>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ</lastmod>)?';
      const schema = new RegExp(
        `^<\\?xml version="1.0" encoding="utf-8"\\?>\\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\\n` +
          `(<${entry}>${loc}${lastmod}</${entry}>\\n)+\\n?</${root}>\\n$`,
      );
      expect(text).toMatch(schema);
      expect(await errorsOf(text, url)).toEqual([]);
    },
  );

  test('the schemas refuse what the protocol forbids', async () => {
    const { text } = await reader.get('/sitemap.xml');
    const wrong = text.replace(/<loc>[^<]+<\/loc>/, '');
    expect(wrong).not.toBe(text);
    expect(await errorsOf(wrong, '/sitemap.xml')).toEqual([
      expect.stringContaining('Missing child element'),
    ]);
  });
});

/** By libxml2 and the schemas of the protocol: of the index, or of one of its files. */
async function errorsOf(text: string, url: string): Promise<string[]> {
  const name = url === '/sitemap.xml' ? 'siteindex' : 'sitemap';
  const schema = new URL(`../support/sitemap-schemas/${name}.xsd`, import.meta.url);
  const { errors } = await validateXML({
    xml: [{ fileName: url, contents: text }],
    schema: [readFileSync(schema, 'utf8')],
  });
  return errors.map(({ message }) => message);
}
