import { detectAtomFeed, parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const BASE_URL = new URL(world.app.ctx.config.BASE_URL).origin;
const author = await world.member({ exp: 600 });
const other = await world.member({ exp: 600 });
const reader = world.visitor();

const HARD_TITLE = '“R&D” <b>与</b>\u0008控制符 ]]> 𠮷';

async function publish(writer: Client, title: string, body = '<p>灯火可亲。</p>'): Promise<number> {
  const response = await writer.post('/api/studio/posts', { title, body });
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

  test.each(['/feed.xml', '/feed.atom', '/feed.json', `/space/${author.uid}/feed.atom`])(
    '%s: an unchanged feed is not sent again',
    async (url) => {
      const { headers } = await reader.get(url);
      const again = await reader.get(url, {
        headers: { 'if-none-match': String(headers['etag']) },
      });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  test('D55 a deleted post is in no feed and no sitemap', async () => {
    const id = await publish(author, '就要删掉');
    const urls = ['/feed.xml', '/feed.json', `/space/${author.uid}/feed.atom`, '/sitemaps/1.xml'];
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
    for (const file of ['2.xml', '0.xml', '-1.xml', 'x.xml'])
      expect([file, (await reader.get(`/sitemaps/${file}`)).status]).toEqual([file, 404]);
  });
});
