import { describe, expect, test } from 'vitest';
import { addExp } from '../../src/levels/actions.ts';
import { purgeNotifications, sweepNotifications } from '../../src/notifications/actions/notify.ts';
import { calendarDay } from '../../src/platform/clock.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const MISSING = 999_999_999;
const DAY = 24 * 3600;
const LV3 = 500;
const NOTHING = { total: 0, system: 0, mention: 0, like: 0, follow: 0, comment: 0 };

type Item = {
  id: number;
  kind: string;
  category: string;
  read: boolean;
  available: boolean;
  text: string | null;
  actor: { uid: number } | null;
  post: { id: number; title: string } | null;
  comment_id: number | null;
  excerpt: string | null;
  like: { count: number; people: { uid: number }[] } | null;
};

const person = () => world.member({ transport: 'bearer', exp: 1 });
const scholar = () => world.member({ transport: 'bearer', exp: LV3 });
const list = async (who: Client, query: Record<string, string> = {}): Promise<Item[]> =>
  (await who.get('/api/messages', { query })).body.items;
const unread = async (who: Client) => (await who.get('/api/messages/unread')).body;
const readAll = (who: Client, body?: object) => who.post('/api/messages/read-all', body);
const read = (who: Client, id: number) => who.post(`/api/messages/${id}/read`);
const prefer = (who: Client, body: object) => who.put('/api/settings/notify-prefs', body);
const like = (who: Client, post: number, liked = true) =>
  who.post(`/api/posts/${post}/like`, { liked });
const follow = (who: Client, whom: Client) =>
  who.post(`/api/users/${whom.uid}/follow`, { following: true });
const lock = (post: number) =>
  world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [post]);
const leave = (who: Client) =>
  world.sql('update users set deleted_at = now() where uid = $1', [who.uid]);

async function write(author: Client, title = '夜航'): Promise<number> {
  const response = await author.post('/api/studio/posts', { title, body: '<p>灯火可亲。</p>' });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function addComment(who: Client, post: number, body = '写得真好', mentions: Client[] = []) {
  const mention_uids = mentions.map((one) => one.uid);
  const response = await who.post(`/api/posts/${post}/comments`, { body, mention_uids });
  expect(response.status).toBe(201);
  return response.body.id as number;
}

async function reply(who: Client, comment: number, body = '同意'): Promise<number> {
  const response = await who.post(`/api/comments/${comment}/reply`, { body });
  expect(response.status).toBe(201);
  return response.body.id;
}

/** Inserts any number of notifications of one kind directly. */
const plant = (who: Client, kind: string, count: number) =>
  world.sql(
    `insert into notification (uid, kind, cause, created_at)
     select $1, $2, gen_random_uuid(), $4 from generate_series(1, $3::int)`,
    [who.uid, kind, count, world.ctx.now()],
  );

/** The same member, whose session has expired. */
async function anew(who: Client): Promise<Client> {
  const client = world.visitor();
  expect((await client.logIn(who.email, PASSWORD, 'bearer')).status).toBe(200);
  return client;
}

describe('§4 GET /api/messages', () => {
  test('§2 Notification, §6 NotifyComment, §6 NotifyCommentReply, §6 NotifyFollow, §4 Messages.categories, D44: every kind is in its category and in all, newest first, with its subject', async () => {
    const [author, reader] = [await person(), await scholar()];
    const post = await write(author, '灯下漫笔');
    const other = await write(reader);
    const comment = await addComment(reader, post, '字'.repeat(150));
    const own = await addComment(author, other);
    const replyId = await reply(reader, own, '谢谢');
    const mention = await addComment(reader, other, '看这里', [author]);
    await follow(reader, author);
    await like(reader, post);
    await plant(author, 'password_changed', 1);
    const items = await list(author);
    // The like entry is built on reading, so it is the newest.
    expect(items.map((item) => item.kind)).toEqual([
      'like',
      'password_changed',
      'follow',
      'mention',
      'reply',
      'comment',
    ]);
    const card = expect.objectContaining({ uid: reader.uid });
    const LANG = expect.toBeOneOf(['zh', null]);
    const nothing = {
      related_id: null,
      actor: null,
      post: null,
      comment_id: null,
      excerpt: null,
      excerpt_lang: null,
      text: null,
      like: null,
      energy: null,
      new_posts: null,
      day: null,
    };
    const common = {
      ...nothing,
      id: expect.any(Number),
      read: false,
      created_at: expect.any(String),
      available: true,
    };
    expect(items).toEqual([
      {
        ...common,
        kind: 'like',
        category: 'like',
        related_id: post,
        post: { id: post, title: '灯下漫笔', lang: LANG },
        like: { count: 1, people: [card] },
        day: calendarDay(world.ctx.now()),
      },
      {
        ...common,
        kind: 'password_changed',
        category: 'system',
        text: '你的密码已修改，其他设备已退出登录。',
      },
      { ...common, kind: 'follow', category: 'follow', actor: card },
      {
        ...common,
        kind: 'mention',
        category: 'mention',
        actor: card,
        related_id: other,
        post: { id: other, title: '夜航', lang: LANG },
        comment_id: mention,
        ...{ excerpt: '看这里', excerpt_lang: LANG },
      },
      {
        ...common,
        kind: 'reply',
        category: 'comment',
        actor: card,
        related_id: other,
        post: { id: other, title: '夜航', lang: LANG },
        comment_id: replyId,
        ...{ excerpt: '谢谢', excerpt_lang: LANG },
      },
      {
        ...common,
        kind: 'comment',
        category: 'comment',
        actor: card,
        related_id: post,
        post: { id: post, title: '灯下漫笔', lang: LANG },
        comment_id: comment,
        ...{ excerpt: '字'.repeat(100), excerpt_lang: LANG },
      },
    ]);
    for (const category of ['system', 'mention', 'like', 'follow', 'comment']) {
      const expected = items.filter((item) => item.category === category);
      expect(await list(author, { category })).toEqual(expected);
    }
    expect(await list(author, { category: 'all' })).toEqual(items);
    expect((await author.get('/api/messages?category=mine')).status).toBe(400);
  });

  test('D44 no member is notified of their own actions', async () => {
    const author = await person();
    const post = await write(author);
    const comment = await addComment(author, post);
    await reply(author, comment);
    await like(author, post);
    expect(await list(author)).toEqual([]);
    expect(await unread(author)).toEqual(NOTHING);
  });

  test("§6 level-up notice, D41: each level crossed is a notification of its own, in the reader's language", async () => {
    const member = await world.member({ transport: 'bearer' });
    const gain = { uid: member.uid, delta: 600, reason: 'task', cause: 'test' } as const;
    await world.ctx.tx((trx) => addExp(trx, { ...gain, created_at: world.ctx.now() }));
    const inboxIn = (language: string) =>
      member.get('/api/messages?category=system', { headers: { 'accept-language': language } });
    expect((await inboxIn('en')).body.items.map((item: Item) => item.text)).toEqual([
      'Congratulations, you have reached Lv3.',
      'Congratulations, you have reached Lv2.',
      'Congratulations, you have reached Lv1.',
    ]);
    expect((await inboxIn('zh-CN')).body.items[0].text).toBe('恭喜，你升到了 Lv3。');
    expect((await unread(member)).system).toBe(3);
  });

  test('§4 Messages.list, D44 disabled kinds are in no list and no count, but stay stored and come back', async () => {
    const [author, reader] = [await person(), await scholar()];
    const post = await write(author);
    await addComment(reader, post);
    await follow(reader, author);
    await like(reader, post);
    await addComment(reader, await write(reader), '你好', [author]);
    await plant(author, 'level_up', 1);
    await prefer(author, { comment: false, reply: false, like: false, follow: false });
    expect((await list(author)).map((item) => item.kind)).toEqual(['level_up', 'mention']);
    expect(await unread(author)).toEqual({ ...NOTHING, total: 2, mention: 1, system: 1 });
    for (const category of ['comment', 'follow', 'like']) {
      expect(await list(author, { category })).toEqual([]);
    }
    await prefer(author, { comment: true, like: true });
    const counts = { total: 4, system: 1, mention: 1, like: 1, follow: 0, comment: 1 };
    expect(await unread(author)).toEqual(counts);
    expect((await list(author)).length).toBe(4);
  });

  test('§4 Messages.list is paged: 20 by default, at most 100, each notification once', async () => {
    const member = await world.member({ transport: 'bearer' });
    for (const kind of ['follow', 'mention', 'level_up']) await plant(member, kind, 15);
    const first = await member.get('/api/messages');
    expect(first.body.items.length).toBe(20);
    expect((await list(member, { limit: '100' })).length).toBe(45);
    expect((await member.get('/api/messages?limit=101')).status).toBe(400);
    expect((await member.get('/api/messages?cursor=nonsense')).status).toBe(400);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { limit: '7', ...(cursor ? { cursor } : {}) };
      const { body } = await member.get('/api/messages', { query });
      seen.push(...body.items.map((item: Item) => item.id));
      cursor = body.next_cursor;
      // New notifications in between move nothing.
      await plant(member, 'role_changed', 1);
    }
    expect(seen.length).toBe(45);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  test("A05 a member cannot see another member's notifications", async () => {
    const [one, other] = [await person(), await person()];
    await plant(one, 'password_changed', 1);
    expect(await list(other)).toEqual([]);
    expect(await unread(other)).toEqual(NOTHING);
  });
});

describe('A07 D44 an invisible subject is not shown, and reading still lowers the badge', () => {
  const cases: [
    string,
    (at: {
      post: number;
      comment: number;
      root: number;
      actor: Client;
      author: Client;
    }) => Promise<unknown>,
  ][] = [
    ['the post is locked', ({ post }) => lock(post)],
    ['the post is deleted', ({ post, author }) => author.delete(`/api/studio/posts/${post}`)],
    ["the post's author is deleted", ({ author }) => leave(author)],
    ['the comment is deleted', ({ comment, actor }) => actor.delete(`/api/comments/${comment}`)],
    ['its root is deleted', ({ root, author }) => author.delete(`/api/comments/${root}`)],
    ['the actor is deleted', ({ actor }) => leave(actor)],
  ];
  test.each(cases)('A07, D44 %s', async (_, happen) => {
    const [author, actor, reader] = [await person(), await scholar(), await person()];
    const post = await write(author, '秘密标题');
    const root = await addComment(reader, post, '我先说');
    const comment = await reply(actor, root, '秘密内容');
    expect(await list(reader)).toMatchObject([{ kind: 'reply', available: true }]);
    await happen({ post, comment, root, actor, author });
    const response = await reader.get('/api/messages');
    expect(response.body.items).toMatchObject([
      { kind: 'reply', available: false, actor: null, post: null, comment_id: null, excerpt: null },
    ]);
    expect(response.text).not.toContain('秘密');
    expect(await unread(reader)).toEqual({ ...NOTHING, total: 1, comment: 1 });
    expect((await read(reader, response.body.items[0].id)).status).toBe(204);
    expect(await unread(reader)).toEqual(NOTHING);
  });

  test('a follow by a deleted account and likes of a deleted post are hidden, and read-all clears both', async () => {
    const [author, reader] = [await person(), await person()];
    const post = await write(author, '秘密标题');
    await follow(reader, author);
    await like(reader, post);
    expect((await list(author)).map((item) => item.available)).toEqual([true, true]);
    expect((await author.delete(`/api/studio/posts/${post}`)).status).toBe(204);
    await leave(reader);
    const items = await list(author);
    expect(items).toMatchObject([
      { kind: 'like', available: false, post: null, like: null },
      { kind: 'follow', available: false, actor: null },
    ]);
    expect((await unread(author)).total).toBe(2);
    await readAll(author);
    expect(await unread(author)).toEqual(NOTHING);
  });

  test('D25 the author still sees comments on their own locked post', async () => {
    const [author, reader] = [await person(), await person()];
    const post = await write(author);
    await addComment(reader, post);
    await lock(post);
    expect(await list(author)).toMatchObject([{ available: true, post: { id: post } }]);
  });

  test('a restored subject is shown again', async () => {
    const [author, reader] = [await person(), await person()];
    await addComment(reader, await write(author));
    await leave(reader);
    expect(await list(author)).toMatchObject([{ available: false }]);
    await world.sql('update users set deleted_at = null where uid = $1', [reader.uid]);
    expect(await list(author)).toMatchObject([{ available: true, actor: { uid: reader.uid } }]);
  });
});

describe('§6 NotifyLikeAggregated', () => {
  test('§6 NotifyLikeAggregated, §2 Reactions.summary, D45 one entry per post and day, with the latest names first', async () => {
    const [author, ...readers] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const [one, two] = [await write(author), await write(author)];
    for (const reader of readers) {
      await like(reader, one);
      world.wait(1);
    }
    await like(author, one);
    await like(readers[0] as Client, two);
    const items = await list(author, { category: 'like' });
    expect(items.map((item) => [item.post?.id, item.like?.count])).toEqual([
      [two, 1],
      [one, 4],
    ]);
    const named = items[1]?.like?.people.map((person) => person.uid);
    expect(named).toEqual([readers[3]?.uid, readers[2]?.uid, readers[1]?.uid]);
    expect(await unread(author)).toEqual({ ...NOTHING, total: 2, like: 2 });
    world.wait(DAY);
    const late = await person();
    await like(late, one);
    const next = await list(await anew(author), { category: 'like' });
    expect(next.map((item) => [item.post?.id, item.like?.count])).toEqual([
      [one, 1],
      [two, 1],
      [one, 4],
    ]);
  });

  test("D45 D31 it leaves list and badge with the last like, and the author's own like does not preserve it", async () => {
    const [author, reader] = [await person(), await person()];
    const post = await write(author);
    await like(author, post);
    await like(reader, post);
    expect((await unread(author)).like).toBe(1);
    await like(reader, post, false);
    expect(await unread(author)).toEqual(NOTHING);
    expect(await list(author)).toEqual([]);
    await like(reader, post);
    expect((await unread(author)).like).toBe(1);
    await readAll(author);
    await like(reader, post, false);
    expect(await list(author)).toEqual([]);
    // After it vanished, the next like notifies like the first.
    await like(reader, post);
    expect(await list(author)).toMatchObject([{ read: false, like: { count: 1 } }]);
  });

  test('D45 it vanishes also later, when its day is no longer built', async () => {
    const [author, reader] = [await person(), await person()];
    const post = await write(author);
    await like(reader, post);
    expect((await unread(author)).like).toBe(1);
    world.wait(40 * DAY);
    const [again, back] = [await anew(author), await anew(reader)];
    expect((await unread(again)).like).toBe(1);
    await like(back, post, false);
    expect((await unread(again)).like).toBe(0);
    expect(await list(again, { category: 'like' })).toEqual([]);
  });

  test('D45 D31 more members make it unread again, once; the same member toggling does not', async () => {
    const [author, one, two] = [await person(), await person(), await person()];
    const post = await write(author);
    await like(one, post);
    const [entry] = await list(author);
    await read(author, entry?.id ?? 0);
    expect((await unread(author)).like).toBe(0);
    await like(two, post);
    expect(await list(author)).toMatchObject([{ id: entry?.id, read: false, like: { count: 2 } }]);
    await readAll(author);
    for (let round = 0; round < 3; round += 1) {
      await like(two, post, false);
      expect(await list(author)).toMatchObject([{ read: true, like: { count: 1 } }]);
      await like(two, post);
      expect(await list(author)).toMatchObject([{ read: true, like: { count: 2 } }]);
    }
  });

  test('D45 many concurrent reads make one entry', async () => {
    const author = await person();
    const posts = [await write(author), await write(author), await write(author)];
    for (let round = 1; round <= 5; round += 1) {
      const reader = await person();
      for (const post of posts) await like(reader, post);
      await flushCountDeltas(world.ctx);
      const looks = Array.from({ length: 12 }, (_, tab) =>
        tab % 3 === 2 ? readAll(author) : author.get(`/api/messages${tab % 3 ? '' : '/unread'}`),
      );
      const responses = await Promise.all(looks);
      expect(responses.every((response) => response.status < 300)).toBe(true);
      const items = await list(author);
      expect(items.map((item) => item.like?.count)).toEqual([round, round, round]);
      await readAll(author);
      expect(await unread(author)).toEqual(NOTHING);
    }
  });

  test('D45 after weeks away a member gets every day of the last 30, and none before', async () => {
    const author = await person();
    const post = await write(author);
    await world.sql(
      `insert into post_day (post_id, day, author_uid, likes)
       select $1, ($3::timestamptz at time zone 'Asia/Shanghai')::date - n, $2, n + 1 from generate_series(0, 40) n`,
      [post, author.uid, world.ctx.now()],
    );
    const items = await list(author, { limit: '100' });
    expect(items.map((item) => item.like?.count)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
  });
});

describe('§4 GET /api/messages/unread', () => {
  test('§4 GET /api/messages/unread, D44 returns the total and each category, each counted up to 100', async () => {
    const member = await world.member({ transport: 'bearer' });
    for (const kind of ['comment', 'reply']) await plant(member, kind, 70);
    await plant(member, 'follow', 130);
    await plant(member, 'mention', 3);
    await plant(member, 'level_up', 2);
    await plant(member, 'post_approved', 1);
    const counts = { total: 100, system: 3, mention: 3, like: 0, follow: 100, comment: 100 };
    expect(await unread(member)).toEqual(counts);
    await prefer(member, { reply: false });
    expect(await unread(member)).toEqual({ ...counts, comment: 70 });
  });
});

describe('§4 POST /api/messages/:id/read', () => {
  test('§4 POST /api/messages/:id/read marks one, and a repeat changes nothing', async () => {
    const member = await world.member({ transport: 'bearer' });
    await plant(member, 'password_changed', 2);
    const [newest] = await list(member);
    const id = newest?.id ?? 0;
    expect((await read(member, id)).status).toBe(204);
    const [row] = await world.sql('select read_at from notification where id = $1', [id]);
    world.wait(60);
    expect((await read(member, id)).status).toBe(204);
    expect(await world.sql('select read_at from notification where id = $1', [id])).toEqual([row]);
    expect((await list(member)).map((item) => item.read)).toEqual([true, false]);
    expect((await unread(member)).system).toBe(1);
  });

  test("A05 another member's notification is not found, and stays unread", async () => {
    const [one, other] = [await person(), await person()];
    await plant(one, 'password_changed', 1);
    const [notification] = await list(one);
    for (const id of [notification?.id ?? 0, MISSING]) {
      const response = await read(other, id);
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    }
    expect((await unread(one)).total).toBe(1);
  });

  test('D68 a banned member reads the list and gets no badge, which they could not clear', async () => {
    const member = await world.member({ status: 'banned' });
    const [fan] = [await person()];
    await plant(member, 'account_banned', 1);
    await follow(fan, member);
    expect((await list(member)).map(({ kind, read }) => [kind, read])).toEqual([
      ['follow', false],
      ['account_banned', false],
    ]);
    expect(await unread(member)).toEqual(NOTHING);
    for (const url of ['/', '/messages', '/settings'])
      expect((await member.get(url, { headers: { accept: 'text/html' } })).text).not.toContain(
        'class="badge"',
      );
    await world.sql("update users set status = 'active' where uid = $1", [member.uid]);
    await member.logIn(member.email, PASSWORD);
    expect(await unread(member)).toMatchObject({ total: 2 });
    expect((await member.get('/', { headers: { accept: 'text/html' } })).text).toContain(
      'class="badge"',
    );
  });

  test('D16 a banned member reads the list and cannot mark anything', async () => {
    const member = await world.member({ transport: 'bearer', status: 'banned' });
    await plant(member, 'account_banned', 1);
    const [notification] = await list(member);
    for (const response of [await read(member, notification?.id ?? 0), await readAll(member)]) {
      expect([response.status, response.body.code]).toEqual([403, 'banned']);
    }
    expect((await list(member)).map((one) => one.read)).toEqual([false]);
  });
});

describe('§4 POST /api/messages/read-all', () => {
  test("§4 POST /api/messages/read-all marks everything, or one category, and only the caller's", async () => {
    const [member, other] = [await person(), await person()];
    for (const kind of ['comment', 'reply', 'follow', 'level_up']) await plant(member, kind, 2);
    await plant(other, 'follow', 1);
    expect((await readAll(member, { category: 'comment' })).status).toBe(204);
    expect(await unread(member)).toEqual({ ...NOTHING, total: 4, follow: 2, system: 2 });
    expect((await readAll(member)).status).toBe(204);
    expect(await unread(member)).toEqual(NOTHING);
    expect((await readAll(member, { category: 'all' })).status).toBe(204);
    expect((await unread(other)).follow).toBe(1);
    expect((await readAll(member, { category: 'mine' })).status).toBe(400);
  });

  test('D44 disabled kinds stay unread and come back unread', async () => {
    const member = await person();
    await plant(member, 'follow', 2);
    await plant(member, 'mention', 1);
    await prefer(member, { follow: false });
    await readAll(member);
    await prefer(member, { follow: true });
    expect(await unread(member)).toEqual({ ...NOTHING, total: 2, follow: 2 });
  });

  test('thousands of every kind, in many batches, twice concurrently', async () => {
    const member = await person();
    for (const kind of ['comment', 'reply', 'follow', 'mention']) await plant(member, kind, 1500);
    const responses = await Promise.all([readAll(member), readAll(member)]);
    expect(responses.map((response) => response.status)).toEqual([204, 204]);
    expect(await unread(member)).toEqual(NOTHING);
  });
});

describe('retention of notifications', () => {
  test('D44 read notifications are swept after 180 days, unread ones stay', async () => {
    const member = await person();
    await plant(member, 'follow', 2);
    const [newest] = await list(member);
    await read(member, newest?.id ?? 0);
    const left = () => world.sql('select id from notification where uid = $1', [member.uid]);
    world.wait(179 * DAY);
    await sweepNotifications(world.ctx);
    expect((await left()).length).toBe(2);
    world.wait(2 * DAY);
    await sweepNotifications(world.ctx);
    const stays = await left();
    expect(stays.length).toBe(1);
    expect(stays[0]?.['id']).not.toBe(newest?.id);
  });

  test("D15 a purge deletes the member's notifications, those they caused, and their settings", async () => {
    const [member, other] = [await person(), await person()];
    await follow(member, other);
    await follow(other, member);
    await prefer(member, { like: false });
    await world.ctx.tx((trx) => purgeNotifications(trx, member.uid));
    expect(
      await world.sql('select 1 from notification where uid = $1 or actor_uid = $1', [member.uid]),
    ).toEqual([]);
    expect(await world.sql('select 1 from notify_pref where uid = $1', [member.uid])).toEqual([]);
  });
});
