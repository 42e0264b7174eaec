import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { type PostStatus, STATUSES } from '../../src/posts/rules.ts';
import { sendPushes } from '../../src/push/actions/send.ts';
import { EVENTS } from '../../src/webhooks/rules.ts';
import type { Client } from '../support/client.ts';
import { openPushService } from '../support/push-service.ts';
import { createWorld, type World } from '../support/world.ts';

/**
 * A01, A03, D25: every state of a post × every kind of caller × every GET route. Hidden text is in no byte of any
 * response, and a hidden post looks exactly like a missing one.
 */
const world = await createWorld({ WEBHOOK_LOOPBACK: 'true' });
const MISSING = 999_999_999;
const PAGES_MAX = 20;

/** Besides the five states: a deleted post, a deleted author's post, and an unapproved edit. */
const SITUATIONS = [...STATUSES, 'deleted', 'edit'] as const;
type Situation = (typeof SITUATIONS)[number];
type Planted = { id: number; root: number; canary: string; situation: Situation; author: Client };

const author = await world.member({ exp: 1 });
const banned = await world.member({ exp: 1 });
const gone = await world.member({ exp: 1 });
const member = await world.member({ exp: 2000 });
const follower = await world.member({ exp: 2000 });
const admin = await world.member({ role: 'admin', exp: 1 });
const owner = await world.member({ role: 'owner', exp: 1 });
/** D56: has no staff rights while banned. */
const banned_admin = await world.member({ role: 'admin', status: 'banned', exp: 1 });
const actors = {
  ...{ anonymous: world.visitor(), member, follower, author, banned, admin, owner },
  banned_admin,
};

/** Made before the posts: its log has their events. */
const { id: webhook } = (
  await owner.post('/api/admin/webhooks', {
    url: 'https://hooks.example.org/lamplight',
    events: EVENTS,
  })
).body;

const planted: Planted[] = [];
for (const writer of [author, banned, gone]) {
  for (const situation of SITUATIONS) planted.push(await plant(world, writer, situation));
}
await world.sql("update users set status = 'banned' where uid = $1", [banned.uid]);
await banned.logIn(banned.email, 'correct horse battery');
await world.sql('update users set deleted_at = now() where uid = $1', [gone.uid]);
const folders = (await world.sql('select id from folder')).map((row) => Number(row['id']));
/** A series of each author with all of their posts: titles of hidden ones must not be beside the public ones. */
for (const { uid } of [author, banned, gone])
  await world.sql(
    `with made as (
       insert into series (author_uid, title, created_at, updated_at) values ($1, '合集', now(), now()) returning id
     )
     insert into series_post (post_id, series_id, author_uid, position)
     select post.id, made.id, $1, row_number() over (order by post.id) from post, made where author_uid = $1`,
    [uid],
  );
const series = (await world.sql('select id from series')).map((row) => Number(row['id']));
const uids = [author, banned, gone, member].map((one) => one.uid);

/** Written and discussed while public, then moved to its state: the comments on it must be hidden too. */
async function plant({ sql }: World, writer: Client, situation: Situation): Promise<Planted> {
  const canary = `canary${writer.uid}${situation}`;
  const text = (mark: string) => ({
    title: `${mark} title`,
    summary: `${mark} summary`,
    body: `<p>${mark} body</p>`,
    tags: [mark, '同一'],
  });
  const plain = `open${writer.uid}`;
  const send = async (client: Client, url: string, body?: object) => {
    const response = await client.post(url, body);
    if (response.status >= 300) throw new Error(`${url} returned ${response.text}`);
    return response.body;
  };
  const mark = situation === 'edit' ? plain : canary;
  const { id } = await send(writer, '/api/studio/posts', text(mark));
  // D61: what is derived from the post knows it as public, and is not notified of the change of its state.
  await tick(world.ctx);
  for (const reader of [member, follower]) {
    await send(reader, `/api/posts/${id}/like`);
    await send(reader, `/api/posts/${id}/favorite`);
    await send(reader, `/api/users/${writer.uid}/follow`, { following: reader === follower });
  }
  const comment = await send(member, `/api/posts/${id}/comments`, { body: `${mark} comment` });
  await send(follower, `/api/comments/${comment.id}/reply`, { body: `${mark} reply` });
  // Derived while the post is public: the rows must not show what is hidden after.
  await tick(world.ctx);
  if (situation === 'deleted') await sql('update post set deleted_at = now() where id = $1', [id]);
  else if (situation === 'edit')
    await writer.put(`/api/studio/posts/${id}`, { ...text(canary), version: 1, draft: true });
  else
    await sql(
      `update post set status = $2, locked_from = case when $2 = 'locked' then 'approved' end where id = $1`,
      [id, situation satisfies PostStatus],
    );
  return { id, root: comment.id, canary, situation, author: writer };
}

function sees(actor: Client, post: Planted): boolean {
  if (post.author === gone || post.situation === 'deleted') return false;
  if (post.situation === 'approved' || actor === post.author) return true;
  // Staff review pending edits; an unfinished edit is visible to its author only.
  return (actor === admin || actor === owner) && post.situation !== 'edit';
}

/** Every URL of a route, with the possible parameters and each choice of its query. */
function addresses({ url, route }: DeclaredRoute, post: Planted): string[] {
  const values = (name: string): (string | number)[] => {
    if (name === 'id' && /\/(posts|analytics|:kind)\/:id/.test(url)) return [post.id];
    if (name === 'kind') return ['post'];
    if (name === 'id' && /\/folders\/:id/.test(url)) return folders;
    if (name === 'id' && /\/series\/:id/.test(url)) return series;
    if (name === 'id' && /\/comments\/:id/.test(url)) return [post.root];
    if (name === 'id' && /\/webhooks\/:id/.test(url)) return [webhook];
    if (name === 'root_id') return [post.root];
    if (name === 'post_id') return [post.id];
    if (name === 'version') return [1, 2];
    if (name === 'uid') return uids;
    if (name === 'token') return [`v2.5.${'a'.repeat(22)}.${'b'.repeat(43)}`];
    if (name === 'slug') return [encodeURIComponent('同一'), ...planted.map((one) => one.canary)];
    if (name === 'choice') return ['en', 'dark'];
    if (name === 'name') return ['lamp.svg'];
    if (name === 'file') return ['1.xml', 'members-1.xml', 'tags-1.xml', 'series-1.xml'];
    if (name === 'provider') return ['github'];
    throw new Error(`teach this test what :${name} of ${url} stands for`);
  };
  let paths = [url];
  for (const [, name = ''] of url.matchAll(/:(\w+)/g)) {
    paths = paths.flatMap((path) =>
      values(name).map((value) => path.replace(`:${name}`, String(value))),
    );
  }
  return paths.flatMap((path) =>
    queries(url, route.config?.query ? { querystring: route.config.query } : route.schema).map(
      (query) => `${path}?${query}`,
    ),
  );
}

function queries(url: string, schema: unknown): string[] {
  const { querystring } = (schema ?? {}) as { querystring?: { properties?: object } };
  const properties = Object.entries(querystring?.properties ?? {}) as [
    string,
    { enum?: string[] },
  ][];
  if (properties.some(([name]) => name === 'q')) return searches(url, properties);
  if (properties.some(([name]) => name === 'ids'))
    return [`ids=${planted.map(({ id }) => id).join(',')}`];
  const base = properties.some(([name]) => name === 'limit') ? 'limit=100' : '';
  const choices = properties.flatMap(([name, one]) =>
    (one.enum ?? []).map((value) => `${base}&${name}=${value}`),
  );
  return [base, ...choices];
}

/**
 * D61: a word of every post with each choice; the text of each post, its beginning, and a misspelling of it. A page
 * repeats what was typed, so the text itself is searched for in the API only.
 */
function searches(url: string, properties: [string, { enum?: string[] }][]): string[] {
  const choices = properties.flatMap(([name, one]) =>
    (one.enum ?? []).map((value) => `&${name}=${value}`),
  );
  const words = planted.flatMap(({ canary }) => [
    ...(url.startsWith('/api/') ? [canary] : []),
    canary.slice(0, -1),
    canary.replace('canary', 'canray'),
  ]);
  return [
    ...['', ...choices].map((choice) => `q=title${choice}`),
    ...words.map((word) => `q=${word}`),
  ];
}

/** One response, or all pages of a list as one text. */
async function read(actor: Client, address: string): Promise<{ status: number; text: string }> {
  let [text, url] = ['', address];
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await actor.get(url);
    text += response.text;
    const next = response.status === 200 ? response.body?.next_cursor : null;
    if (!next) return { status: response.status, text };
    url = `${address}&cursor=${next}`;
  }
  throw new Error(`${address} has more pages than expected`);
}

const gets = world.app.routes.filter(
  ({ method, url, route }) => method === 'GET' && !route.config?.internal && !url.includes('*'),
);

describe.each(Object.entries(actors))(
  'A01, D25, ASVS 8.2.2 posts hidden from the %s',
  (_, actor) => {
    test.each(gets.map((one) => [one.url, one] as const))(
      'appear in no byte of GET %s',
      async (_url, route) => {
        for (const post of planted) {
          for (const address of addresses(route, post)) {
            const { text } = await read(actor, address);
            const leaked = planted.filter((one) => !sees(actor, one) && text.includes(one.canary));
            expect([address, leaked.map((one) => one.canary)]).toEqual([address, []]);
          }
          // A route without a post id has the same URL for all of them.
          if (!/\/posts\/:id|root_id|post_id|\/comments\/:id/.test(route.url)) break;
        }
      },
    );

    test('visible text is there, so this test can fail', async () => {
      const list = await read(actor, '/api/posts?limit=100');
      for (const post of planted) {
        const detail = await actor.get(`/api/posts/${post.id}`);
        const open = post.situation === 'edit' && post.author !== gone;
        expect([post.canary, detail.status]).toEqual([
          post.canary,
          sees(actor, post) || open ? 200 : 404,
        ]);
        const listed = post.situation === 'approved' && post.author !== gone;
        expect([post.canary, list.text.includes(post.canary)]).toEqual([post.canary, listed]);
      }
    });

    test.each(
      gets.filter(({ url }) => /\/posts\/:id/.test(url)).map((one) => [one.url, one] as const),
    )('A03 GET %s of it equals, byte for byte, that of a missing post', async (_url, route) => {
      const ofMissing = { ...planted[0], id: MISSING, root: MISSING } as Planted;
      const [nothing = ''] = addresses(route, ofMissing);
      const expected = withoutRequest(await actor.get(nothing), MISSING);
      for (const post of planted) {
        const hidden = !sees(actor, post) && !(post.situation === 'edit' && post.author !== gone);
        if (!hidden) continue;
        const [address = ''] = addresses(route, post);
        expect([address, withoutRequest(await actor.get(address), post.id)]).toEqual([
          address,
          expected,
        ]);
      }
    });
  },
);

/** The response without what belongs to the request: its date, its ids and the post it names. */
function withoutRequest(response: Awaited<ReturnType<Client['get']>>, postId: number): string {
  const { date: _, 'x-request-id': requestId, location, ...headers } = response.headers;
  // A redirect repeats the id of the post.
  const to = String(location ?? '').replace(`=${postId}`, '=post');
  const text = JSON.stringify([response.status, headers, to, response.text]);
  return text.replaceAll(String(requestId), 'request').replace(/[0-9a-f-]{36}/g, 'request');
}

test('A01, D25 hidden posts are in no push, whoever is notified of what', async () => {
  const service = await openPushService();
  let shown = 0;
  for (const [name, actor] of Object.entries({ author, member, follower, admin, owner })) {
    const { endpoint, keys, read: readMessages } = service.createBrowser();
    const groups = ['comment', 'mention', 'follow', 'system'];
    const { status } = await actor.put('/api/settings/push', { endpoint, keys, groups });
    expect(status).toBe(200);
    const notified = await world.sql('select id from notification where uid = $1', [actor.uid]);
    for (const { id } of notified) {
      await world.sql(
        `insert into push_message (uid, subscription_id, notification_id, next_at, created_at)
         select uid, id, $2, $3, $3 from push_subscription where uid = $1`,
        [actor.uid, id, world.ctx.now()],
      );
      await sendPushes(world.ctx);
    }
    const text = JSON.stringify(readMessages().map(({ payload }) => payload));
    const leaked = planted.filter((one) => !sees(actor, one) && text.includes(one.canary));
    expect([name, leaked.map(({ canary }) => canary)]).toEqual([name, []]);
    shown += planted.filter(({ canary }) => text.includes(canary)).length;
  }
  // Visible text is there, so this test can fail.
  expect(shown).toBeGreaterThan(0);
});
