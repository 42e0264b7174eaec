import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** §1, sentence by sentence: each promise is carried out once through the API. */
const world = await createWorld();
const owner = await world.member({ role: 'owner', exp: 600 });
const admin = await world.member({ role: 'admin' });
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>' };

async function write(author: Client, text: object = {}): Promise<number> {
  const response = await author.post('/api/studio/posts', { ...TEXT, ...text });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function comment(who: Client, post: number, body: string): Promise<number> {
  const response = await who.post(`/api/posts/${post}/comments`, { body });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function named(username: string, exp = 1): Promise<Client> {
  const client = await world.member({ exp });
  expect((await client.put('/api/settings/profile', { username })).body.username).toBe(username);
  return client;
}

const kinds = async (who: Client, category = 'all') =>
  (await who.get(`/api/messages?category=${category}`)).body.items.map(
    (one: { kind: string }) => one.kind,
  );

test('§1.0 pages are rendered on the server, and the JSON API is under /api', async () => {
  const author = await world.member({ exp: 1 });
  const id = await write(author, { title: '服务端渲染的一篇' });
  const page = await world.visitor().get(`/posts/${id}`, { headers: { accept: 'text/html' } });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('>服务端渲染的一篇</h1>');
  const json = await world.visitor().get(`/api/posts/${id}`);
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(json.body.title).toBe('服务端渲染的一篇');
});

test('§1.1a, §2 User.uid users register, log in and have a space page under their uid', async () => {
  const email = 'space@example.org';
  const made = await world
    .visitor()
    .post('/api/auth/register', { email, password: PASSWORD, transport: 'bearer' });
  const { uid } = made.body.user;
  expect([made.status, Number.isInteger(uid)]).toEqual([201, true]);
  const login = await world.visitor().post('/api/auth/login', { email, password: PASSWORD });
  expect([login.status, login.body.user.uid]).toEqual([200, uid]);
  expect((await world.visitor().get(`/api/users/${uid}`)).body.uid).toBe(uid);
  const space = await world.visitor().get(`/space/${uid}`, { headers: { accept: 'text/html' } });
  expect([space.status, space.text.includes(`用户${uid}`)]).toEqual([200, true]);
});

test('§1.2a users write posts in the creator studio', async () => {
  const author = await world.member({ exp: 1 });
  const id = await write(author, { title: '在创作中心写的' });
  const { items } = (await author.get('/api/studio/posts')).body;
  expect(items.map((one: { id: number }) => one.id)).toEqual([id]);
  expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('在创作中心写的');
});

test("§1.2b the owner's review setting decides whether a post goes through review", async () => {
  const author = await world.member({ exp: 1 });
  const turn = (value: boolean) => owner.put('/api/admin/site-settings/audit.enabled', { value });
  const isPublic = async (id: number) =>
    (await world.visitor().get(`/api/posts/${id}`)).status === 200;
  await turn(true);
  const id = await write(author);
  expect(await isPublic(id)).toBe(false);
  expect((await author.post(`/api/studio/posts/${id}/submit`)).body.status).toBe('pending');
  expect(await isPublic(id)).toBe(false);
  const approved = await admin.post(`/api/admin/posts/${id}/approve`, { version: 1 });
  expect([approved.status, await isPublic(id)]).toEqual([200, true]);
  await turn(false);
  expect(await isPublic(await write(author))).toBe(true);
});

test('§1.3, §6 Mentions, §3 Follow.notification readers comment, reply, mention, react, follow and save', async () => {
  const [author, reader, third] = [
    await world.member({ exp: 1 }),
    await named('走马观灯', 600),
    await named('提灯而来'),
  ];
  const id = await write(author);
  const root = await comment(reader, id, '看灯 @提灯而来');
  const reply = await author.post(`/api/comments/${root}/reply`, { body: '谢谢' });
  expect(reply.body).toMatchObject({ root_id: root, post_id: id });
  expect((await reader.post(`/api/posts/${id}/like`)).body).toMatchObject({ state: 'like' });
  expect((await third.post(`/api/posts/${id}/dislike`)).body).toMatchObject({ state: 'dislike' });
  expect((await reader.post(`/api/users/${author.uid}/follow`)).body.i_follow).toBe(true);
  expect((await reader.post(`/api/posts/${id}/favorite`)).body.favorited).toBe(true);
  expect((await world.visitor().get(`/api/posts/${id}`)).body).toMatchObject({
    like_count: 1,
    dislike_count: 1,
    comment_count: 2,
    favorite_count: 1,
  });
  expect(await kinds(third, 'mention')).toEqual(['mention']);
  expect(await kinds(reader)).toContain('reply');
  expect(await kinds(author, 'follow')).toEqual(['follow']);
});

test('§1.4a, §1.4b energy is earned by check-in and by being energized, and spent on energizing, renaming and deleting', async () => {
  const [one, other] = [await named('一灯如豆'), await world.member({ exp: 1 })];
  const [own, theirs] = [await write(one), await write(other)];
  await one.post('/api/level/checkin');
  await other.post('/api/energy/energize', { post_id: own, form: 'heavy' });
  await one.post('/api/energy/energize', { post_id: theirs, form: 'light' });
  await one.put('/api/settings/profile', { username: '一灯如斗' });
  await one.delete(`/api/studio/posts/${own}`);
  const { items } = (await one.get('/api/energy/logs')).body;
  const changes = items.map((entry: { reason: string; amount: number }) => [
    entry.reason,
    entry.amount,
  ]);
  expect(changes.toReversed()).toEqual([
    ['checkin', 1],
    ['energize', 2],
    ['energize', -1],
    ['rename', -6],
    ['delete_post', -2],
  ]);
  expect((await one.get('/api/energy/info')).body).toEqual({ balance: -6 });
});

test.each([
  ['comment', ['like', 'level_up', 'follow', 'reply']],
  ['reply', ['like', 'level_up', 'follow', 'comment']],
  ['like', ['level_up', 'follow', 'reply', 'comment']],
  ['follow', ['like', 'level_up', 'reply', 'comment']],
])('§1.5, §6 Preferences with %s disabled exactly its kind is left out', async (off, left) => {
  // A username is the first task: it crosses the threshold of Lv1.
  const member = await world.member();
  const [writer, reader] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
  const other = await write(writer);
  const own = await comment(member, other, '在');
  await world.sql('update users set exp = 1 where uid = $1', [member.uid]);
  const post = await write(member);
  await comment(reader, post, '好');
  await reader.post(`/api/comments/${own}/reply`, { body: '也在' });
  await reader.post(`/api/users/${member.uid}/follow`);
  await world.sql('update users set exp = 0 where uid = $1', [member.uid]);
  await member.put('/api/settings/profile', { signature: '灯' });
  await reader.post(`/api/posts/${post}/like`);
  expect(await kinds(member)).toEqual(['like', 'level_up', 'follow', 'reply', 'comment']);
  await member.put('/api/settings/notify-prefs', { [off]: false });
  expect(await kinds(member)).toEqual(left);
});

test.each([
  ['posts', (post: number) => admin.post(`/api/admin/posts/${post}/lock`, reason({ version: 1 }))],
  ['comments', async (post: number) => removeComment(await comment(owner, post, '广告'))],
  ['users', async () => ban(await world.member())],
  [
    'energy',
    () => owner.post('/api/admin/energy/adjust', reason({ uids: [admin.uid], amount: 2 })),
  ],
  ['site settings', () => owner.put('/api/admin/site-settings/audit.enabled', { value: false })],
])('§1.6 administrators manage %s', async (_, manage) => {
  const response = await manage(await write(await world.member({ exp: 1 })));
  expect([200, 204]).toContain(response.status);
});

const reason = (body: object) => ({ ...body, reason: '因为' });
const removeComment = (id: number) => admin.post(`/api/admin/comments/${id}/remove`, reason({}));
const ban = ({ uid }: Client) =>
  admin.put(`/api/admin/users/${uid}/status`, reason({ status: 'banned' }));

test('§1.7, §2 User.status a banned user logs in and reads, and cannot write', async () => {
  const author = await world.member({ exp: 1 });
  const id = await write(author);
  const member = await world.member({ exp: 1 });
  expect((await ban(member)).body.status).toBe('banned');
  const login = await member.logIn(member.email, PASSWORD);
  expect([login.status, login.body.user.status]).toEqual([200, 'banned']);
  for (const url of [`/api/posts/${id}`, '/api/messages', '/api/energy/info', `/posts/${id}`])
    expect([url, (await member.get(url)).status]).toEqual([url, 200]);
  for (const response of [
    await member.post(`/api/posts/${id}/comments`, { body: '?' }),
    await member.put('/api/settings/profile', { signature: '?' }),
    await member.delete(`/api/studio/posts/${id}`),
  ])
    expect([response.status, response.body.code]).toEqual([403, 'banned']);
});

test('§1.8 the check-in day changes at 16:00 UTC, which is midnight in Shanghai', async () => {
  const own = await createWorld();
  const untilSixteen = () => {
    const seconds = own.ctx.now().getTime() / 1000;
    return (((16 * 3600 - seconds) % 86_400) + 86_400) % 86_400;
  };
  own.wait(untilSixteen() - 30);
  const member = await own.member({ exp: 1, transport: 'bearer' });
  const balance = async () => (await member.get('/api/energy/info')).body.balance;
  expect([await balance(), await balance()]).toEqual([1, 1]);
  own.wait(untilSixteen() + 1);
  expect([await balance(), await balance()]).toEqual([2, 2]);
  const days = await own.sql('select day::text from user_checkin where uid = $1 order by 1', [
    member.uid,
  ]);
  const utcDay = own.ctx.now().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.parse(utcDay) + 86_400_000).toISOString().slice(0, 10);
  expect(days).toEqual([{ day: utcDay }, { day: tomorrow }]);
});

test.each([
  ['/studio', '<h1>总览</h1>'],
  ['/studio/content', '<h1>内容管理</h1>'],
  ['/studio/drafts', '<h1>草稿</h1>'],
  ['/studio/write', 'id="write-title"'],
  ['/studio/analytics', '<h1>数据</h1>'],
])('§4 page /studio: %s is there for an author', async (url, text) => {
  const page = await owner.get(url, { headers: { accept: 'text/html' } });
  expect([page.status, page.text.includes(text)]).toEqual([200, true]);
});

test('§4 page /space/:uid, §4 Space.views has five tabs; only the owner sees the settings', async () => {
  const [star, fan] = [await named('五个页签'), await named('来访的人')];
  await write(star, { title: '页签里的文章' });
  await fan.post(`/api/users/${star.uid}/follow`);
  await star.post(`/api/users/${fan.uid}/follow`);
  await star.post('/api/folders', { name: '页签里的收藏' });
  const tab = async (who: Client, query: string) =>
    (await who.get(`/space/${star.uid}${query}`)).text;
  for (const who of [star, fan, world.visitor()]) {
    expect(await tab(who, '')).toContain('页签里的文章');
    for (const list of ['following', 'followers'])
      expect(await tab(who, `?tab=${list}`)).toContain('来访的人');
    expect(await tab(who, '?tab=favorites')).toContain('页签里的收藏');
  }
  expect(await tab(star, '?tab=settings')).toContain('action="/space/privacy/update"');
  expect(await tab(fan, '?tab=settings')).not.toContain('action="/space/privacy/update"');
});
