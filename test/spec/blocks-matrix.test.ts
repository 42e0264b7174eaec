import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/**
 * D67: every route × {none, muted, blocked, blocking}, from the route table. The reader sees no byte of what a member wrote
 * whom they muted or blocked; a member who was blocked is refused every write to them. A new GET route is included; a
 * new write outside the caller's own things must be classified here.
 */
const world = await createWorld({ LIMIT_WRITE: 'off', LIMIT_FOLLOWS: 'off' });
const PAGES_MAX = 20;

/** What the reader is to the other member: `blocking` blocked the reader. */
const RELATIONS = ['none', 'muted', 'blocked', 'blocking'] as const;
type Relation = (typeof RELATIONS)[number];
const HIDDEN: readonly Relation[] = ['muted', 'blocked'];

/** GET routes that name a hidden member on purpose: to the reader alone, who must be able to end it. */
const SHOWS_HIDDEN: Record<string, string> = {
  '/api/settings/blocks': 'the list',
  '/settings/blocks': 'the list',
  '/space/:uid/block': 'the choice',
  '/space/:uid':
    'their name, and how to end it; nothing that they wrote but their name and signature',
  '/api/users/:uid': 'the same',
  '/space/:uid/card.jpg': 'a public picture, the same for everybody',
};

type Other = {
  client: Client;
  relation: Relation;
  canary: string;
  post: number;
  series: number;
  folder: number;
};

async function send(client: Client, method: 'post' | 'put', url: string, body?: object) {
  const response = await client[method](url, body);
  if (response.status >= 300) throw new Error(`${url} returned ${response.text}`);
  return response.body;
}

const owner = await world.member({ role: 'owner', exp: 5000 });
const reader = await world.member({ exp: 5000 });
const third = await world.member({ exp: 5000 });
const text = (mark: string) => ({
  title: `${mark} 题`,
  summary: `${mark} 摘要`,
  body: `<p>${mark} 正文</p>`,
  tags: ['同一话题'],
});
const ownPost = (await send(reader, 'post', '/api/studio/posts', text('reader'))).id as number;
const thirdPost = (await send(third, 'post', '/api/studio/posts', text('third'))).id as number;
const ownComment = (
  await send(reader, 'post', `/api/posts/${thirdPost}/comments`, { body: '我的评论' })
).id;
const thirdComment = (
  await send(third, 'post', `/api/posts/${thirdPost}/comments`, { body: '根评论' })
).id;

const others: Other[] = [];
for (const relation of RELATIONS) others.push(await plant(relation));
await tick(world.ctx);
for (const { client, relation } of others) {
  if (relation === 'muted')
    await send(reader, 'put', `/api/users/${client.uid}/block`, { kind: 'mute' });
  if (relation === 'blocked')
    await send(reader, 'put', `/api/users/${client.uid}/block`, { kind: 'block' });
  if (relation === 'blocking')
    await send(client, 'put', `/api/users/${reader.uid}/block`, { kind: 'block' });
}

/** Somebody who appears everywhere a member can appear to the reader. */
async function plant(relation: Relation): Promise<Other> {
  const client = await world.member({ exp: 5000 });
  const canary = `canary${relation}`;
  const gift = { uids: [client.uid], amount: 50, reason: 'for this test' };
  await send(owner, 'post', '/api/admin/energy/adjust', gift);
  await send(client, 'put', '/api/settings/profile', {
    username: canary,
    signature: `${canary} 签名`,
  });
  const post = (await send(client, 'post', '/api/studio/posts', text(canary))).id;
  const series = (
    await send(client, 'post', '/api/series', { title: `${canary} 集`, description: '' })
  ).id;
  await send(client, 'post', `/api/series/${series}/posts`, { post_id: post });
  const folder = (
    await send(client, 'post', '/api/folders', {
      name: `${canary}夹`,
      description: '',
      is_public: true,
    })
  ).id;
  await send(client, 'post', `/api/folders/${folder}/posts`, { post_id: thirdPost });
  for (const id of [ownPost, thirdPost]) {
    await send(client, 'post', `/api/posts/${id}/comments`, {
      body: `${canary} 评论 @${reader.uid}`,
    });
    await send(client, 'post', `/api/posts/${id}/like`);
    await send(client, 'post', '/api/energy/energize', { post_id: id, form: 'light' });
  }
  await send(client, 'post', `/api/comments/${thirdComment}/reply`, { body: `${canary} 回复` });
  await send(client, 'post', `/api/comments/${ownComment}/reply`, { body: `${canary} 回复我` });
  await send(client, 'put', `/api/comments/${ownComment}/like`);
  for (const followed of [reader, third])
    await send(client, 'post', `/api/users/${followed.uid}/follow`);
  for (const follower of [reader, third])
    await send(follower, 'post', `/api/users/${client.uid}/follow`);
  await send(reader, 'post', `/api/posts/${post}/favorite`);
  return { client, relation, canary, post, series, folder };
}

const folders = (await world.sql('select id from folder')).map((row) => Number(row['id']));
const seriesIds = others.map(({ series }) => series);
const uids = [reader.uid, third.uid, ...others.map(({ client }) => client.uid)];
const posts = [ownPost, thirdPost, ...others.map(({ post }) => post)];

function valuesOf(name: string, url: string): (string | number)[] {
  if (name === 'id' && /\/(posts|analytics)\/:id/.test(url)) return posts;
  if (name === 'id' && url.includes('/folders/')) return folders;
  if (name === 'id' && url.includes('/series/')) return seriesIds;
  if (name === 'id' && url.includes('/comments/')) return [thirdComment];
  if (name === 'root_id') return [thirdComment];
  if (name === 'post_id') return [thirdPost];
  if (name === 'version') return [1];
  if (name === 'uid') return uids;
  if (name === 'slug') return [encodeURIComponent('同一话题')];
  if (name === 'choice') return ['en', 'dark'];
  if (name === 'token') return [`v2.5.${'a'.repeat(22)}.${'b'.repeat(43)}`];
  if (name === 'provider') return ['github'];
  return ['lamp.svg'];
}

function addressesOf({ url, route }: DeclaredRoute): string[] {
  let paths = [url];
  for (const [, name = ''] of url.matchAll(/:(\w+)/g))
    paths = paths.flatMap((path) =>
      valuesOf(name, url).map((value) => path.replace(`:${name}`, String(value))),
    );
  const schema = route.config?.query ?? (route.schema as { querystring?: object })?.querystring;
  const properties = Object.entries(
    (schema as { properties?: Record<string, { enum?: string[] }> } | undefined)?.properties ?? {},
  );
  const has = (name: string) => properties.some(([one]) => one === name);
  const base = [has('limit') ? 'limit=100' : '', has('ids') ? `ids=${posts.join(',')}` : ''].filter(
    Boolean,
  );
  const starts = has('q')
    ? ['canary', '题', '正文', ...others.map(({ client }) => client.uid)].map(
        (q) => `q=${encodeURIComponent(q)}`,
      )
    : [''];
  const choices = properties.flatMap(([name, one]) =>
    (one.enum ?? []).map((value) => `${name}=${value}`),
  );
  return paths.flatMap((path) =>
    starts.flatMap((start) =>
      ['', ...choices].map(
        (choice) => `${path}?${[...base, start, choice].filter(Boolean).join('&')}`,
      ),
    ),
  );
}

async function read(client: Client, address: string): Promise<string> {
  let [all, url] = ['', address];
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await client.get(url);
    all += response.text;
    const next = response.status === 200 ? response.body?.next_cursor : null;
    if (!next) return all;
    url = `${address}&cursor=${next}`;
  }
  throw new Error(`${address} has more pages than expected`);
}

/** Feeds are read without a log-in, by programs that know no member: the same for everybody. */
const IS_FEED = /\/feed\.(xml|atom|json)$/;

const gets = world.app.routes.filter(
  ({ method, url, route }) => method === 'GET' && !route.config?.internal && !url.includes('*'),
);
const seen = new Set<Relation>();

describe('D67 what the reader sees', () => {
  test.each(
    gets
      .filter(({ url }) => !(url in SHOWS_HIDDEN) && !IS_FEED.test(url))
      .map((one) => [one.url, one] as const),
  )('no byte of a muted or blocked member in GET %s', async (_url, route) => {
    for (const address of addressesOf(route)) {
      // The typed words stand in the page.
      const all = (await read(reader, address)).replaceAll(/q=canary\w*/g, '');
      for (const { canary, relation } of others) if (all.includes(canary)) seen.add(relation);
      const leaked = others.filter(
        ({ canary, relation }) => HIDDEN.includes(relation) && all.includes(canary),
      );
      expect([address, leaked.map(({ canary }) => canary)]).toEqual([address, []]);
    }
  });

  test('the others are there, so this test can fail', () => {
    expect([...seen].toSorted()).toEqual(['blocking', 'none']);
  });

  test('a member who hides nobody, and a visitor, see all of them', async () => {
    for (const client of [third, world.visitor()]) {
      const list = await read(client, '/api/posts?limit=100');
      const comments = await read(client, `/api/posts/${thirdPost}/comments?limit=100`);
      for (const { canary } of others) {
        expect([canary, list.includes(canary), comments.includes(canary)]).toEqual([
          canary,
          true,
          true,
        ]);
      }
    }
  });

  test('the exceptions exist', () => {
    const urls = new Set(gets.map(({ url }) => url));
    expect(
      Object.keys(SHOWS_HIDDEN).filter((url) => !urls.has(url) && !url.endsWith('.jpg')),
    ).toEqual([]);
  });

  test('the space of a hidden member shows that, and nothing that they wrote', async () => {
    for (const { client, canary, relation } of others.filter((one) =>
      HIDDEN.includes(one.relation),
    )) {
      for (const tab of ['posts', 'series', 'favorites']) {
        const page = (await reader.get(`/space/${client.uid}?tab=${tab}`)).text;
        expect(page).toContain(relation === 'blocked' ? 'You have blocked' : 'You have muted');
        for (const written of ['题', '集', '夹'])
          expect(page).not.toContain(`${canary} ${written}`);
      }
    }
  });

  test('a hidden post is refused with the reason, and readable again after the end', async () => {
    const muted = others.find(({ relation }) => relation === 'muted');
    if (!muted) throw new Error('nobody is muted');
    const address = `/api/posts/${muted.post}`;
    expect((await reader.get(address)).body.code).toBe('hidden_by_you');
    expect((await reader.get(`/posts/${muted.post}`)).status).toBe(403);
    await reader.delete(`/api/users/${muted.client.uid}/block`);
    expect((await reader.get(address)).status).toBe(200);
    await send(reader, 'put', `/api/users/${muted.client.uid}/block`, { kind: 'mute' });
  });

  test('pages stay full: hidden posts are left out before the limit', async () => {
    const { items } = (await reader.get('/api/posts?limit=3')).body;
    expect(items).toHaveLength(3);
  });
});

/** Writes to another member, by `METHOD /path`: what D67 refuses to a member who was blocked. */
type Attempt = (writer: Client) => Promise<{ status: number; body: { code?: string } }>;
const REFUSED: Record<string, Attempt> = {
  'POST /api/users/:uid/follow': (writer) =>
    writer.post(`/api/users/${reader.uid}/follow`, { following: true }),
  'POST /api/posts/:id/comments': (writer) =>
    writer.post(`/api/posts/${ownPost}/comments`, { body: '又来' }),
  'POST /api/comments/:id/reply': (writer) =>
    writer.post(`/api/comments/${ownComment}/reply`, { body: '又来' }),
  'POST /api/energize': (writer) =>
    writer.post('/api/energy/energize', { post_id: ownPost, form: 'light' }),
  'PUT /api/comments/:id': async (writer) => {
    const [own] = await world.sql(
      'select id from comment where author_uid = $1 and post_id = $2 order by id limit 1',
      [writer.uid, ownPost],
    );
    return writer.put(`/api/comments/${own?.['id']}`, { body: '改一改' });
  },
};
/** Writes that name a member or what they wrote, and that a block leaves as they are: why. */
const ALLOWED: Record<string, string> = {
  'PUT /api/users/:uid/block': 'the block itself',
  'DELETE /api/users/:uid/block': 'its end',
  'POST /api/posts/:id/like': 'D67 does not name it; the reader gets no notification of it',
  'POST /api/posts/:id/dislike': 'the same',
  'POST /api/posts/:id/favorite': 'private to whoever saves',
  'POST /api/posts/:id/reads': 'reading public posts stays possible',
  'PUT /api/comments/:id/like': 'as of posts',
  'DELETE /api/comments/:id/like': 'as of posts',
  'DELETE /api/comments/:id': "the writer's own, or on their own post",
  'PUT /api/comments/:id/pin': "on the writer's own post",
  'DELETE /api/comments/:id/pin': "on the writer's own post",
  'POST /api/reports': 'a report goes to the staff, not to the member',
  'POST /api/comments/upload-image': "the writer's own picture",
  'POST /api/posts/upload-image': "the writer's own picture",
  'POST /api/posts/:id/submit': "the writer's own post",
  'POST /api/uploads/fetch': "the writer's own picture",
  'POST /api/pages/accept': "the writer's own acceptance of the terms",
  'PUT /api/tags/:slug/follow': 'a tag',
  'DELETE /api/tags/:slug/follow': 'a tag',
};
/** The caller's own things, and what staff do. */
const OWN =
  /^\/api\/(auth|admin|settings|studio|folders|series|messages|level|energy|mail|space)(\/|$)|^\/api\/posts\/:id\/series/;

describe('D67 what a blocked member may do', () => {
  test('every write is classified', () => {
    const writes = world.app.routes
      .filter(({ method, url }) => method !== 'GET' && method !== 'HEAD' && url.startsWith('/api/'))
      .filter(({ route }) => !route.config?.internal)
      .map(({ method, url }) => `${method} ${url}`)
      .filter((one) => one === 'POST /api/energy/energize' || !OWN.test(one.split(' ')[1] ?? ''));
    const known = [...Object.keys(REFUSED), ...Object.keys(ALLOWED)];
    const named = writes.map((one) => one.replace('/api/energy/energize', '/api/energize'));
    expect([...new Set(named)].filter((one) => !known.includes(one))).toEqual([]);
  });

  test.each(Object.entries(REFUSED))('%s', async (_, attempt) => {
    for (const { client, relation } of others) {
      const { status, body } = await attempt(client);
      // Whoever blocks the reader does not see their posts, and cannot follow them either.
      const isOpen = relation === 'none' || relation === 'muted';
      expect([relation, status < 300]).toEqual([relation, isOpen]);
      if (relation === 'blocked') expect(body.code).toBe('blocked');
    }
  });

  test('mentioning is refused by name and by choice', async () => {
    const [blocked] = others.filter(({ relation }) => relation === 'blocked');
    if (!blocked) throw new Error('nobody is blocked');
    const address = `/api/posts/${thirdPost}/comments`;
    const named = await blocked.client.post(address, {
      body: `@${reader.uid} 在吗`,
      mention_uids: [reader.uid],
    });
    expect([named.status, named.body.code]).toEqual([403, 'blocked']);
    expect((await blocked.client.post(address, { body: '不提任何人' })).status).toBe(201);
  });

  test('reading stays possible', async () => {
    for (const { client, relation } of others.filter((one) => one.relation !== 'blocking'))
      expect([relation, (await client.get(`/api/posts/${ownPost}`)).status]).toEqual([
        relation,
        200,
      ]);
  });

  test('a block ended the follows in both directions and a mute none; the counters are exact', async () => {
    for (const { client, relation } of others) {
      const rows = await world.sql(
        `select 1 from user_follow where following and $1 in (follower_uid, followed_uid)
            and $2 in (follower_uid, followed_uid)`,
        [client.uid, reader.uid],
      );
      // The follow that the matrix above sent stands where it was allowed.
      const left = { none: 2, muted: 2, blocked: 0, blocking: 1 }[relation];
      if (relation !== 'blocking') expect([relation, rows.length]).toEqual([relation, left]);
      else expect(rows.length).toBeLessThanOrEqual(left);
      const status = (await world.visitor().get(`/api/users/${client.uid}/follow-status`)).body;
      const [counted] = await world.sql(
        `select (select count(*)::int from user_follow where following and followed_uid = $1) as followers,
                (select count(*)::int from user_follow where following and follower_uid = $1) as following`,
        [client.uid],
      );
      expect([status.follower_count, status.following_count]).toEqual([
        counted?.['followers'],
        counted?.['following'],
      ]);
    }
  });
});
