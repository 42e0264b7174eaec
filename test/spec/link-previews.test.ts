import ogs from 'open-graph-scraper';
import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ BASE_URL: 'https://lamplight.example' });
const ORIGIN = 'https://lamplight.example';
const author = await world.member({ exp: 600, transport: 'bearer' });
await author.put('/api/settings/profile', { username: '林溪', signature: '写慢一点。' });
const reader = world.visitor();
const TITLE = '“R&D” </script><script>alert(1)</script> 与灯火';

const { id } = (
  await author.post('/api/studio/posts', {
    title: TITLE,
    summary: '摘要 <b>&',
    body: '<p>灯火可亲。</p>',
    tags: ['夜晚', 'db'],
    lang: 'zh',
  })
).body;
await tick(world.ctx);

/** As the programs that show links read a page. */
async function preview(url: string) {
  const { text, status } = await reader.get(url);
  expect([url, status]).toEqual([url, 200]);
  const { result } = await ogs({ html: text });
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1];
  const data = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return { result, canonical, text, data: data.map(([, json = '']) => JSON.parse(json)) };
}

describe('link previews, read by a third-party parser', () => {
  test('of a post', async () => {
    const { result, canonical } = await preview(`/posts/${id}?utm_source=x&fbclid=1`);
    expect(canonical).toBe(`${ORIGIN}/posts/${id}`);
    expect(result).toMatchObject({
      ogTitle: TITLE,
      ogDescription: '摘要 <b>&',
      ogType: 'article',
      ogUrl: canonical,
      ogSiteName: '灯火',
      ogLocale: 'zh_CN',
      twitterCard: 'summary_large_image',
      articleAuthor: `${ORIGIN}/space/${author.uid}`,
    });
    expect(Date.parse(String(result.articlePublishedTime))).toBeGreaterThan(0);
    const [image] = result.ogImage ?? [];
    expect(image).toMatchObject({ width: '1200', height: '630', type: 'image/jpeg' });
    expect(image?.url).toMatch(`${ORIGIN}/posts/${id}/share.jpg?v=`);
  });

  test.each([
    ['/', '灯火', 'website'],
    ['/posts', '文章', 'website'],
    [`/space/${author.uid}`, '林溪', 'profile'],
    [`/tags/${encodeURIComponent('夜晚')}`, '#夜晚', 'website'],
    ['/tags', '话题', 'website'],
    ['/about/energy', '', 'website'],
  ])('of %s', async (path, title, type) => {
    const { result, canonical } = await preview(`${path}?utm_medium=y`);
    expect([canonical, result.ogUrl, result.ogType]).toEqual([`${ORIGIN}${path}`, canonical, type]);
    expect(result.ogTitle).toContain(title);
    expect(result.ogDescription).toBeTruthy();
    expect(result.ogImage?.[0]?.url).toBe(`${ORIGIN}/share.jpg`);
    expect((await reader.get('/share.jpg')).headers['content-type']).toBe('image/jpeg');
  });

  test('structured data: an article with its author, a person, and the way to each', async () => {
    const [post] = (await preview(`/posts/${id}`)).data;
    const [article, steps] = post['@graph'];
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: TITLE,
      author: { '@type': 'Person', name: '林溪', url: `${ORIGIN}/space/${author.uid}` },
      keywords: ['夜晚', 'db'],
      inLanguage: 'zh',
    });
    expect(steps.itemListElement.map((step: { item: string }) => step.item)).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/tags/${encodeURIComponent('夜晚')}`,
      `${ORIGIN}/posts/${id}`,
    ]);
    const [space] = (await preview(`/space/${author.uid}`)).data;
    expect(space['@graph'][0].mainEntity).toMatchObject({ '@type': 'Person', name: '林溪' });
  });

  test('a title cannot end the data block', async () => {
    const { text } = await preview(`/posts/${id}`);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('\\u003c/script>');
  });

  test.each(['draft', 'pending', 'rejected', 'locked'])(
    'D25 a post that is %s has none, for its author either',
    async (status) => {
      const { body } = await author.post('/api/studio/posts', { title: status, body: '<p>x</p>' });
      await world.sql(
        `update post set status = $2, locked_from = case when $2 = 'locked' then 'approved' end where id = $1`,
        [body.id, status],
      );
      const { text, status: code } = await author.get(`/posts/${body.id}`);
      expect(code).toBe(200);
      for (const mark of [
        'og:title',
        'og:image',
        'ld+json',
        'rel="canonical"',
        'qr.svg',
        'share.jpg',
      ])
        expect([mark, text.includes(mark)]).toEqual([mark, false]);
      for (const file of ['share.jpg', 'qr.svg'])
        expect((await author.get(`/posts/${body.id}/${file}`)).status).toBe(404);
    },
  );
});

describe('icons and the manifest', () => {
  test('the manifest names icons that exist', async () => {
    const { body, headers } = await reader.get('/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(body).toMatchObject({ name: '灯火', start_url: '/', lang: 'zh-CN' });
    for (const { src, type } of body.icons) {
      const icon = await reader.get(src);
      expect([src, icon.status, icon.headers['content-type']]).toEqual([src, 200, type]);
    }
  });

  test.each(['/favicon.ico', '/apple-touch-icon.png'])('%s exists', async (url) => {
    const { status, headers } = await reader.get(url);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
  });

  test('a page names its colors, its manifest and its feed', async () => {
    const { text } = await reader.get(`/space/${author.uid}`);
    expect(text).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
    expect(text).toMatch(/<meta name="theme-color" content="#\w{6}"\/>/);
    expect(text).toContain(`href="/space/${author.uid}/feed.atom"`);
  });

  test('robots.txt names the sitemap and keeps robots out of the pages of members', async () => {
    const { text } = await reader.get('/robots.txt');
    expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    for (const path of ['/studio', '/admin', '/settings', '/search', '/api/'])
      expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).not.toContain('feed');
  });
});
