import { describe, expect, test } from 'vitest';
import { purgeDeletedAccounts } from '../../src/accounts/actions/clean-up.ts';
import { sweepCommentRevisions } from '../../src/comments/actions/edit-comment.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 500 });
const writer = await world.member({ exp: 500 });
const reader = await world.member({ exp: 500 });
const MINUTE = 60_000;

async function newPost(): Promise<number> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  return (await author.post('/api/studio/posts', text)).body.id;
}

async function add(client: Client, post: number, body = '写得真好'): Promise<number> {
  const { status, body: sent } = await client.post(`/api/posts/${post}/comments`, { body });
  expect(status).toBe(201);
  return sent.id;
}

async function reply(client: Client, id: number, body = '同感'): Promise<number> {
  return (await client.post(`/api/comments/${id}/reply`, { body })).body.id;
}

const like = (client: Client, id: number) => client.put(`/api/comments/${id}/like`, {});
const unlike = (client: Client, id: number) => client.delete(`/api/comments/${id}/like`);

async function find(client: Client, post: number, id: number) {
  const { body } = await client.get(`/api/posts/${post}/comments?limit=100`);
  const all = body.items.flatMap((root: { replies: object[] }) => [root, ...root.replies]);
  return all.find((one: { id: number }) => one.id === id);
}

async function expectCountersRight(): Promise<void> {
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual([]);
}

async function read(client: Client, path: string): Promise<string> {
  const { status, text } = await client.get(path, { headers: { accept: 'text/html' } });
  expect(status).toBe(200);
  return text.replace(/data-props='[^']*'/g, '');
}

const shown = (html: string) =>
  [...html.matchAll(/<article id="c-(\d+)"/g)].map(([, id]) => Number(id));

describe('likes of comments', () => {
  test('D8 a like is set and removed, however often it is requested', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    expect((await like(reader, id)).body).toEqual({ liked: true, like_count: 1 });
    expect((await like(reader, id)).body).toEqual({ liked: true, like_count: 1 });
    expect((await like(author, id)).body).toEqual({ liked: true, like_count: 2 });
    // As with posts, one's own.
    expect((await like(writer, id)).body).toEqual({ liked: true, like_count: 3 });
    expect(await find(reader, post, id)).toMatchObject({ liked: true, like_count: 3 });
    expect(await find(world.visitor(), post, id)).toMatchObject({ liked: false, like_count: 3 });
    expect((await unlike(reader, id)).body).toEqual({ liked: false, like_count: 2 });
    expect((await unlike(reader, id)).body).toEqual({ liked: false, like_count: 2 });
    const child = await reply(author, id);
    expect((await like(reader, child)).body).toEqual({ liked: true, like_count: 1 });
    expect(await find(reader, post, child)).toMatchObject({ liked: true, like_count: 1 });
    await expectCountersRight();
  });

  test('D30 hidden and missing comments are not found, hidden posts neither, and banned members are refused', async () => {
    const post = await newPost();
    const root = await add(writer, post);
    const child = await reply(reader, root);
    const banned = await world.member({ exp: 1, status: 'banned' });
    expect((await like(banned, root)).body.code).toBe('banned');
    expect((await like(reader, 999_999)).status).toBe(404);
    await writer.delete(`/api/comments/${root}`);
    expect((await like(reader, root)).status).toBe(404);
    expect((await like(reader, child)).status).toBe(404);
    const other = await newPost();
    const below = await add(writer, other);
    await world.sql(`update post set status = 'draft' where id = $1`, [other]);
    expect((await like(reader, below)).status).toBe(404);
    const own = await like(author, below);
    expect([own.status, own.body.code]).toEqual([409, 'wrong_state']);
    expect((await world.visitor().put(`/api/comments/${below}/like`, {})).status).toBe(401);
  });

  test('races: the same like many times, likes and unlikes of many members at once', async () => {
    const post = await newPost();
    const [hot, other] = [await add(writer, post), await add(writer, post)];
    await Promise.all(Array.from({ length: 12 }, () => like(reader, hot)));
    expect(await find(reader, post, hot)).toMatchObject({ like_count: 1, liked: true });
    const members = await Promise.all(Array.from({ length: 8 }, () => world.member({ exp: 1 })));
    await Promise.all(
      members.flatMap((one) => [
        like(one, hot),
        unlike(one, hot),
        like(one, other),
        like(one, hot),
      ]),
    );
    // Replies write the same counters.
    await Promise.all([
      ...members.map((one) => like(one, other)),
      ...members.map((one) => unlike(one, hot)),
      ...members.slice(0, 4).map((one) => reply(one, other)),
    ]);
    expect((await find(reader, post, hot)).like_count).toBe(1);
    expect(await find(reader, post, other)).toMatchObject({ like_count: 8, reply_count: 4 });
    await expectCountersRight();
  });

  test('D15 a purge deletes the likes of the member and corrects the counters', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    const leaving = await world.member({ exp: 1 });
    await like(leaving, id);
    await like(reader, id);
    await world.sql(`update users set deleted_at = now() - interval '60 days' where uid = $1`, [
      leaving.uid,
    ]);
    await purgeDeletedAccounts(world.ctx);
    expect((await find(reader, post, id)).like_count).toBe(1);
    await expectCountersRight();
  });
});

describe('D45 notifications of likes of comments', () => {
  const likesOf = async (client: Client) =>
    (await client.get('/api/messages?category=like')).body.items;

  test('one per comment and day, with the switch of likes, gone with the last like or the comment', async () => {
    const owner = await world.member({ exp: 500 });
    const post = await newPost();
    const id = await add(owner, post, '数据库可以再等等');
    await like(owner, id);
    expect(await likesOf(owner)).toEqual([]);
    await like(reader, id);
    await like(writer, id);
    const [entry, ...others] = await likesOf(owner);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'like',
      comment_id: id,
      excerpt: '数据库可以再等等',
      read: false,
    });
    expect(entry.post.id).toBe(post);
    expect(entry.like.count).toBe(2);
    expect(entry.like.people.map((one: { uid: number }) => one.uid)).toEqual([
      writer.uid,
      reader.uid,
    ]);
    expect((await owner.get('/api/messages/unread')).body.like).toBe(1);
    await owner.put('/api/settings/notify-prefs', { like: false });
    expect((await owner.get('/api/messages/unread')).body.like).toBe(0);
    await owner.put('/api/settings/notify-prefs', { like: true });
    expect(await read(owner, '/messages')).toContain('赞了你的评论');
    await unlike(reader, id);
    await unlike(writer, id);
    expect(await likesOf(owner)).toEqual([]);
    await like(reader, id);
    expect(await likesOf(owner)).toHaveLength(1);
    await world.sql(`update post set status = 'draft' where id = $1`, [post]);
    expect((await likesOf(owner))[0]).toMatchObject({
      available: false,
      excerpt: null,
      post: null,
    });
    await world.sql(`update post set status = 'approved' where id = $1`, [post]);
    await owner.delete(`/api/comments/${id}`);
    expect(await likesOf(owner)).toEqual([]);
    expect((await owner.get('/api/messages/unread')).body.like).toBe(0);
  });
});

describe('the hottest comments', () => {
  test('by likes and replies, the oldest of equals first, page by page', async () => {
    const post = await newPost();
    const [first, second, third, fourth] = [
      await add(writer, post, '一'),
      await add(writer, post, '二'),
      await add(writer, post, '三'),
      await add(writer, post, '四'),
    ];
    expect(shown(await read(reader, `/posts/${post}`))).toEqual([first, second, third, fourth]);
    await like(reader, fourth);
    await like(writer, fourth);
    await like(author, fourth);
    const child = await reply(reader, third);
    const ids: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await reader.get(
        `/api/posts/${post}/comments?order=hottest&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      ids.push(...body.items.map((one: { id: number }) => one.id));
      cursor = body.next_cursor;
    }
    expect(ids).toEqual([fourth, third, first, second]);
    for (const client of [reader, world.visitor()])
      expect(shown(await read(client, `/posts/${post}`))).toEqual([
        ...[fourth, third],
        ...[child, first, second],
      ]);
    const around = await reader.get(`/api/posts/${post}/comments?order=hottest&around=${child}`);
    expect(around.body.items.map((one: { id: number }) => one.id)).toEqual([third, first, second]);
    await writer.delete(`/api/comments/${fourth}`);
    expect(shown(await read(reader, `/posts/${post}`))[0]).toBe(third);
    const bad = await reader.get(`/api/posts/${post}/comments?order=hottest&cursor=WzFd`);
    expect(bad.status).toBe(400);
    await expectCountersRight();
  });

  test('D55 a cached page shows the likes of its comments', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    const likes = async () =>
      /已有 (\d+) 个赞/.exec(await read(world.visitor(), `/posts/${post}`))?.[1];
    expect(await likes()).toBe('0');
    await like(reader, id);
    world.wait(5);
    expect(await likes()).toBe('1');
  });
});

describe('the pinned comment', () => {
  const pin = (client: Client, id: number) => client.put(`/api/comments/${id}/pin`, {});
  const unpin = (client: Client, id: number) => client.delete(`/api/comments/${id}/pin`);
  const pinnedOf = async (post: number) =>
    (await reader.get(`/api/posts/${post}/comments`)).body.pinned?.id ?? null;

  test('is one root, chosen by the author of the post, and comes first in every order', async () => {
    const post = await newPost();
    const [first, second, third] = [
      await add(writer, post),
      await add(writer, post),
      await add(reader, post),
    ];
    const child = await reply(writer, first);
    for (const client of [writer, await world.member({ exp: 1, role: 'admin' })])
      expect((await pin(client, second)).body.code).toBe('role_required');
    expect((await pin(author, child)).body.code).toBe('wrong_state');
    expect((await pin(author, 999_999)).status).toBe(404);
    expect((await pin(author, second)).status).toBe(204);
    expect((await pin(author, second)).status).toBe(204);
    expect(await pinnedOf(post)).toBe(second);
    for (const order of ['hottest', 'oldest', 'newest'])
      expect(shown(await read(reader, `/posts/${post}?order=${order}`))[0]).toBe(second);
    const html = await read(reader, `/posts/${post}?comment=${second}`);
    expect(shown(html).filter((id) => id === second)).toHaveLength(1);
    expect(html).toContain('置顶');
    expect(html).not.toContain('前面还有评论');
    await pin(author, third);
    expect(await pinnedOf(post)).toBe(third);
    await reader.delete(`/api/comments/${third}`);
    expect(await pinnedOf(post)).toBeNull();
    await pin(author, first);
    expect((await unpin(reader, first)).body.code).toBe('role_required');
    expect((await unpin(author, first)).status).toBe(204);
    expect(await pinnedOf(post)).toBeNull();
  });

  test('D47 the staff can unpin, which is recorded', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    await pin(author, id);
    expect((await unpin(await world.member({ exp: 1, role: 'admin' }), id)).status).toBe(204);
    expect(await pinnedOf(post)).toBeNull();
    const [logged] = await world.sql(
      `select action from staff_action where subject_kind = 'comment' and subject_id = $1`,
      [id],
    );
    expect(logged).toEqual({ action: 'comment.unpin' });
  });

  test('race: of pins at once, one stays', async () => {
    const post = await newPost();
    const ids = await Promise.all(Array.from({ length: 5 }, () => add(writer, post)));
    const results = await Promise.all(ids.map((id) => pin(author, id)));
    expect(results.map((one) => one.status)).toEqual(ids.map(() => 204));
    expect(ids).toContain(await pinnedOf(post));
    const rows = await world.sql('select from comment where post_id = $1 and pinned', [post]);
    expect(rows).toHaveLength(1);
  });
});

describe('an edit', () => {
  const edit = (client: Client, id: number, body: object) =>
    client.put(`/api/comments/${id}`, body);

  test('replaces the text for 15 minutes, the last moment included, and keeps the old one for the staff', async () => {
    const post = await newPost();
    const id = await add(writer, post, '第一版');
    expect((await edit(reader, id, { body: '改' })).body.code).toBe('role_required');
    expect((await edit(author, id, { body: '改' })).body.code).toBe('role_required');
    expect((await edit(writer, id, { body: ' ' })).status).toBe(400);
    const sent = await edit(writer, id, { body: 'Second version, in English this time.' });
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      id,
      body: 'Second version, in English this time.',
      lang: 'en',
    });
    expect(sent.body.edited_at).not.toBeNull();
    // The same text is no edit.
    const { edited_at } = sent.body;
    expect((await edit(writer, id, { body: sent.body.body })).body.edited_at).toBe(edited_at);
    expect(await read(world.visitor(), `/posts/${post}`)).toMatch(/已编辑/);
    await world.sql(`update comment set created_at = $2 where id = $1`, [
      id,
      new Date(world.ctx.now().getTime() - 15 * MINUTE + 2000),
    ]);
    expect((await edit(writer, id, { body: '第三版' })).status).toBe(200);
    await world.sql(`update comment set created_at = $2 where id = $1`, [
      id,
      new Date(world.ctx.now().getTime() - 15 * MINUTE - 1),
    ]);
    const late = await edit(writer, id, { body: '第四版' });
    expect([late.status, late.body.code, late.body.minutes]).toEqual([409, 'edit_too_late', 15]);
    const admin = await world.member({ exp: 1, role: 'admin' });
    const [found] = (await admin.get(`/api/admin/comments?post=${post}`)).body.items;
    expect(found.revisions.map((one: { body: string }) => one.body)).toEqual([
      '第一版',
      'Second version, in English this time.',
    ]);
    expect(await read(admin, `/admin/comments?post=${post}`)).toContain('第一版');
    expect(await find(writer, post, id)).not.toHaveProperty('revisions');
    expect((await writer.get('/api/admin/comments')).status).toBe(403);
  });

  test('D44 notifies only people whom it mentions for the first time', async () => {
    const post = await newPost();
    const [one, two] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    const { body } = await writer.post(`/api/posts/${post}/comments`, {
      body: '来看',
      mention_uids: [one.uid],
    });
    await edit(writer, body.id, { body: '来看看', mention_uids: [one.uid, two.uid] });
    const mentions = async (client: Client) =>
      (await client.get('/api/messages?category=mention')).body.items.length;
    expect([await mentions(one), await mentions(two)]).toEqual([1, 1]);
    const edited = await edit(writer, body.id, { body: '来看看吧' });
    expect(edited.body.mentions).toEqual([]);
  });

  test('D55 the old text vanishes from cached pages at once', async () => {
    const post = await newPost();
    const id = await add(writer, post, '手机号是一三八');
    for (let index = 0; index < 2; index += 1)
      expect(await read(world.visitor(), `/posts/${post}`)).toContain('手机号是一三八');
    await edit(writer, id, { body: '（已删去）' });
    expect(await read(world.visitor(), `/posts/${post}`)).not.toContain('手机号是一三八');
  });

  test('race: of an edit and a deletion, the deletion stays', async () => {
    const post = await newPost();
    for (let index = 0; index < 5; index += 1) {
      const id = await add(writer, post);
      const [edited, deleted] = await Promise.all([
        edit(writer, id, { body: '改一下' }),
        writer.delete(`/api/comments/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(edited.status);
      expect(await find(reader, post, id)).toBeUndefined();
    }
    await expectCountersRight();
  });

  test('without scripts: a form page, and a clear refusal afterwards', async () => {
    const post = await newPost();
    const id = await add(writer, post, '原来的文字');
    const html = await read(writer, `/posts/${post}?comment=${id}&edit=${id}`);
    expect(html).toMatch(new RegExp(`action="/comments/${post}-${id}/update"`));
    expect(html).toMatch(/<textarea[^>]*>原来的文字<\/textarea>/);
    expect(await read(reader, `/posts/${post}?comment=${id}&edit=${id}`)).not.toContain(
      `/comments/${post}-${id}/update`,
    );
    const submit = () =>
      writer.raw({
        method: 'POST',
        url: `/comments/${post}-${id}/update`,
        headers: {
          cookie: cookieHeader(writer.cookies),
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          accept: 'text/html',
        },
        payload: new URLSearchParams({
          csrf_token: writer.cookies.get('csrf') ?? '',
          next: `/posts/${post}?comment={id}#c-{id}`,
          body: '改过的文字',
        }).toString(),
      });
    const done = await submit();
    expect([done.status, done.headers['location']]).toEqual([
      303,
      `/posts/${post}?comment=${id}#c-${id}`,
    ]);
    expect(await find(reader, post, id)).toMatchObject({ body: '改过的文字' });
    await world.sql(
      `update comment set created_at = created_at - interval '16 minutes' where id = $1`,
      [id],
    );
    const late = await submit();
    expect(late.status).toBe(409);
    expect(late.text).toContain('发布超过 15 分钟，不能再修改了');
    expect(late.text).toContain('改过的文字');
    expect(await read(writer, `/posts/${post}`)).not.toContain('>编辑<');
  });

  test('D15 replaced texts are deleted after some weeks', async () => {
    const post = await newPost();
    const id = await add(writer, post, '旧');
    await edit(writer, id, { body: '新' });
    await sweepCommentRevisions(world.ctx);
    const count = () => world.sql('select from comment_revision where comment_id = $1', [id]);
    expect(await count()).toHaveLength(1);
    await world.sql(
      `update comment_revision set replaced_at = replaced_at - interval '31 days' where comment_id = $1`,
      [id],
    );
    await sweepCommentRevisions(world.ctx);
    expect(await count()).toHaveLength(0);
  });
});
