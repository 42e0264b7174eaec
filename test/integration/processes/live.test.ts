import { expect, test } from 'vitest';
import { hasBinary } from '../../support/binaries.ts';
import { waitFor } from '../../support/child.ts';
import { openStream, type TestStream } from '../../support/event-stream.ts';
import { startRedis } from '../../support/redis.ts';
import { openTestDatabase } from '../support/database.ts';
import { send, type Tokens } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { startTwoWebs, type Web } from '../support/web.ts';

/** ADR 0062: what is written through one process reaches the streams of the other, and none is missed after a failure. */
const SETTINGS = { LIMIT_SENSITIVE: '1000/60', LIMIT_COMMENTS: 'off' };
const database = await openTestDatabase();

async function act({ access }: Tokens, web: Web, path: string, body: object) {
  const response = await send(web.url, 'POST', path, { token: access, body });
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
  return response.body;
}

/** An author, a reader, a post, and a stream of the reader on each process. */
async function openScene([here, there]: [Web, Web]) {
  const [author, reader] = (await registerMembers(database, here.url, 2, 2000)) as [Tokens, Tokens];
  const post = await act(author, here, '/api/studio/posts', { title: '灯', body: '<p>好</p>' });
  const topics = `newest,post:${post.id}`;
  const follow = (web: Web, lastEventId?: string) =>
    openStream(web.url, {
      token: reader.access,
      topics,
      ...(lastEventId ? { lastEventId } : {}),
    });
  const streams = [await follow(here), await follow(there)] as const;
  await Promise.all(streams.map((one) => one.next('unread')));
  return { author, reader, id: post.id as number, follow, streams };
}

const idsOf = (stream: TestStream): number[] =>
  stream.events.flatMap(({ name, data }) =>
    name === 'comments' ? data.comments.map(({ id }: { id: number }) => id) : [],
  );
const hasComment = (stream: TestStream, id: number) => waitFor(() => idsOf(stream).includes(id));

const kill = (name: string) =>
  database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = $1`,
    [name],
  );

async function reachesBoth(webs: [Web, Web]) {
  const { author, id, streams } = await openScene(webs);
  const comment = await act(author, webs[0], `/api/posts/${id}/comments`, { body: '一' });
  for (const one of streams) await hasComment(one, comment.id);
  const published = await act(author, webs[1], '/api/studio/posts', {
    title: '新',
    body: '<p>二</p>',
  });
  for (const one of streams)
    await waitFor(() =>
      one.events.some(({ name, data }) => name === 'posts' && data.posts[0].id === published.id),
    );
}

async function endsEverywhere(webs: [Web, Web]) {
  const { reader, streams } = await openScene(webs);
  await act(reader, webs[0], '/api/auth/logout', {});
  await waitFor(() => streams.every((one) => !one.isOpen()));
}

const withPostgres = await startTwoWebs(database.url, SETTINGS);

test('with PostgreSQL, a comment and a post reach the streams of both processes', () =>
  reachesBoth(withPostgres));

test('a log-out ends the streams of the session on both processes', () =>
  endsEverywhere(withPostgres));

test('with the LISTEN connections killed, what was written meanwhile is reported when they are back', async () => {
  const { author, id, streams } = await openScene(withPostgres);
  for (let round = 0; round < 5; round++) {
    expect((await kill('lamplight listen')).length).toBeGreaterThan(0);
    const comment = await act(author, withPostgres[0], `/api/posts/${id}/comments`, { body: '断' });
    for (const one of streams) await hasComment(one, comment.id);
  }
  expect(streams.every((one) => one.isOpen())).toBe(true);
});

test('a process that is killed breaks its streams off; elsewhere they resume where they were', async () => {
  const pair = await startTwoWebs(database.url, SETTINGS);
  const { author, id, follow, streams } = await openScene(pair);
  const first = await act(author, pair[0], `/api/posts/${id}/comments`, { body: '一' });
  await hasComment(streams[1], first.id);
  const last = streams[1].events.at(-1)?.id ?? '';
  pair[1].signal('SIGKILL');
  await waitFor(() => !streams[1].isOpen());
  const missed = await act(author, pair[0], `/api/posts/${id}/comments`, { body: '二' });
  const resumed = await follow(pair[0], last);
  await hasComment(resumed, missed.id);
  expect((await resumed.next('unread')).data).toMatchObject({ total: 0 });
});

test('a process that stops ends its streams at once and exits', async () => {
  const pair = await startTwoWebs(database.url, { ...SETTINGS, DRAIN_SECONDS: '2' });
  const { streams } = await openScene(pair);
  const began = performance.now();
  pair[0].signal('SIGTERM');
  await waitFor(() => !streams[0].isOpen());
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(streams[0].text()).toMatch(/retry: \d+\n\n$/);
  expect((await pair[0].gone).code).toBe(0);
  expect(streams[1].isOpen()).toBe(true);
});

test.runIf(hasBinary('redis-server'))(
  'with Redis the same, also after Redis was killed and started again',
  async () => {
    const redis = await startRedis();
    const pair = await startTwoWebs(database.url, { ...SETTINGS, REDIS_URL: redis.url });
    await reachesBoth(pair);
    await endsEverywhere(pair);
    const { author, id, streams } = await openScene(pair);
    redis.signal('SIGKILL');
    await redis.gone;
    const missed = await act(author, pair[0], `/api/posts/${id}/comments`, { body: '断' });
    await startRedis(redis.port);
    for (const one of streams) await hasComment(one, missed.id);
    const next = await act(author, pair[1], `/api/posts/${id}/comments`, { body: '续' });
    for (const one of streams) await hasComment(one, next.id);
    expect(streams.every((one) => one.isOpen())).toBe(true);
  },
);
