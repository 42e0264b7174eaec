import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { DB } from '../../../src/platform/db/schema.ts';
import { isUnsafe } from '../../../src/platform/http/csrf.ts';
import { createFullMember, createStaff } from '../../support/full-member.ts';
import { sampleBody } from '../../support/sample-requests.ts';
import { seedRoutes } from '../../support/seed-routes.ts';
import { createWorld } from '../../support/world.ts';

/** The statements sent to the replica, and the positions that requests required of it. */
const statements: string[] = [];
const positions: number[] = [];
let end = 1000;
let endOfLogCalls = 0;

/** Simulates a lost notification connection. Returns a function that restores it. */
let stopListening: () => () => void;

// The replica is the primary under another name, so it is always in sync.
const world = await createWorld({ LIMIT_SENSITIVE: 'off' }, (services) => {
  const { pool } = services.database;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query.sql),
  });
  let isListening = true;
  services.listener = {
    isLive: () => isListening,
    liveSince: () => 0,
    close: async () => {},
  };
  stopListening = () => {
    isListening = false;
    return () => {
      isListening = true;
    };
  };
  services.replicas = {
    all: [],
    choose(after) {
      positions.push(after);
      return { db, isInUse: () => true };
    },
    async endOfLog() {
      endOfLogCalls += 1;
      return ++end;
    },
    async close() {},
  };
});
const staff = await createStaff(world);
const site = await seedRoutes(world, staff);

beforeEach(() => {
  statements.length = 0;
  positions.length = 0;
  endOfLogCalls = 0;
});

/** None of these shows a session, a balance, a setting or a message. */
const READING = [
  '/',
  '/api/folders',
  '/api/folders/:id/posts',
  '/api/posts',
  '/api/posts/:id',
  '/api/posts/:id/changes',
  '/api/posts/:id/comments',
  '/api/posts/:id/comments/:root_id/replies',
  '/api/posts/:id/folder-status',
  '/api/posts/:id/reaction',
  '/api/posts/titles',
  '/api/search',
  '/api/search/suggest',
  '/api/series',
  '/api/series/:id',
  '/api/tags',
  '/api/tags/:slug',
  '/api/tags/:slug/posts',
  '/api/tags/suggest',
  '/api/users/:uid',
  '/api/users/:uid/folders',
  '/api/users/:uid/follow-status',
  '/api/users/:uid/followers',
  '/api/users/:uid/following',
  '/api/users/:uid/series',
  '/api/users/search',
  '/feed.atom',
  '/feed.json',
  '/feed.xml',
  '/folders/:id',
  '/posts',
  '/posts/:id',
  '/posts/:id/changes',
  '/posts/:id/folders',
  '/search',
  '/series/:id',
  '/series/:id/feed.atom',
  '/series/:id/feed.json',
  '/series/:id/feed.xml',
  '/sitemap.xml',
  '/space/:uid',
  '/space/:uid/feed.atom',
  '/space/:uid/feed.json',
  '/space/:uid/feed.xml',
  // The public posts that a chart marks; its numbers come from the primary.
  '/studio/analytics',
  '/studio/series',
  '/studio/series/:id',
  '/studio/write',
  '/tags',
  '/tags/:slug',
  '/tags/:slug/feed.atom',
  '/tags/:slug/feed.json',
  '/tags/:slug/feed.xml',
];
const SHOWN = [
  'comment',
  'comment_count',
  // What the viewer wrote and the staff has not decided on yet.
  'comment_hold',
  'comment_like',
  'comment_mention',
  // A space shows who gave most to its owner: sums of gifts, no balance.
  'energy_entry',
  'energy_transfer',
  'folder',
  'folder_item',
  'hidden_reply',
  'hidden_star',
  'member_card',
  'post',
  'post_count',
  'post_count_delta',
  'post_day',
  'post_energize_total',
  'post_favorite',
  'post_hot_score',
  'post_reaction',
  // The public number of reads, and whether the owner shows it.
  'post_read_count',
  'site_setting',
  'post_related',
  'post_revision',
  'published_edit',
  'post_search',
  'post_tag',
  'search_key',
  'search_word',
  'series',
  'series_post',
  'tag',
  'tag_edition',
  'tag_follow',
  'upload',
  'user_count',
  'user_count_delta',
  'user_follow',
  'users',
];

async function tablesIn(texts: string[]): Promise<string[]> {
  const rows = await world.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const named = texts.flatMap((text) =>
    Array.from(text.matchAll(/\b(?:from|join|using) "?([a-z_]+)"?/gi), ([, name]) => name),
  );
  return rows.map(({ name }) => String(name)).filter((name) => named.includes(name));
}

test('no request that may write reads from a replica', async () => {
  await createFullMember(world, staff, { tag: 'quiet', ip: '198.51.100.79' });
  const member = await world.member({ exp: 2000 });
  statements.length = 0;
  for (const client of [member, staff.owner]) {
    for (const { method, url, route } of world.app.routes) {
      if (!isUnsafe(method) || /log-?out|delete-account|destroy/.test(url)) continue;
      await client.send(method as 'POST', site.addressOf({ url }), sampleBody(route), {
        headers: { 'read-after': '0' },
      });
    }
  }
  expect(endOfLogCalls).toBeGreaterThan(100);
  expect(statements).toEqual([]);
});

test('exactly these routes read from a replica: public content and the viewer state', async () => {
  const owner = await world.member({ exp: 2000 });
  await world.sql("update users set role = 'member' where role = 'owner'");
  await world.sql("update users set role = 'owner' where uid = $1", [owner.uid]);
  const reading = new Set<string>();
  const sent: string[] = [];
  for (const { method, url } of world.app.routes) {
    if (method !== 'GET') continue;
    statements.length = 0;
    await owner.get(site.addressOf({ url }), { headers: { accept: 'text/html' } });
    if (statements.length > 0) reading.add(url);
    sent.push(...statements);
  }
  expect([...reading].sort()).toEqual(READING);
  expect(sent.filter((text) => !/^\s*(select|with)\b/i.test(text))).toEqual([]);
  expect(sent.filter((text) => /\bfor (update|share|no key|key share)\b/i.test(text))).toEqual([]);
  const tables = await tablesIn(sent);
  expect(tables).toContain('post');
  expect(tables.filter((name) => !SHOWN.includes(name))).toEqual([]);
});

test('a browser sends the position of its last write, and one that wrote nothing sends none', async () => {
  const client = await world.member();
  const written = String(end);
  expect(client.cookies.get('wrote')).toBe(written);
  await client.get('/api/posts');
  await world.visitor().get('/api/posts');
  expect(positions).toEqual([Number(written), 0]);
});

test('an API client that sends the position reads from a replica, and otherwise from the primary', async () => {
  const client = await world.member({ transport: 'bearer' });
  const response = await client.post(`/api/posts/${site.post}/like`, {});
  const position = String(response.headers['read-after']);
  expect(position).toBe(String(end));
  expect(response.headers['set-cookie']).toBeUndefined();
  await client.get('/api/posts');
  for (const forged of ['', 'x', '-1', '1e9', '12345678901234567'])
    await client.get('/api/posts', { headers: { 'read-after': forged } });
  expect(positions).toEqual([]);
  await client.get('/api/posts', { headers: { 'read-after': position } });
  expect(positions).toEqual([Number(position)]);
});

test('a page that checks its reader in reads from the primary and returns the position', async () => {
  const client = await world.member({ exp: 2000 });
  client.cookies.delete('wrote');
  const first = await client.get(`/space/${client.uid}`);
  expect(first.status).toBe(200);
  expect(statements).toEqual([]);
  expect(client.cookies.get('wrote')).toBe(String(end));
  const second = await client.get(`/space/${client.uid}`);
  expect(statements.length).toBeGreaterThan(0);
  expect(second.headers['set-cookie']).toBeUndefined();
});

test('a response replayed for its idempotency key returns a position too', async () => {
  const client = await world.member();
  const key = { headers: { 'idempotency-key': 'once' } };
  const like = () => client.post(`/api/posts/${site.post}/like`, {}, key);
  const first = await like();
  const second = await like();
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(Number(second.headers['read-after'])).toBe(Number(first.headers['read-after']) + 1);
  expect(client.cookies.get('wrote')).toBe(second.headers['read-after']);
});

test('a rejected or read-only request gets no position and costs no query', async () => {
  const visitor = world.visitor();
  const refused = await visitor.post(`/api/posts/${site.post}/like`, {});
  expect(refused.status).toBe(401);
  const read = await visitor.get('/posts');
  expect([refused, read].map(({ headers }) => headers['read-after'])).toEqual([
    undefined,
    undefined,
  ]);
  expect(visitor.cookies.has('wrote')).toBe(false);
  expect(endOfLogCalls).toBe(0);
});

test('a page reads everything from one replica', async () => {
  await world.visitor().get(`/posts/${site.post}`);
  expect(statements.length).toBeGreaterThan(1);
  expect(positions).toHaveLength(1);
});

test('D55 while the notification connection is lost, everything is read from the primary', async () => {
  const listenAgain = stopListening();
  await world.visitor().get(`/posts/${site.post}`);
  expect([statements, positions]).toEqual([[], []]);
  listenAgain();
  await world.visitor().get('/api/posts?order=hot');
  expect(positions).toHaveLength(1);
});
