import { describe, expect, test } from 'vitest';
import { findMentions, listPossibleNames } from '../../src/comments/rules.ts';
import { normalizeName } from '../../src/profiles/rules.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const LV3 = 500;
let people = 0;

async function named(name: string, exp = 0): Promise<Client> {
  const client = await world.member({ exp });
  await world.sql('update users set username = $1, username_key = $2 where uid = $3', [
    name,
    normalizeName(name),
    client.uid,
  ]);
  return client;
}

const newName = () => `路人${++people}`;

async function newPost(author: Client): Promise<number> {
  await world.sql('update users set exp = greatest(exp, 1) where uid = $1', [author.uid]);
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  return (await author.post('/api/studio/posts', text)).body.id;
}

async function addComment(client: Client, postId: number, body: string, more: object = {}) {
  const response = await client.post(`/api/posts/${postId}/comments`, { body, ...more });
  expect(response.status).toBe(201);
  return response.body;
}

async function reply(client: Client, id: number, body: string) {
  const response = await client.post(`/api/comments/${id}/reply`, { body });
  expect(response.status).toBe(201);
  return response.body;
}

/** The client's notifications, oldest first, without their times. */
async function notificationsOf(client: Client) {
  return world.sql(
    `select kind, cause, actor_uid, related_id, payload from notification
      where uid = $1 and kind in ('comment', 'reply', 'mention') order by id`,
    [client.uid],
  );
}

const kinds = async (client: Client) =>
  (await notificationsOf(client)).map((notification) => notification['kind']);

describe('D44 one notification per cause and member', () => {
  test("§6 NotifyComment, §2 Comment.related_id: a root comment notifies the post's author, about the post", async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const id = await newPost(author);
    const comment = await addComment(reader, id, '你好');
    expect(await notificationsOf(author)).toEqual([
      {
        kind: 'comment',
        cause: `comment:${comment.id}`,
        actor_uid: reader.uid,
        related_id: id,
        payload: { comment_id: comment.id },
      },
    ]);
    await addComment(author, id, '自言自语');
    expect(await kinds(author)).toEqual(['comment']);
  });

  test('§6 NotifyCommentReply: a reply notifies only the author it replies to', async () => {
    const [author, first, second] = [
      await world.member(),
      await world.member(),
      await world.member(),
    ];
    const id = await newPost(author);
    const root = await addComment(first, id, '一');
    const one = await reply(second, root.id, '二');
    const two = await reply(first, one.id, '三');
    await reply(first, root.id, '自己');
    expect(await notificationsOf(first)).toEqual([
      {
        kind: 'reply',
        cause: `comment:${one.id}`,
        actor_uid: second.uid,
        related_id: id,
        payload: { comment_id: one.id },
      },
    ]);
    expect((await notificationsOf(second)).map((notification) => notification['cause'])).toEqual([
      `comment:${two.id}`,
    ]);
    expect(await kinds(author)).toEqual(['comment']);
  });

  test('a mention takes precedence over a reply, a reply over a comment, and no member is notified of themselves', async () => {
    const name = newName();
    const author = await named(name);
    const reader = await named(newName(), LV3);
    const id = await newPost(author);
    await addComment(reader, id, `@${name} 你好`);
    expect(await kinds(author)).toEqual(['mention']);
    const own = await addComment(author, id, `@${name} 是我`);
    expect(own.mentions).toEqual([{ uid: author.uid, label: `@${name}` }]);
    await reply(reader, own.id, `回 @${name}`);
    await reply(reader, own.id, '再回');
    expect(await kinds(author)).toEqual(['mention', 'mention', 'reply']);
    expect(await kinds(reader)).toEqual([]);
  });
});

describe('D28 mentioned members', () => {
  test('D28 without spaces, as in Chinese, each @ matches the longest existing name', async () => {
    const author = await world.member();
    const id = await newPost(author);
    const [short, long, latin] = [
      await named('张三'),
      await named('张三丰'),
      await named('Ｚoe_9'),
    ];
    const comment = await addComment(
      author,
      id,
      '@张三丰是谁？问问@张三吧，或者@ZOE_9,@没有这人 @',
    );
    expect(comment.mentions).toEqual([
      { uid: short.uid, label: '@张三' },
      { uid: long.uid, label: '@张三丰' },
      { uid: latin.uid, label: '@ZOE_9' },
    ]);
  });

  test('D28 a bound uid counts too, and survives a rename', async () => {
    const author = await world.member();
    const id = await newPost(author);
    const [friend, nameless] = [await named('旧名字'), await world.member()];
    const comment = await addComment(author, id, '你们看', {
      mention_uids: [friend.uid, nameless.uid, friend.uid, 999_999],
    });
    const mentions = [
      { uid: friend.uid, label: '@旧名字' },
      { uid: nameless.uid, label: `@用户${nameless.uid}` },
    ];
    expect(comment.mentions).toEqual(mentions);
    await world.sql(
      "update users set username = '新名字', username_key = '新名字' where uid = $1",
      [friend.uid],
    );
    const [listed] = (await world.visitor().get(`/api/posts/${id}/comments`)).body.items;
    expect(listed.mentions).toEqual(mentions);
  });

  test('D28 at most ten members, those the writer picked before those the text names', async () => {
    const author = await named(newName(), LV3);
    const id = await newPost(author);
    const crowd: Client[] = [];
    for (let count = 0; count < 12; count++) crowd.push(await named(`众人${count + 10}`));
    const body = crowd.map((_, index) => `@众人${index + 10}`).join(' ');
    const last = crowd[11] as Client;
    const comment = await addComment(author, id, body, { mention_uids: [last.uid] });
    expect(comment.mentions).toHaveLength(10);
    expect(comment.mentions).toContainEqual({ uid: last.uid, label: '@众人21' });
    const notified = await Promise.all(crowd.map(kinds));
    expect(notified.filter((list) => list.length > 0)).toHaveLength(10);
    const many = { body: 'x', mention_uids: Array.from({ length: 11 }, (_, index) => index + 1) };
    expect((await author.post(`/api/posts/${id}/comments`, many)).status).toBe(400);
  });

  test('a deleted account is not mentioned, and its name is not read as a shorter one', async () => {
    const author = await named(newName(), LV3);
    const id = await newPost(author);
    const [there, gone] = [await named('李四'), await named('李四光')];
    const before = await addComment(author, id, '@李四光 你好');
    expect(before.mentions).toHaveLength(1);
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    const comment = await addComment(author, id, '@李四光 还在吗', { mention_uids: [gone.uid] });
    expect(comment.mentions).toEqual([]);
    expect([await kinds(there), await kinds(gone)]).toEqual([[], ['mention']]);
    const listed = (await world.visitor().get(`/api/posts/${id}/comments`)).body.items;
    expect(listed.map((one: { mentions: unknown[] }) => one.mentions)).toEqual([[], []]);
  });

  test('A41 a text of nothing but @ signs is parsed in bounded time', () => {
    expect(listPossibleNames('@'.repeat(1000))).toEqual([]);
    const hostile = '@灯火可亲灯火可亲灯火可亲灯火可亲灯火可亲灯火'.repeat(40);
    expect(listPossibleNames(hostile)).toHaveLength(19);
    expect(findMentions(hostile, new Map([['灯火', 1]]))).toHaveLength(20);
    const start = performance.now();
    for (let count = 0; count < 100; count++) listPossibleNames(hostile);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('D28 notified members', () => {
  test('D28 below Lv3 only members of the thread or followed ones are notified; the mention itself is stored', async () => {
    const author = await named(newName());
    const writer = await named(newName(), LV3 - 10);
    const [rooted, replied, followed, unfollowed, bystander] = [
      await named('楼主甲'),
      await named('回复乙'),
      await named('关注丙'),
      await named('取关丁'),
      await named('陌生戊'),
    ];
    await world.sql(
      `insert into user_follow (follower_uid, followed_uid, following, previous, changed_at)
       values ($1, $2, true, false, now()), ($1, $3, false, true, now()), ($4, $1, true, false, now())`,
      [writer.uid, followed.uid, unfollowed.uid, bystander.uid],
    );
    const id = await newPost(author);
    const root = await addComment(rooted, id, '一楼');
    const nested = await reply(replied, root.id, '二楼');
    await world.sql('delete from notification');
    const everybody = '@楼主甲 @回复乙 @关注丙 @取关丁 @陌生戊';
    const comment = await reply(writer, nested.id, everybody);
    expect(comment.mentions).toHaveLength(5);
    expect(await kinds(rooted)).toEqual(['mention']);
    expect(await kinds(replied)).toEqual(['mention']);
    expect(await kinds(followed)).toEqual(['mention']);
    expect(await kinds(unfollowed)).toEqual([]);
    expect(await kinds(bystander)).toEqual([]);
    // Under another root they are outside the thread again, except the post's author.
    await world.sql('delete from notification');
    const { username } = (await author.get(`/api/posts/${id}`)).body.author;
    await addComment(writer, id, `${everybody} @${username}`);
    expect([await kinds(rooted), await kinds(replied)]).toEqual([[], []]);
    expect([await kinds(followed), await kinds(author)]).toEqual([['mention'], ['mention']]);
  });

  test('D28 from Lv3 on any member is notified', async () => {
    const author = await world.member();
    const [writer, bystander] = [await named(newName(), LV3), await named('无关者')];
    const id = await newPost(author);
    const comment = await addComment(writer, id, '@无关者 来看');
    expect(await notificationsOf(bystander)).toEqual([
      {
        kind: 'mention',
        cause: `comment:${comment.id}`,
        actor_uid: writer.uid,
        related_id: id,
        payload: { comment_id: comment.id },
      },
    ]);
  });
});
