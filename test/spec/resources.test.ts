import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** §2, row by row, for rows that no other file covers. */
const world = await createWorld();
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>' };

const author = () => world.member({ exp: 1, transport: 'bearer' });
const publish = async (client: Client, text: object = {}) =>
  (await client.post('/api/studio/posts', { ...TEXT, ...text })).body;

const rename = (who: Client, username: string) => who.put('/api/settings/profile', { username });
const sign = (who: Client, signature: string) => who.put('/api/settings/profile', { signature });
const picture = async (who: Client) => who.upload('/api/settings/avatar', await pictureOf());

test.each([
  ['the username', (who: Client) => rename(who, `灯客${who.uid}`)],
  ['the signature', (who: Client) => sign(who, `一灯${Math.random()}`)],
  ['the avatar', picture],
])(
  '§2 User.username, §2 User.signature, §2 User.avatar: %s earns 10 exp when first set, and once',
  async (_, set) => {
    const member = await world.member({ transport: 'bearer' });
    const exp = async () =>
      (await world.sql('select exp from users where uid = $1', [member.uid]))[0]?.['exp'];
    expect(await exp()).toBe(0);
    expect((await set(member)).status).toBe(200);
    expect(await exp()).toBe(10);
    await set(member);
    // The daily check-in came with the second request: it is automatic from Lv1 on.
    expect(await exp()).toBe(15);
  },
);

test('§2 UserTask, §2 Reactions.key the database takes one row for each, whatever writes it', async () => {
  const member = await author();
  await rename(member, `灯客${member.uid}`);
  const { id } = await publish(member);
  const one = await author();
  await one.post(`/api/posts/${id}/like`);
  for (const [table, where] of [
    ['user_task', `uid = ${member.uid} and task = 'username'`],
    ['post_reaction', `uid = ${one.uid} and post_id = ${id}`],
  ]) {
    const rows = `select * from ${table} where ${where}`;
    expect(await world.sql(rows)).toHaveLength(1);
    const again = world.sql(`insert into ${table} ${rows}`);
    await expect(again).rejects.toMatchObject({ code: '23505' });
  }
});

test.each([
  [0, 0],
  [1, 1],
  [1499, 3],
  [1500, 4],
  [1_000_000, 6],
])(
  '§1.1b, §2 User.exp, §2 User.level with %i exp a user is Lv%i, from the exp alone',
  async (exp, level) => {
    const { uid } = await world.member();
    await world.sql('update users set exp = $2 where uid = $1', [uid, exp]);
    expect((await world.visitor().get(`/api/users/${uid}`)).body.level).toBe(level);
    await world.sql('update users set exp = 0 where uid = $1', [uid]);
    expect((await world.visitor().get(`/api/users/${uid}`)).body.level).toBe(0);
  },
);

test.each([
  [undefined, 'member', 403, 403],
  ['admin', 'admin', 200, 403],
  ['owner', 'owner', 200, 200],
] as const)(
  '§2 User.role set to %s is %s: staff lists %i, site settings %i',
  async (role, name, staff, site) => {
    const client = await world.member(role ? { role } : {});
    const { body } = await client.logIn(client.email, PASSWORD);
    expect(body.user.role).toBe(name);
    expect((await client.get('/api/admin/users')).status).toBe(staff);
    expect((await client.get('/api/admin/site-settings')).status).toBe(site);
  },
);

test('§2 Session.fields, §2 Session.times, §5.1a a session records user, address, device and times', async () => {
  const email = 'session@example.org';
  const client = world.visitor({ ip: '198.51.100.23', user_agent: 'Mozilla/5.0 Lamp' });
  const before = world.ctx.now();
  await client.register(email, PASSWORD);
  await client.put(`/api/settings/sessions/${client.session_id}/remark`, { remark: '书房' });
  expect(
    await world.sql(
      'select uid, user_status, host(ip::inet) as ip, user_agent, remark from session where id = $1',
      [client.session_id],
    ),
  ).toEqual([
    {
      uid: client.uid,
      user_status: 'active',
      ip: '198.51.100.23',
      user_agent: 'Mozilla/5.0 Lamp',
      remark: '书房',
    },
  ]);
  world.wait(90);
  await client.get('/api/settings/sessions');
  const [listed] = (await client.get('/api/settings/sessions')).body.items;
  expect(listed).toMatchObject({ sid: client.session_id, ip: '198.51.100.23', remark: '书房' });
  const age = (time: string) => (Date.parse(time) - before.getTime()) / 1000;
  expect(age(listed.created_at)).toBeLessThan(60);
  expect(age(listed.last_used_at)).toBeGreaterThanOrEqual(90);
});

test('§2 Session.status is copied from the user at creation and at validation', async () => {
  const statusOf = async (client: Client) =>
    (await world.sql('select user_status from session where id = $1', [client.session_id]))[0];
  const [active, banned] = [await world.member(), await world.member({ status: 'banned' })];
  expect(await statusOf(active)).toEqual({ user_status: 'active' });
  expect(await statusOf(banned)).toEqual({ user_status: 'banned' });
  // A wrong copy changes nothing, and the next validation after a minute fixes it.
  await world.sql("update session set user_status = 'active' where id = $1", [banned.session_id]);
  expect((await banned.post('/api/level/checkin')).body.code).toBe('banned');
  world.wait(61);
  expect((await banned.get('/api/energy/info')).status).toBe(200);
  expect(await statusOf(banned)).toEqual({ user_status: 'banned' });
});

test('§2 Post.status, §3 Post status: draft, pending, approved, rejected, locked, and nothing else', async () => {
  const client = await author();
  const { id } = await publish(client);
  const set = (status: string) =>
    world.sql(
      "update post set status = $2, locked_from = case when $2 = 'locked' then 'draft' end where id = $1",
      [id, status],
    );
  for (const status of ['draft', 'pending', 'approved', 'rejected', 'locked']) {
    await set(status);
    expect((await client.get(`/api/studio/posts/${id}`)).body.status).toBe(status);
    const { items } = (await client.get('/api/studio/posts', { query: { status } })).body;
    expect(items.map((one: { id: number }) => one.id)).toEqual([id]);
  }
  for (const status of ['published', '', 'Draft', 'deleted']) {
    await expect(set(status)).rejects.toMatchObject({ code: '23514' });
    expect((await client.get('/api/studio/posts', { query: { status } })).status).toBe(400);
  }
});

test.each([
  ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
  ['a handler', '<p onclick="x()">a</p>', '<p>a</p>'],
  ['a class elsewhere', '<p class="language-ts">a</p>', '<p>a</p>'],
  ['an address that runs', '<p><a href="javascript:x()">a</a></p>', '<p>a</p>'],
])('§2 Post.body: the server removes %s', async (_, sent, expected) => {
  const saved = await publish(await author(), { body: sent });
  expect(saved.body).toBe(expected);
  expect((await world.visitor().get(`/api/posts/${saved.id}`)).body.body).toBe(expected);
});

test.each(['pre', 'code'])('§2 Post.code: the language-xxx class of %s stays', async (element) => {
  const body = `<${element} class="language-rust">let a</${element}>`;
  const saved = await publish(await author(), { body });
  expect(saved.body).toContain(`<${element} class="language-rust">`);
});

test('§2 Post.author_name names the author with the uid, and is read-only', async () => {
  const client = await author();
  const { id, author_name } = await publish(client);
  expect(author_name).toBe(`用户${client.uid}`);
  await rename(client, '灯下客');
  const { body } = await world.visitor().get(`/api/posts/${id}`);
  expect(body.author_name).toBe(`灯下客 (${client.uid})`);
  for (const response of [
    await client.post('/api/studio/posts', { ...TEXT, author_name: '别人' }),
    await client.put(`/api/studio/posts/${id}`, { ...TEXT, version: 1, author_name: '别人' }),
  ])
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
});

test('§2 Post.counters are integers on the post, equal to the rows', async () => {
  const [writer, one, two, three] = [
    await author(),
    await author(),
    await author(),
    await author(),
  ];
  const { id } = await publish(writer);
  for (const reader of [one, two]) await reader.post(`/api/posts/${id}/like`);
  await three.post(`/api/posts/${id}/dislike`);
  const comment = await one.post(`/api/posts/${id}/comments`, { body: '一' });
  await two.post(`/api/comments/${comment.body.id}/reply`, { body: '二' });
  await three.post(`/api/posts/${id}/comments`, { body: '三' });
  const counters = { like_count: 2, dislike_count: 1, comment_count: 3 };
  expect((await world.visitor().get(`/api/posts/${id}`)).body).toMatchObject(counters);
  await two.post(`/api/posts/${id}/like`);
  await one.delete(`/api/comments/${comment.body.id}`);
  const after = { like_count: 1, dislike_count: 1, comment_count: 1 };
  expect((await world.visitor().get(`/api/posts/${id}`)).body).toMatchObject(after);
});

test('§2 Comment.mentions are exactly the members a comment names, on every page', async () => {
  const [writer, first, second] = [await author(), await author(), await author()];
  await rename(first, '张三');
  await rename(second, '李四');
  const { id } = await publish(writer);
  const comment = await writer.post(`/api/posts/${id}/comments`, {
    body: '@张三 和 @李四，还有 @无此人',
  });
  const mentions = [
    { uid: first.uid, label: '@张三' },
    { uid: second.uid, label: '@李四' },
  ];
  expect(comment.body.mentions).toEqual(mentions);
  const [listed] = (await world.visitor().get(`/api/posts/${id}/comments`)).body.items;
  expect(listed.mentions).toEqual(mentions);
  const rows = await world.sql(
    'select uid from comment_mention where comment_id = $1 order by uid',
    [comment.body.id],
  );
  expect(rows.map((row) => Number(row['uid']))).toEqual([first.uid, second.uid]);
});

test('§6 NotifyComment.anchor the message links to the comment on the post page', async () => {
  const [writer, reader] = [await world.member({ exp: 1 }), await author()];
  const { id } = await publish(writer);
  const comment = await reader.post(`/api/posts/${id}/comments`, { body: '一条要找到的评论' });
  const { text: inbox } = await writer.get('/messages', { headers: { accept: 'text/html' } });
  const path = `/posts/${id}?comment=${comment.body.id}`;
  expect(inbox).toContain(`href="${path}#comments"`);
  const { text } = await writer.get(path, { headers: { accept: 'text/html' } });
  expect(text.slice(text.indexOf('id="comments"'))).toContain('一条要找到的评论');
});

test('§4 GET /api/posts/:id returns the whole public post, and nothing private to its author', async () => {
  const client = await author();
  const { id } = await publish(client, { summary: '简介' });
  const { status, body } = await world.visitor().get(`/api/posts/${id}`);
  expect([status, body]).toMatchObject([
    200,
    { id, ...TEXT, summary: '简介', status: 'approved', author: { uid: client.uid } },
  ]);
  for (const field of ['version', 'pending_version', 'review_reason'])
    expect(body[field] ?? null).toBeNull();
});
