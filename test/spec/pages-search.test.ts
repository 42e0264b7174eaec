import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/** D61: the search page. What the engine finds is in `search.test.ts`. */
const world = await createWorld();
const author = await world.member({ exp: 2000 });
const reader = await world.member({ exp: 2000 });
await author.put('/api/settings/profile', { username: '望山人', signature: '看山。' });

async function write(title: string, body: string, tags: string[] = []): Promise<number> {
  const { id } = (await author.post('/api/studio/posts', { title, body: `<p>${body}</p>`, tags }))
    .body;
  return id;
}

const first = await write('用望远镜看木星', '四颗卫星 <b>排成</b> 一条线。', ['天文']);
await write('挑一架 <望远镜> & 三脚架', '便宜的也够用。', ['天文', '器材']);
await write('PostgreSQL deadlocks', 'Two transactions wait for each other.');
await tick(world.ctx);

async function show(client: Client, url: string): Promise<string> {
  const { status, text } = await client.get(url, { headers: { accept: 'text/html' } });
  expect([url, status]).toEqual([url, 200]);
  return text;
}

const visitor = world.visitor();
const titlesIn = (html: string) =>
  [...html.matchAll(/data-stop[^>]*>(.*?)<\/a><\/h2>/g)].map(([, title = '']) => title);

describe('D61 the search page', () => {
  test('marks what was found, escapes everything, and is left out by search engines', async () => {
    const html = await show(visitor, '/search?q=望远镜');
    expect(titlesIn(html).sort()).toEqual([
      '挑一架 &lt;<mark>望远镜</mark>> &amp; 三脚架',
      '用<mark>望远镜</mark>看木星',
    ]);
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toContain('找到 2 篇文章');
    expect(html).toContain('<title>搜索：望远镜 · 灯火</title>');
  });

  test('repeats any query as text only', async () => {
    const html = await show(visitor, `/search?q=${encodeURIComponent('"><script>x</script>')}`);
    expect(html).not.toContain('<script>x');
    expect(html).toContain('value="&quot;>&lt;script>x&lt;/script>"');
  });

  test('a filter is a link that can be removed, and a new query keeps it', async () => {
    const html = await show(visitor, `/search?q=望远镜&tag=器材&author=${author.uid}&sort=newest`);
    expect(titlesIn(html)).toHaveLength(1);
    expect(html).toContain('话题：器材');
    expect(html).toContain('作者：望山人');
    const query = encodeURIComponent('望远镜');
    expect(html).toContain(
      `href="/search?q=${query}&amp;tag=${encodeURIComponent('器材')}&amp;sort=newest" rel="nofollow"`,
    );
    expect(html).toContain('<input type="hidden" name="sort" value="newest"');
  });

  test('nothing found offers the parts, what they found, and to write about it', async () => {
    const html = await show(visitor, '/search?q=望远镜 榫卯键盘');
    expect(html).toContain('还没有人写过“望远镜 榫卯键盘”');
    expect(html).toContain(`href="/search?q=${encodeURIComponent('望远镜')}"`);
    expect(html).not.toContain(`href="/search?q=${encodeURIComponent('榫卯')}"`);
    expect(titlesIn(html)).toHaveLength(2);
    expect(html).toContain('写这一篇');
  });

  test('a word that nobody has written shows popular topics', async () => {
    const html = await show(visitor, '/search?q=zzzqqq');
    expect(html).toContain('大家在写的话题');
    expect(html).toMatch(/class="space-chip topic" href="\/tags\//);
  });

  test('with filters it offers to remove them', async () => {
    const html = await show(visitor, '/search?q=望远镜&lang=ja');
    expect(html).toContain('这些条件下没有找到“望远镜”');
    expect(html).toContain(`href="/search?q=${encodeURIComponent('望远镜')}">去掉所有条件`);
  });

  test('a misspelt word is corrected', async () => {
    const html = await show(visitor, '/search?q=postgersql');
    expect(html).toContain('<a href="/search?q=postgresql" rel="nofollow">postgresql</a>？');
  });

  test('people have a follow button, topics a link', async () => {
    const people = await show(reader, '/search?q=望山&type=people');
    expect(people).toContain('望山人');
    expect(people).toContain('data-island="follow-button"');
    const tags = await show(visitor, '/search?q=天文&type=tags');
    expect(tags).toContain(`href="/tags/${encodeURIComponent('天文')}"`);
    expect(tags).toContain('2 篇文章');
  });

  test('without a query it shows what people write about', async () => {
    for (const url of ['/search', '/search?q=%20', '/search?q=%00']) {
      const html = await show(visitor, url);
      expect(html).toContain('大家在写的话题');
      expect(html).toContain(`href="/tags/${encodeURIComponent('天文')}"`);
    }
  });

  test('any length and shape of a query gets a page', async () => {
    const hostile = ['灯'.repeat(4000), '-- " : author: tag:', '\u0000', '\ud800', '%_\\'];
    for (const q of hostile) {
      const address = `/search?q=${encodeURIComponent(q.toWellFormed())}`;
      expect((await visitor.get(address, { headers: { accept: 'text/html' } })).status).toBe(200);
    }
    await show(visitor, '/search?q=望远镜&cursor=nonsense');
  });

  test('a hidden post is gone at once, also before the index knows', async () => {
    const id = await write('望远镜即将消失', '很快。');
    await tick(world.ctx);
    expect(await show(visitor, '/search?q=即将消失')).toContain(`/posts/${id}"`);
    await author.delete(`/api/studio/posts/${id}`);
    expect(await show(visitor, '/search?q=即将消失')).not.toContain(`/posts/${id}"`);
  });
});

describe('the field in the header', () => {
  test('is a form on every page, and a link on a phone', async () => {
    const html = await show(visitor, '/about/rules');
    expect(html).toMatch(/<form class="header-search" role="search"[^>]* action="\/search"/);
    expect(html).toMatch(/<a class="icon-button header-find" href="\/search" aria-label="搜索"/);
  });

  test('A query is personal: no log line contains it', async () => {
    const before = world.logged.length;
    const secret = 'my-secret-illness';
    await visitor.get(`/search?q=${secret}`);
    await visitor.get(`/api/search?q=${secret}&cursor=bad`);
    await visitor.get(`/api/search/suggest?q=${secret}`);
    expect(world.logged.slice(before).join('\n')).not.toContain(secret);
  });
});

describe('the reading history', () => {
  test('the page explains itself without scripts and lists nothing by itself', async () => {
    const html = await show(reader, '/history');
    expect(html).toMatch(/<noscript><p[^>]*>这份记录保存在浏览器里/);
    expect(html).not.toContain(`/posts/${first}`);
  });

  test('D25 titles are those of posts that the caller may see', async () => {
    const draft = (
      await author.post('/api/studio/posts', { title: '草稿', body: '<p>x</p>', draft: true })
    ).body.id;
    const titles = async (client: Client) =>
      (await client.get(`/api/posts/titles?ids=${draft},${first},999999`)).body.items.map(
        (post: { id: number }) => post.id,
      );
    expect(await titles(visitor)).toEqual([first]);
    expect(await titles(reader)).toEqual([first]);
    expect((await titles(author)).sort()).toEqual([first, draft].sort());
  });

  test.each(['', '0', 'a', '1,', '1,,2', Array(51).fill('1').join(',')])(
    'ids=%s is refused',
    async (ids) => {
      expect((await visitor.get(`/api/posts/titles?ids=${ids}`)).status).toBe(400);
    },
  );
});
