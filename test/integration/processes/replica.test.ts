import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { MAX_LAG_MS } from '../../../src/platform/db/replicas/replica-health.ts';
import { waitFor } from '../../support/child.ts';
import { countStatuses, type HttpResponse, registerBearer, send } from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startReplicatedSite } from '../support/replicated-site.ts';

const ROUNDS = 8;

const site = await startReplicatedSite();
const { standby, webs, here, there, author, post } = site;

beforeEach(async () => {
  await standby.resume();
  await site.untilUsed();
});

const lists = ({ body }: HttpResponse, id: number) =>
  body.items.some((item: { id: number }) => item.id === id);

test('visitors read from the replica, sessions and writes use the primary', async () => {
  const count = async () => {
    const rows = await standby.sql(
      "select xact_commit::int as reads from pg_stat_database where datname = 'lamplight'",
    );
    return Number(rows[0]?.['reads']);
  };
  const [before, doneBefore] = [
    await count(),
    await here.metric('reads_total', { outcome: 'done' }),
  ];
  for (let turn = 0; turn < 200; turn++)
    expect((await send(here.url, 'GET', '/api/posts')).status).toBe(200);
  expect((await here.metric('reads_total', { outcome: 'done' })) - doneBefore).toBe(200);
  await waitFor(async () => (await count()) - before >= 200);
  const { access } = await registerBearer(here.url);
  const reads = await here.metric('reads_total');
  const own = ['/api/settings/sessions', '/api/messages', '/api/energy/logs', '/api/studio/posts'];
  for (const path of own)
    expect((await send(here.url, 'GET', path, { token: access })).status, path).toBe(200);
  expect(await here.metric('reads_total')).toBe(reads);
});

test('with replay paused, a browser reads its own writes at once, on the other process too', async () => {
  const counts = { own: 0, visitors_stale: 0, stale_after_the_limit: 0, latest_stale_ms: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    await site.untilUsed();
    await standby.pause();
    const id = await author.publish(`第 ${round} 轮`);
    const written = performance.now();
    const own = await Promise.all([
      author.read(there, '/api/posts'),
      author.read(there, `/api/posts/${id}`),
      author.read(there, `/posts/${id}`),
      author.read(here, '/'),
    ]);
    expect(countStatuses(own)).toEqual({ 200: 4 });
    expect(lists(own[0], id)).toBe(true);
    expect(own[3].text).toContain(`/posts/${id}`);
    counts.own += own.length;
    // A visitor may get stale content for one second.
    for (let fresh = false; !fresh; ) {
      const began = performance.now() - written;
      const response = await send(there.url, 'GET', '/api/posts');
      expect(response.status).toBe(200);
      fresh = lists(response, id);
      if (fresh) continue;
      counts.visitors_stale++;
      counts.latest_stale_ms = Math.max(counts.latest_stale_ms, began);
      if (began > MAX_LAG_MS) counts.stale_after_the_limit++;
    }
    await site.untilUnused();
    await standby.resume();
  }
  printMeasurements('replica, replay paused', { rounds: ROUNDS, ...counts });
  expect(counts.stale_after_the_limit).toBe(0);
  // Otherwise the replica was not used, and the test shows nothing.
  expect(counts.visitors_stale).toBeGreaterThan(0);
});

test('with replay paused, API clients read their own writes at once, with and without `read-after`', async () => {
  for (const passesOn of [true, false]) {
    await site.untilUsed();
    const { access: token } = await registerBearer(here.url);
    await standby.pause();
    const liked = await send(here.url, 'POST', `/api/posts/${post}/like`, { token, body: {} });
    expect(liked.status, liked.text).toBe(200);
    const position = String(liked.headers['read-after']);
    const headers = passesOn ? { 'read-after': position } : {};
    for (const { url } of [there, here]) {
      const seen = await send(url, 'GET', `/api/posts/${post}/reaction`, { token, headers });
      expect(seen.body).toMatchObject({ state: 'like', like_count: liked.body.like_count });
    }
    await standby.resume();
    // Once the replica has the write, only a client that sends `read-after` reads there again.
    const read = async () => {
      const before = await there.metric('reads_total', { outcome: 'done' });
      const seen = await send(there.url, 'GET', `/api/posts/${post}/reaction`, { token, headers });
      expect(seen.body.state).toBe('like');
      return (await there.metric('reads_total', { outcome: 'done' })) > before;
    };
    if (passesOn) await waitFor(read);
    else for (let turn = 0; turn < 5; turn++) expect(await read()).toBe(false);
  }
});

test('an author does not see a post after deleting it, and visitors do not after a second', async () => {
  const id = await author.publish('就要删掉');
  await waitFor(async () => (await send(there.url, 'GET', `/api/posts/${id}`)).status === 200);
  await standby.pause();
  await author.write('DELETE', `/api/studio/posts/${id}`, {});
  const taken = performance.now();
  expect((await author.read(there, `/posts/${id}`)).status).toBe(404);
  await sleep(Math.max(0, taken + MAX_LAG_MS - performance.now()));
  for (const { url } of webs) expect((await send(url, 'GET', `/api/posts/${id}`)).status).toBe(404);
  await standby.resume();
});

test('D55 with replay paused, a deleted post disappears at once on this process, and after 100 ms on the other', async () => {
  const shown = { here: 0, there: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    await site.untilUsed();
    const id = await author.publish(`将要删除 ${round}`);
    await waitFor(async () => (await send(there.url, 'GET', `/api/posts/${id}`)).status === 200);
    await site.untilUsed();
    // From here on the replica has the post, and does not replay the deletion.
    await standby.pause();
    await author.write('DELETE', `/api/studio/posts/${id}`, {});
    const paths = [`/api/posts/${id}`, `/posts/${id}`, '/api/posts'];
    const read = async ({ url }: { url: string }) => {
      const responses = await Promise.all(paths.map((path) => send(url, 'GET', path)));
      return responses.filter(({ text }) => text.includes(`将要删除 ${round}`)).length;
    };
    shown.here += await read(here);
    await sleep(100);
    for (let turn = 0; turn < 5; turn++) shown.there += await read(there);
    await standby.resume();
  }
  printMeasurements('replica, deletions', { rounds: ROUNDS, ...shown });
  expect(shown).toEqual({ here: 0, there: 0 });
});
