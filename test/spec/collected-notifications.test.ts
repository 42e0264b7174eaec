import { describe, expect, test } from 'vitest';
import { addDays, calendarDay } from '../../src/platform/clock.ts';
import { processPostChanges } from '../../src/posts/actions/process-changes.ts';
import { updateTagsOf } from '../../src/posts/actions/update-tags.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const DAY = 24 * 3600;
const HOUR = 3600;
const LV3 = 500;

type Item = {
  id: number;
  kind: string;
  category: string;
  read: boolean;
  available: boolean;
  created_at: string;
  day: string | null;
  energy: number | null;
  actor: { uid: number } | null;
  post: { id: number; title: string } | null;
  new_posts: { count: number; tag: { name: string } | null } | null;
};

const person = () => world.member({ transport: 'bearer', exp: LV3 });
const list = async (who: Client, query: Record<string, string> = {}): Promise<Item[]> =>
  (await who.get('/api/messages', { query })).body.items;
const news = async (who: Client) =>
  (await list(who)).filter((item) => ['author_posts', 'tag_posts'].includes(item.kind));
const unread = async (who: Client) => (await who.get('/api/messages/unread')).body;
const follow = (who: Client, whom: Client, following = true) =>
  who.post(`/api/users/${whom.uid}/follow`, { following });
const followTag = async (who: Client, tag: string) =>
  expect((await who.put(`/api/tags/${encodeURIComponent(tag)}/follow`)).status).toBeLessThan(300);
const today = () => calendarDay(world.ctx.now());
const energize = async (who: Client, post_id: number, form = 'light') =>
  expect((await who.post('/api/energy/energize', { post_id, form })).status).toBeLessThan(300);

async function publish(author: Client, title: string, tags: string[] = []): Promise<number> {
  const response = await author.post('/api/studio/posts', {
    title,
    tags,
    body: '<p>灯火可亲。</p>',
  });
  expect(response.status).toBe(201);
  await processPostChanges(world.ctx, [updateTagsOf]);
  return response.body.id;
}

/** The same member, whose session has expired. */
async function anew(who: Client): Promise<Client> {
  const client = world.visitor();
  expect((await client.logIn(who.email, PASSWORD, 'bearer')).status).toBe(200);
  return client;
}

/** To the beginning of a day, so that a test of days does not cross midnight. */
function waitForMorning(): void {
  const now = world.ctx.now();
  const morning = new Date(`${calendarDay(addDays(now, 1))}T08:00:00+08:00`);
  world.wait((morning.getTime() - now.getTime()) / 1000);
}

describe('D69 energy received', () => {
  test('D69 is one notification per post and day, with the sum, made when the list is opened', async () => {
    waitForMorning();
    const [author, one, two] = [await person(), await person(), await person()];
    const post = await publish(author, '灯下漫笔');
    await energize(one, post);
    await energize(two, post, 'heavy');
    const notified = () => world.sql('select 1 from notification where uid = $1', [author.uid]);
    expect(await notified()).toEqual([]);
    const [entry] = await list(author, { category: 'like' });
    expect(entry).toMatchObject({
      ...{ kind: 'energy', category: 'like', read: false, energy: 3, day: today() },
      ...{ post: { id: post, title: '灯下漫笔' }, actor: null, available: true },
    });
    expect((await unread(author)).like).toBe(1);

    await author.post(`/api/messages/${entry?.id}/read`);
    expect(await list(author)).toMatchObject([{ read: true, energy: 3 }]);
    await energize(one, post);
    expect(await list(author)).toMatchObject([{ id: entry?.id, read: false, energy: 4 }]);

    world.wait(DAY);
    await energize(await anew(one), post);
    expect(await list(await anew(author))).toMatchObject([
      { energy: 1, read: false },
      { energy: 4, read: false },
    ]);
  });

  test('A07 a deleted post shows nothing of itself, and reading clears the badge', async () => {
    const [author, one] = [await person(), await person()];
    const post = await publish(author, '秘密标题');
    await energize(one, post);
    expect(await list(author)).toMatchObject([{ kind: 'energy', available: true }]);
    await author.delete(`/api/studio/posts/${post}`);
    const response = await author.get('/api/messages');
    expect(response.body.items).toMatchObject([{ kind: 'energy', available: false, energy: null }]);
    expect(response.text).not.toContain('秘密');
    await author.post('/api/messages/read-all');
    expect((await unread(author)).total).toBe(0);
  });
});

describe('D69 new posts', () => {
  test('D69 of a followed author are one notification per day, and publishing writes none', async () => {
    waitForMorning();
    const [author, reader] = [await person(), await person()];
    await publish(author, '之前的');
    world.wait(1);
    await follow(reader, author);
    world.wait(1);
    const first = await publish(author, '第一篇');
    expect(await world.sql('select 1 from notification where uid = $1', [reader.uid])).toEqual([]);
    const [entry] = await news(reader);
    expect(entry).toMatchObject({
      ...{ kind: 'author_posts', category: 'follow', read: false, day: today() },
      ...{ actor: { uid: author.uid }, post: { id: first, title: '第一篇' } },
    });
    expect((await unread(reader)).follow).toBe(1);
    await reader.post('/api/messages/read-all', { category: 'follow' });
    expect(await news(reader)).toMatchObject([{ id: entry?.id, read: true }]);

    world.wait(2 * HOUR);
    const second = await publish(await anew(author), '第二篇');
    const [renewed, ...others] = await news(await anew(reader));
    expect(renewed).toMatchObject({ id: entry?.id, read: false, post: { id: second } });
    expect(others).toEqual([]);
  });

  test('D69 D25 they vanish from list and badge with the last public post', async () => {
    const [author, reader] = [await person(), await person()];
    await follow(reader, author);
    world.wait(1);
    const post = await publish(author, '会藏起来');
    expect(await news(reader)).toHaveLength(1);
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      post,
    ]);
    expect(await list(reader)).toEqual([]);
    expect((await unread(reader)).total).toBe(0);
    await world.sql("update post set status = 'approved', locked_from = null where id = $1", [
      post,
    ]);
    expect(await news(reader)).toMatchObject([{ read: false, post: { id: post } }]);
    await world.sql('update users set deleted_at = now() where uid = $1', [author.uid]);
    expect(await list(reader)).toEqual([]);
  });

  test('D69 D60 of a followed tag are one notification, without own posts and those of followed authors', async () => {
    const [followed, other, reader] = [await person(), await person(), await person()];
    const tag = `夜航${world.ctx.now().getTime() % 100_000}`;
    await publish(other, '建立话题', [tag]);
    await followTag(reader, tag);
    await follow(reader, followed);
    world.wait(1);
    await publish(reader, '自己的', [tag]);
    await publish(followed, '关注的人的', [tag]);
    expect((await news(reader)).map((item) => item.kind)).toEqual(['author_posts']);
    const shown = await publish(other, '别人的', [tag]);
    const entry = (await news(reader)).find((item) => item.kind === 'tag_posts');
    expect(entry).toMatchObject({
      ...{ category: 'follow', actor: null, available: true },
      ...{ post: { id: shown, title: '别人的' } },
      new_posts: { tag: { name: tag } },
    });
    await world.sql('update tag set blocked = true where name = $1', [tag]);
    expect((await news(reader)).map((item) => item.kind)).toEqual(['author_posts']);
  });

  test('D69 a kind that is switched off is neither made nor shown', async () => {
    const [author, reader] = [await person(), await person()];
    await follow(reader, author);
    await reader.put('/api/settings/notify-prefs', { author_posts: false });
    world.wait(1);
    await publish(author, '没人知道');
    expect(await list(reader)).toEqual([]);
    expect(await world.sql('select 1 from notification where uid = $1', [reader.uid])).toEqual([]);
    await reader.put('/api/settings/notify-prefs', { author_posts: true });
    expect(await news(reader)).toHaveLength(1);
  });

  test('D69 concurrent readings of one member make one notification per author', async () => {
    const reader = await person();
    const authors = [await person(), await person(), await person()];
    for (const author of authors) await follow(reader, author);
    world.wait(1);
    for (const author of authors) await publish(author, '同一天');
    await Promise.all(Array.from({ length: 8 }, () => reader.get('/api/messages')));
    expect(await news(reader)).toHaveLength(3);
  });
});

describe('D45 the days of the list', () => {
  test('D45 likes of three days are one row in each day, also when they are collected on the third', async () => {
    waitForMorning();
    let author = await person();
    const post = await publish(author, '三天');
    for (let days = 0; days < 3; days += 1) {
      if (days > 0) world.wait(DAY);
      const reader = await person();
      expect((await reader.post(`/api/posts/${post}/like`)).status).toBe(200);
    }
    author = await anew(author);
    const items = await list(author, { category: 'like' });
    const days = [0, -1, -2].map((past) => calendarDay(addDays(world.ctx.now(), past)));
    expect(items.map((item) => item.day)).toEqual(days);
    expect(items.map((item) => calendarDay(new Date(item.created_at)))).toEqual(days);
    const html = (await author.get('/messages', { headers: { 'accept-language': 'zh-CN' } })).text;
    const groups = html.split('data-day="').slice(1);
    expect(groups.map((group) => group.slice(0, group.indexOf('"')))).toEqual([
      ...['today', 'yesterday', 'earlier'],
    ]);
  });

  test('D9 “earlier” has nothing of yesterday: what was written 33 hours ago may be the day before', async () => {
    waitForMorning();
    const member = await world.member({ transport: 'bearer' });
    const hours = [1, 20, 33, 40];
    for (const [index, ago] of hours.entries()) {
      await world.sql(
        "insert into notification (uid, kind, cause, created_at) values ($1, 'level_up', $2, $3)",
        [member.uid, `test:${index}`, new Date(world.ctx.now().getTime() - ago * HOUR * 1000)],
      );
    }
    const html = (await member.get('/messages', { headers: { 'accept-language': 'zh-CN' } })).text;
    const [, today = '', yesterday = '', earlier = ''] = html.split('data-day="');
    expect(today.match(/<li class="message/g)).toHaveLength(1);
    expect(yesterday.match(/<li class="message/g)).toHaveLength(1);
    expect(earlier.match(/<li class="message/g)).toHaveLength(2);
    expect(earlier).toContain('>前天</time>');
    expect(earlier).not.toContain('昨天');
  });

  test('D44 pages follow the times, and what is collected late changes no later page', async () => {
    waitForMorning();
    const member = await world.member({ transport: 'bearer' });
    const ids: number[] = [];
    for (const minutes of [5, 1, 4, 2, 3]) {
      const [row] = await world.sql(
        "insert into notification (uid, kind, cause, created_at) values ($1, 'level_up', $2, $3) returning id",
        [member.uid, `t:${minutes}`, new Date(world.ctx.now().getTime() - minutes * 60_000)],
      );
      ids[minutes - 1] = Number(row?.['id']);
    }
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { cursor } : {}) };
      const { body } = await member.get('/api/messages', { query });
      seen.push(...body.items.map((item: Item) => item.id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids);
  });
});
