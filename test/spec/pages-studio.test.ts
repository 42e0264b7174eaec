import { describe, expect, test } from 'vitest';
import { addDays, calendarDay } from '../../src/platform/clock.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const PAGES = ['/studio', '/studio/content', '/studio/drafts', '/studio/analytics'];

async function write(author: Client, fields: object = {}): Promise<number> {
  const post = { title: '灯下漫笔', body: '<p>你好，世界。</p>', ...fields };
  return (await author.post('/api/studio/posts', post)).body.id;
}

const pageOf = async (client: Client, url: string) => {
  const response = await client.get(url, { headers: { 'accept-language': 'zh-CN' } });
  expect(response.status).toBe(200);
  return response.text;
};

async function receive(id: number, daysAgo: number, likes: number): Promise<void> {
  await world.sql(
    `insert into post_day (post_id, day, author_uid, likes)
     select id, $2, author_uid, $3 from post where id = $1`,
    [id, calendarDay(addDays(world.ctx.now(), -daysAgo)), likes],
  );
}

describe('§4 page /studio', () => {
  test.each([...PAGES, '/studio/analytics.csv'])(
    '%s redirects an anonymous visitor to the log-in',
    async (url) => {
      const response = await world.visitor().get(url, { headers: { accept: 'text/html' } });
      expect([response.status, response.headers['location']]).toEqual([
        303,
        `/login?next=${encodeURIComponent(url)}`,
      ]);
    },
  );

  test.each(PAGES)('%s has one h1 and no inline styles, also without any content', async (url) => {
    for (const client of [await world.member(), await world.member({ exp: 300 })]) {
      const html = await pageOf(client, url);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).not.toMatch(/\sstyle=/);
    }
  });

  test.each(PAGES)('D16 %s is open to banned members', async (url) => {
    await pageOf(await world.member({ status: 'banned', exp: 300 }), url);
  });

  test('the overview has totals, pending posts, the last posts and the level', async () => {
    const author = await world.member({ exp: 300 });
    const reader = await world.member({ exp: 300 });
    const id = await write(author);
    await write(author, { title: '写了一半', draft: true });
    await reader.post(`/api/posts/${id}/like`);
    await reader.post(`/api/posts/${id}/comments`, { body: '好' });
    const html = await pageOf(author, '/studio');
    expect(html).toContain('今日 +1');
    expect(html).toMatch(/href="\/studio\/drafts">草稿 <strong>1</);
    expect(html).toMatch(/href="\/messages\?category=comment">新评论 <strong>1</);
    expect(html).toContain(`href="/posts/${id}"`);
    expect(html).toContain('Lv2');
  });
});

describe('§4 page /studio/content', () => {
  test('§3.5 filters by status, labels each, and counts them', async () => {
    const author = await world.member({ exp: 300 });
    await write(author, { title: '公开的一篇' });
    await write(author, { title: '还没写完', draft: true });
    const all = await pageOf(author, '/studio/content');
    expect(all).toContain('公开的一篇');
    expect(all).toContain('还没写完');
    expect(all).toMatch(/全部<span class="tab-count">2</);
    const drafts = await pageOf(author, '/studio/content?status=draft');
    expect(drafts).not.toContain('公开的一篇');
    expect(await pageOf(author, '/studio/content?status=nonsense')).toContain('公开的一篇');
  });

  test('§3.1 editing is disabled during review, with the reason', async () => {
    const author = await world.member({ exp: 300 });
    const id = await write(author, { draft: true });
    await world.review(true);
    await author.post(`/api/studio/posts/${id}/submit`);
    const html = await pageOf(author, '/studio/content');
    await world.review(false);
    expect(html).toMatch(new RegExp(`<button[^>]*disabled[^>]*aria-describedby="note-${id}"`));
    expect(html).toContain('审核期间不能编辑');
    expect(html).not.toContain(`/studio/posts/${id}/submit`);
  });

  test("§3.3 a draft's button states the effect of submitting", async () => {
    const author = await world.member({ exp: 300 });
    await write(author, { draft: true });
    expect(await pageOf(author, '/studio/content')).toMatch(/<\/svg>发布<\/a>/);
    await world.review(true);
    const html = await pageOf(author, '/studio/content');
    await world.review(false);
    expect(html).toMatch(/<\/svg>提交审核<\/a>/);
  });

  test('§8 deleting states the cost and the remaining balance, and works without scripts', async () => {
    const author = await world.member({ exp: 300 });
    const id = await write(author, { title: '要删的' });
    // The page itself checks in, which adds one.
    await pageOf(author, '/studio/content');
    const html = await pageOf(author, '/studio/content');
    expect(html).toContain('将消耗 2 能量（余额 1 → −1）');
    const response = await author.submit(`/studio/posts/${id}/delete`, { next: '/studio/content' });
    expect([response.status, response.headers['location']]).toEqual([303, '/studio/content']);
    expect(await pageOf(author, '/studio/content')).not.toContain('要删的');
    expect((await author.get('/api/energy/info')).body.balance).toBe(-1);
  });

  test('§7.2 a banned author sees every control disabled, with the reason', async () => {
    const email = 'banned-author@example.org';
    const author = await world.member({ exp: 300, email });
    const admin = await world.member({ role: 'admin' });
    const id = await write(author, { draft: true });
    await admin.put(`/api/admin/users/${author.uid}/status`, { status: 'banned', reason: '刷屏' });
    await author.logIn(email, 'correct horse battery');
    const html = await pageOf(author, '/studio/content');
    expect(html).toContain('id="why-not"');
    expect(html).not.toContain(`popovertarget="delete-${id}"`);
    expect(html).not.toContain(`href="/studio/write?id=${id}">`);
  });

  test('D2 pages by a cursor', async () => {
    const author = await world.member({ exp: 300 });
    for (let index = 0; index < 21; index++) await write(author, { title: `第 ${index} 篇` });
    const first = await pageOf(author, '/studio/content');
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await pageOf(author, next);
    expect(first.match(/<article class="studio-post /g)).toHaveLength(20);
    expect(second.match(/<article class="studio-post /g)).toHaveLength(1);
  });
});

test('§4 page /studio: /studio/drafts lists drafts only, with their length', async () => {
  const author = await world.member({ exp: 300 });
  await write(author, { title: '公开的一篇' });
  const id = await write(author, { title: '写了一半', draft: true });
  const html = await pageOf(author, '/studio/drafts');
  expect(html).not.toContain('公开的一篇');
  expect(html).toContain('<span>4 字</span>');
  expect(html).toContain(`href="/studio/write?id=${id}"`);
});

describe('§4 page /studio/analytics', () => {
  test('D46 shows the requested range beside the same number of days before it', async () => {
    const author = await world.member({ exp: 300 });
    const id = await write(author);
    await receive(id, 3, 9);
    await receive(id, 9, 6);
    await receive(id, 15, 40);
    const html = await pageOf(author, '/studio/analytics?range=7d');
    expect(html).toContain('较前 7 天 +50%');
    expect(html.match(/<th scope="row">/g)).toHaveLength(7);
    expect(html).toContain('今天（截至目前）');
    const month = await pageOf(author, '/studio/analytics?range=nonsense');
    expect(month.match(/<th scope="row">/g)).toHaveLength(30);
    expect(month).toContain('<span class="chart-legend-total">55</span>');
  });

  test('marks the days on which posts were published, and links to the numbers of each', async () => {
    const author = await world.member({ exp: 300 });
    const id = await write(author, { title: '灯下第一篇' });
    await receive(id, 2, 5);
    const draft = await write(author, { title: '还没有公开', draft: true });
    const html = await pageOf(author, '/studio/analytics?range=7d');
    expect(html).toContain('class="chart-events"');
    expect(html).toContain('发布《灯下第一篇》');
    expect(html).toContain(`href="/studio/analytics/${id}"`);
    expect(html).not.toContain('还没有公开');
    expect(html).not.toContain(`/studio/analytics/${draft}`);
  });

  test('a post has its own page, with its own numbers, for its author only', async () => {
    const author = await world.member({ exp: 300 });
    const [id, other] = [await write(author, { title: '这一篇' }), await write(author)];
    await receive(id, 2, 5);
    await receive(other, 2, 30);
    const html = await pageOf(author, `/studio/analytics/${id}?range=7d`);
    expect(html).toContain('<h1>这一篇</h1>');
    expect(html).toContain('<span class="bars-value" aria-hidden="true">5</span>');
    expect(html).not.toContain('>30<');
    expect(html.match(/<th scope="row">/g)).toHaveLength(7);
    const reader = await world.member({ exp: 300 });
    const admin = await world.member({ role: 'admin', exp: 300 });
    for (const client of [reader, admin]) {
      expect((await client.get(`/studio/analytics/${id}`)).status).toBe(404);
    }
    expect((await author.get('/studio/analytics/nothing')).status).toBe(404);
  });

  test('an author without published posts learns when there will be data', async () => {
    const html = await pageOf(await world.member(), '/studio/analytics');
    expect(html).toContain('发布第一篇文章后这里会有数据。');
  });

  test('D46 the CSV has every day once, the oldest first, in the language of the page', async () => {
    const author = await world.member({ exp: 300 });
    await receive(await write(author), 1, 4);
    const response = await author.get('/studio/analytics.csv?range=7d');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="lamplight-/);
    const lines = response.text.split('\r\n');
    expect(lines).toHaveLength(9);
    expect(lines[0]).toBe('\ufeff日期,阅读,能量,评论,点赞,收藏');
    expect(lines[6]).toBe(`${calendarDay(addDays(world.ctx.now(), -1))},0,0,0,4,0`);
  });
});
