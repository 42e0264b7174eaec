import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import { FOLLOWED_TAGS_MAX } from '../../src/tags/rules.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 10_000 });
const TEXT = { title: '灯下漫笔', body: '<p>你好，世界。</p>' };

async function write(tags: string[], by: Client = author, lang?: string): Promise<number> {
  const text = lang ? { ...TEXT, lang } : TEXT;
  const response = await by.post('/api/studio/posts', { ...text, tags });
  if (response.status !== 201) throw new Error(response.text);
  await tick(world.ctx);
  return response.body.id;
}

const open = async (client: Client, url: string) => {
  const { status, text } = await client.get(url, { headers: { accept: 'text/html' } });
  return { status, text };
};
const listed = async (url: string, client: Client = world.visitor()) => {
  const { status, body, text } = await client.get(url);
  if (status !== 200) throw new Error(text);
  return body.items.map((post: { id: number }) => post.id);
};
const slugs = async (url: string, client: Client = author) =>
  (await client.get(url)).body.items.map(({ slug }: { slug: string }) => slug);

describe('lists of tags', () => {
  test('D60 the most used come first, page by page, without those that have no public post', async () => {
    await write(['多']);
    await write(['多', '少']);
    const post = await write(['隐藏']);
    await author.delete(`/api/studio/posts/${post}`);
    // Before the worker has counted: the live posts decide.
    expect(await slugs('/api/tags')).toEqual(['多', '少']);
    expect(await slugs('/api/tags/suggest?q=隐')).toEqual([]);
    await tick(world.ctx);
    expect(await slugs('/api/tags')).toEqual(['多', '少']);
    const first = (await author.get('/api/tags?limit=1')).body;
    expect(first.items).toMatchObject([{ slug: '多', post_count: 2, follower_count: 0 }]);
    expect(await slugs(`/api/tags?limit=1&cursor=${first.next_cursor}`)).toEqual(['少']);
  });

  test('D60 suggestions begin with the typed text, whatever its case and width', async () => {
    await write(['Photo', 'Photography', 'Phone']);
    await write(['Photography']);
    expect(await slugs('/api/tags/suggest?q=ｐ')).toEqual(['photography', 'photo', 'phone']);
    expect(await slugs('/api/tags/suggest?q=PH')).toEqual(['photography', 'photo', 'phone']);
    expect(await slugs('/api/tags/suggest?q=%23photo')).toEqual(['photography', 'photo']);
    expect(await slugs('/api/tags/suggest?q=')).toEqual([]);
    expect((await world.visitor().get('/api/tags/suggest?q=p')).status).toBe(401);
  });
});

describe('the page of a tag', () => {
  test('D60 lists public posts, the newest first or the hottest first', async () => {
    const [one, two, three] = [await write(['山居']), await write(['山居']), await write(['山居'])];
    const reader = await world.member({ exp: 10_000 });
    await reader.post(`/api/posts/${one}/like`);
    await tick(world.ctx);
    expect(await listed('/api/tags/山居/posts')).toEqual([three, two, one]);
    expect(await listed('/api/tags/山居/posts?order=hot')).toEqual([one]);
    const first = (await reader.get('/api/tags/山居/posts?limit=2')).body;
    expect(await listed(`/api/tags/山居/posts?limit=2&cursor=${first.next_cursor}`)).toEqual([one]);
    const page = await open(world.visitor(), '/tags/山居');
    expect(page.text).toContain(`href="/posts/${three}"`);
    expect(page.text).toContain(`href="/tags/${encodeURIComponent('山居')}"`);
    expect((await open(world.visitor(), `/posts/${one}`)).text).toContain('class="topic"');
  });

  test('D55 a hidden post leaves the page at once, before its tags are derived again', async () => {
    const [stays, goes] = [await write(['即时']), await write(['即时'])];
    const visitor = world.visitor();
    expect((await open(visitor, '/tags/即时')).text).toContain(`href="/posts/${goes}"`);
    await author.delete(`/api/studio/posts/${goes}`);
    expect((await open(visitor, '/tags/即时')).text).not.toContain(`href="/posts/${goes}"`);
    expect(await listed('/api/tags/即时/posts')).toEqual([stays]);
    await author.delete(`/api/studio/posts/${stays}`);
    expect((await open(visitor, '/tags/即时')).status).toBe(404);
    expect((await visitor.get('/api/tags/即时')).status).toBe(404);
  });

  test('D60, D25 an unknown tag and one of drafts only are the same ordinary 404', async () => {
    await author.post('/api/studio/posts', { ...TEXT, tags: ['只有草稿'], draft: true });
    await tick(world.ctx);
    const statuses = await Promise.all(
      ['只有草稿', '没有', 'a%2Fb'].map(async (slug) => [
        (await open(world.visitor(), `/tags/${slug}`)).status,
        (await world.visitor().get(`/api/tags/${slug}`)).body.code,
      ]),
    );
    expect(statuses).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  });
});

describe('following a tag', () => {
  test('D60 puts its posts into the followed list, each once', async () => {
    const reader = await world.member();
    const other = await world.member({ exp: 10_000 });
    const [both, byTag, byAuthor] = [
      await write(['跟随'], other),
      await write(['跟随', '另一个']),
      await write([], other),
    ];
    await write(['无关']);
    expect(await listed('/api/posts?order=following', reader)).toEqual([]);
    const followed = await reader.put('/api/tags/跟随/follow');
    expect(followed.body).toEqual({ following: true, follower_count: 1 });
    expect((await reader.put('/api/tags/跟随/follow')).body.follower_count).toBe(1);
    expect(await listed('/api/posts?order=following', reader)).toEqual([byTag, both]);
    await reader.post(`/api/users/${other.uid}/follow`);
    expect(await listed('/api/posts?order=following', reader)).toEqual([byAuthor, byTag, both]);
    const page = (await reader.get('/api/posts?order=following&limit=2')).body;
    expect(await listed(`/api/posts?order=following&cursor=${page.next_cursor}`, reader)).toEqual([
      both,
    ]);
    expect((await reader.get('/api/tags/跟随')).body.following).toBe(true);
    expect((await reader.delete('/api/tags/跟随/follow')).body).toEqual({
      following: false,
      follower_count: 0,
    });
    expect(await listed('/api/posts?order=following', reader)).toEqual([byAuthor, both]);
  });

  test('D60 has a limit, also for follows at the same moment', async () => {
    const reader = await world.member();
    await write(['满一', '满二']);
    await world.sql(
      `with made as (insert into tag (slug, name, followers, created_at)
         select 'many' || n, 'many' || n, 1, now() from generate_series(1, $1::int) n returning id)
       insert into tag_follow (uid, tag_id, created_at) select $2, id, now() from made`,
      [FOLLOWED_TAGS_MAX - 1, reader.uid],
    );
    const results = await Promise.all(
      ['满一', '满二'].map((slug) => reader.put(`/api/tags/${slug}/follow`)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(results.find(({ status }) => status === 422)?.body.code).toBe('too_many');
  });

  test('D15 a deleted account is not counted, and is again when it is restored', async () => {
    await write(['注销']);
    const [stays, leaves] = [await world.member(), await world.member()];
    for (const reader of [stays, leaves]) await reader.put('/api/tags/注销/follow');
    const followers = async () => (await stays.get('/api/tags/注销')).body.follower_count;
    expect(await followers()).toBe(2);
    await leaves.post('/api/settings/delete-account', { password: PASSWORD });
    expect(await followers()).toBe(1);
  });
});

describe('the posts of a tag in one language', () => {
  test('D18 are filtered in both orders, page by page, and the page offers the languages that there are', async () => {
    const [zh, en, more] = [
      await write(['双语'], author, 'zh'),
      await write(['双语'], author, 'en'),
      await write(['双语'], author, 'en'),
    ];
    expect(await listed('/api/tags/双语/posts')).toEqual([more, en, zh]);
    expect(await listed('/api/tags/双语/posts?lang=zh')).toEqual([zh]);
    expect(await listed('/api/tags/双语/posts?lang=ja')).toEqual([]);
    const { body } = await author.get('/api/tags/双语/posts?lang=en&limit=1');
    expect(body.items.map((post: { id: number }) => post.id)).toEqual([more]);
    const rest = `/api/tags/双语/posts?lang=en&limit=1&cursor=${body.next_cursor}`;
    expect(await listed(rest)).toEqual([en]);
    await (await world.member({ exp: 10_000 })).post(`/api/posts/${zh}/like`);
    await tick(world.ctx);
    expect(await listed('/api/tags/双语/posts?order=hot&lang=en')).not.toContain(zh);
    expect((await author.get('/api/tags/双语/posts?lang=xx')).status).toBe(400);

    const page = await open(author, '/tags/双语?lang=zh');
    expect(page.text).toContain(`href="/posts/${zh}"`);
    expect(page.text).not.toContain(`href="/posts/${en}"`);
    const path = '/tags/%E5%8F%8C%E8%AF%AD';
    for (const query of ['', '?lang=zh', '?lang=en'])
      expect(page.text).toContain(`<a href="${path}${query}"`);
    expect(page.text).toContain(`href="${path}?order=hot&amp;lang=zh"`);
    expect((await open(author, '/tags/双语?lang=ja')).text).toContain('日本語');
  });

  test('one language is no choice', async () => {
    await write(['单语'], author, 'zh');
    expect((await open(author, '/tags/单语')).text).not.toContain('class="segment"');
  });
});
