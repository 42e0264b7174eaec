import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { STREAMS_PER_MEMBER } from '../../src/live/rules.ts';
import type { Client } from '../support/client.ts';
import { openStream, type TestStream } from '../support/event-stream.ts';
import { hold, release } from '../support/hold-comment.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** ADR 0062, over real sockets. */
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_WRITE: 'off',
  LIMIT_COMMENTS: 'off',
});
let origin = '';
const bearer = (options = {}) => world.member({ exp: 5000, transport: 'bearer', ...options });

beforeAll(async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});

const open: TestStream[] = [];
async function stream(client: Client, options: Partial<Parameters<typeof openStream>[1]> = {}) {
  const one = await openStream(origin, { token: client.tokens.access ?? '', ...options });
  open.push(one);
  // Subscribed, and the present counts are read.
  if (one.status === 200) await one.next('unread');
  return one;
}

async function ok(response: Promise<{ status: number; text: string; body: { id: number } }>) {
  const { status, text, body } = await response;
  if (status >= 300) throw new Error(text);
  return body;
}

const POST = { title: '灯下', body: '<p>好</p>' };
const publish = (author: Client) => ok(author.post('/api/studio/posts', POST));
const comment = (author: Client, post: number, body = '好') =>
  ok(author.post(`/api/posts/${post}/comments`, { body }));

/** Something that everybody receives is the last that is announced; whatever came before it has arrived too. */
async function arriveAt(streams: TestStream[], post: number): Promise<void> {
  const last = await comment(await bearer(), post, '最后');
  await Promise.all(
    streams.map((one) =>
      until(() =>
        one.events.some(
          ({ name, data }) =>
            name === 'comments' && data.comments.some((c: { id: number }) => c.id === last.id),
        ),
      ),
    ),
  );
}

describe('an event stream', () => {
  test('is for members only, and its topics are checked', async () => {
    const member = await bearer();
    expect((await openStream(origin, { token: 'nonsense' })).status).toBe(401);
    expect((await stream(member, { topics: 'everything' })).status).toBe(400);
    expect((await stream(member, { topics: 'post:0' })).status).toBe(400);
  });

  test('begins with the present counts and is sent at once by proxies', async () => {
    const member = await bearer();
    const one = await stream(member, { topics: 'newest' });
    expect(one.status).toBe(200);
    expect(one.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(one.text()).toMatch(/^retry: \d{4,5}\n\n/);
    expect(one.events[0]).toMatchObject({ name: 'unread', data: { total: 0 } });
  });

  test('without an Accept for streams, the present state is sent and the response ends', async () => {
    const member = await bearer();
    const { status, text } = await member.get('/api/events?topics=newest');
    expect(status).toBe(200);
    expect(text).toMatch(/^id: \d+\nevent: unread\ndata: \{"total":0,/);
  });

  test('reports new comments on the open post by id, and not the own ones', async () => {
    const [author, reader] = [await bearer(), await bearer()];
    const { id } = await publish(author);
    const one = await stream(reader, { topics: `post:${id}` });
    await comment(reader, id, '自己的');
    const theirs = await comment(author, id, '作者的话');
    const { data } = await one.next('comments');
    expect(data).toEqual({ post_id: id, comments: [{ id: theirs.id, at: expect.any(Number) }] });
    expect(one.text()).not.toContain('作者的话');
  });

  test('reports unread counts to every stream of the member, also when they fall', async () => {
    const [author, reader] = [await bearer(), await bearer()];
    const { id } = await publish(author);
    const streams = [await stream(author), await stream(author)];
    await comment(reader, id);
    for (const one of streams)
      expect((await one.next('unread')).data).toMatchObject({ total: 1, comment: 1 });
    await author.post('/api/messages/read-all', {});
    for (const one of streams) expect((await one.next('unread')).data.total).toBe(0);
  });

  test('reports new posts of the lists, and those of followed authors and tags only to their followers', async () => {
    const [author, follower, reader] = [await bearer(), await bearer(), await bearer()];
    await ok(follower.post(`/api/users/${author.uid}/follow`));
    const following = await stream(follower, { topics: 'following' });
    const unrelated = await stream(reader, { topics: 'following,newest' });
    const own = await stream(author, { topics: 'newest' });
    const { id } = await publish(author);
    const posts = [{ id, at: expect.any(Number) }];
    expect((await following.next('posts')).data).toEqual({ list: 'following', posts });
    expect((await unrelated.next('posts')).data).toEqual({ list: 'newest', posts });
    await arriveAt([await stream(reader, { topics: `post:${id}` })], id);
    expect(unrelated.events.filter(({ name }) => name === 'posts')).toHaveLength(1);
    expect(own.events.filter(({ name }) => name === 'posts')).toEqual([]);
  });

  test('reports the state of the own post, and what waits to the staff', async () => {
    await world.review(true);
    try {
      const [author, admin, reader] = [
        await bearer(),
        await bearer({ role: 'admin' }),
        await bearer(),
      ];
      const { id } = await ok(author.post('/api/studio/posts', { ...POST, draft: true }));
      const [mine, staff] = [await stream(author), await stream(admin, { topics: 'queue' })];
      const others = await stream(reader, { topics: 'queue,newest' });
      await staff.next('queue');
      await ok(author.post(`/api/studio/posts/${id}/submit`));
      expect((await mine.next('own_post')).data).toEqual({ post_id: id });
      expect((await staff.next('queue')).data).toMatchObject({ posts: 1, queue: 1 });
      await ok(admin.post(`/api/admin/posts/${id}/approve`, { version: 1 }));
      expect((await mine.next('own_post')).data).toEqual({ post_id: id });
      expect((await staff.next('queue')).data).toMatchObject({ posts: 0 });
      expect((await others.next('posts')).data.posts).toMatchObject([{ id }]);
      expect(others.events.map(({ name }) => name)).not.toContain('queue');
    } finally {
      await world.review(false);
    }
  });

  test('reports what is newer than the page, and after a reconnection what was missed', async () => {
    const [author, reader] = [await bearer(), await bearer()];
    const { id } = await publish(author);
    const early = await comment(author, id);
    world.wait(60);
    const rendered = world.ctx.now().getTime();
    const late = await comment(author, id);
    const topics = `post:${id}`;
    const one = await stream(reader, { topics, since: rendered });
    const first = await one.next('comments');
    expect(first.data.comments.map((each: { id: number }) => each.id)).toEqual([late.id]);
    one.close();
    world.wait(60);
    const missed = await comment(author, id);
    const again = await stream(reader, { topics, since: rendered, lastEventId: first.id });
    const { data } = await again.next('comments');
    expect(data.comments.at(-1).id).toBe(missed.id);
    expect(data.comments.map((each: { id: number }) => each.id)).not.toContain(early.id);
  });

  test('a member has few streams on a process', async () => {
    const member = await bearer();
    for (let index = 0; index < STREAMS_PER_MEMBER; index++) await stream(member);
    const refused = await openStream(origin, { token: member.tokens.access ?? '' });
    expect(refused.status).toBe(429);
    open.at(-1)?.close();
    await until(async () => (await stream(member)).status === 200);
  });
});

describe('a stream ends at once', () => {
  const endings: [string, (member: Client) => Promise<unknown>][] = [
    ['the member logs out', (member) => member.post('/api/auth/logout')],
    [
      'another session ends it',
      async (member) => {
        const other = world.visitor();
        await other.logIn(member.email, PASSWORD, 'bearer');
        return ok(other.delete(`/api/settings/sessions/${member.session_id}`));
      },
    ],
    [
      'another session changes the password',
      async (member) => {
        const other = world.visitor();
        await other.logIn(member.email, PASSWORD, 'bearer');
        return ok(
          other.put('/api/settings/password', {
            current_password: PASSWORD,
            new_password: 'another horse battery',
          }),
        );
      },
    ],
    [
      'the member is banned, by whichever program',
      ({ uid }) => world.sql(`update users set status = 'banned' where uid = $1`, [uid]),
    ],
    [
      'the account is deleted',
      (member) => ok(member.post('/api/settings/delete-account', { password: PASSWORD })),
    ],
  ];

  test.each(endings)('§5.2, D12 when %s, and no other stream does', async (_, act) => {
    const [member, other] = [await bearer(), await bearer()];
    const [ends, stays] = [await stream(member), await stream(other)];
    await act(member);
    await until(() => !ends.isOpen());
    expect(stays.isOpen()).toBe(true);
    const { tokens } = member;
    expect((await openStream(origin, { token: tokens.access ?? '' })).status).toBe(401);
  });

  test('when the process stops, and the browser comes back after a random time', async () => {
    const second = await createWorld();
    await second.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = second.app.server.address() as AddressInfo;
    const member = await second.member({ transport: 'bearer' });
    const one = await openStream(`http://127.0.0.1:${port}`, { token: member.tokens.access ?? '' });
    await one.next('unread');
    await second.app.close();
    await until(() => !one.isOpen());
    expect(one.text()).toMatch(/retry: \d+\n\n$/);
  });
});

describe('nothing reaches a stream', () => {
  test('D25 of posts and comments that the member may not see', async () => {
    const [author, reader, admin] = [
      await bearer(),
      await bearer(),
      await bearer({ role: 'admin' }),
    ];
    const shown = (await publish(author)).id;
    const locked = (await publish(author)).id;
    const draft = (await ok(author.post('/api/studio/posts', { ...POST, draft: true }))).id;
    const topics = `newest,following,post:${shown},post:${locked},post:${draft}`;
    const one = await stream(reader, { topics, since: 0 });
    await ok(admin.post(`/api/admin/posts/${locked}/lock`, { reason: '不合适', version: 1 }));
    const removed = await comment(author, shown, '撤回');
    await world.sql(
      `update comment set deleted_at = now(), deleted_by = author_uid where id = $1`,
      [removed.id],
    );
    const early = one.events.length;
    // As if all of it were announced again, after it was hidden.
    const { announce } = await import('../../src/platform/live/announcements.ts');
    const autocommit = world.ctx.db as never;
    for (const post of [locked, draft]) {
      announce(autocommit, `published:${post}`);
      announce(autocommit, `comment:${post}:${removed.id}`);
    }
    announce(autocommit, `comment:${shown}:${removed.id}`);
    await arriveAt([one], shown);
    const later = one.events.slice(early).filter(({ name }) => name === 'posts');
    expect(later).toEqual([]);
    for (const { name, data } of one.events.slice(early))
      if (name === 'comments') {
        expect(data.post_id).toBe(shown);
        expect(data.comments.map((each: { id: number }) => each.id)).not.toContain(removed.id);
      }
    const again = await stream(reader, { topics, since: 0 });
    const ids = again.events.flatMap(
      ({ data }) => data.posts?.map((each: { id: number }) => each.id) ?? [],
    );
    expect(ids).not.toContain(locked);
    expect(ids).not.toContain(draft);
  });

  test.each(['mute', 'block'] as const)(
    'ADR 0055 of somebody whom the member hides: kind %s, also if they hide them while it is open',
    async (kind) => {
      const [author, reader, hidden, other] = [
        await bearer(),
        await bearer(),
        await bearer(),
        await bearer(),
      ];
      const { id } = await publish(author);
      await ok(reader.post(`/api/users/${hidden.uid}/follow`));
      const mine = (await publish(reader)).id;
      const before = await comment(reader, id);
      const one = await stream(reader, { topics: `newest,following,post:${id},post:${mine}` });
      await ok(reader.put(`/api/users/${hidden.uid}/block`, { kind }));
      const began = one.events.length;
      await publish(hidden);
      const root = await comment(hidden, id);
      // A reply of somebody else in a thread of theirs is not shown either.
      await ok(other.post(`/api/comments/${root.id}/reply`, { body: '好' }));
      await hidden.post(`/api/comments/${before.id}/reply`, { body: '好' });
      await hidden.post(`/api/posts/${mine}/comments`, { body: '好' });
      await arriveAt([one], id);
      expect(one.events.slice(began)).toMatchObject([{ name: 'comments', data: { post_id: id } }]);
      expect(one.events.at(-1)?.data.comments).toHaveLength(1);
    },
  );

  test('D66 of a comment that waits for the staff, until they release it', async () => {
    const [author, reader, admin] = [
      await bearer(),
      await bearer(),
      await bearer({ role: 'admin' }),
    ];
    const { id } = await publish(author);
    const one = await stream(reader, { topics: `post:${id}` });
    const held = await comment(author, id, '待看');
    await one.next('comments');
    await hold(world.ctx, held.id);
    const again = await stream(reader, { topics: `post:${id}`, since: 0 });
    expect(again.events.map(({ name }) => name)).toEqual(['unread']);
    await release(world.ctx, held.id);
    expect((await again.next('comments')).data.comments).toMatchObject([{ id: held.id }]);
    expect(admin.uid).toBeGreaterThan(0);
  });
});

test('a client that does not read is disconnected, and takes no memory meanwhile', async () => {
  const member = await bearer();
  const { eventStreams } = world.app;
  const before = eventStreams.tally().dropped;
  const { connect } = await import('node:net');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${member.tokens.access}\r\n\r\n`,
  );
  const { announce } = await import('../../src/platform/live/announcements.ts');
  await until(() => {
    for (let index = 0; index < 500; index++)
      announce(world.ctx.db as never, `own_post:${member.uid}:${index + 1}`);
    return eventStreams.tally().dropped > before;
  });
  socket.destroy();
});
