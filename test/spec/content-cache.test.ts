import { beforeAll, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { HiddenListener } from '../../src/platform/db/hidden-listener.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** D55 for what members share of a post's page (ADR 0051): with the cache of production, but no age that ends in a test. */
let listener: HiddenListener | undefined;
const world = await createWorld({ PAGE_CACHE_AGE_MS: '60000' }, (services) => {
  listener = services.listener;
});
const admin = await world.member({ role: 'admin' });
const [reader, other] = [await world.member(), await world.member()];

beforeAll(() => until(() => listener?.isLive() ?? false));

const text = (title: string) => ({ title, body: '<p>灯</p>', lang: 'zh', tags: [] as string[] });

async function write(author: Client, title: string, tag: string): Promise<number> {
  const { status, body } = await author.post('/api/studio/posts', { ...text(title), tags: [tag] });
  expect(status).toBe(201);
  await tick(world.ctx);
  return body.id;
}

let made = 0;

/** A post whose page shows a related one, another one of its author, and its series. Its page has been read by a member. */
async function openPost() {
  const n = ++made;
  const names = {
    related: `近邻甲${n}`,
    more: `旧作乙${n}`,
    series: `集子丙${n}`,
    name: `邻人丁${n}`,
  };
  const author = await world.member({ exp: 10_000 });
  const neighbour = await world.member({ exp: 10_000 });
  await neighbour.put('/api/settings/profile', { username: names.name });
  const related = await write(neighbour, names.related, `tag${n}`);
  const more = await write(author, names.more, `alone${n}`);
  const post = await write(author, `正文${n}`, `tag${n}`);
  const series: number = (await author.post('/api/series', { title: names.series })).body.id;
  for (const post_id of [more, post])
    expect((await author.post(`/api/series/${series}/posts`, { post_id })).status).toBe(200);
  const page = async (client: Client) =>
    (await client.get(`/posts/${post}`, { headers: { accept: 'text/html' } })).text;
  const first = await page(reader);
  for (const name of Object.values(names)) expect(first).toContain(name);
  return { author, neighbour, names, related, more, post, series, page };
}

type Post = Awaited<ReturnType<typeof openPost>>;

async function versionOf(author: Client, id: number): Promise<number> {
  return (await author.get(`/api/studio/posts/${id}`)).body.version;
}

async function lock(author: Client, id: number): Promise<number> {
  const version = await versionOf(author, id);
  return (await admin.post(`/api/admin/posts/${id}/lock`, { version, reason: '违规' })).status;
}

test('ADR 0051: members share what follows a text; its author and visitors read it afresh, for all', async () => {
  const { author, names, post, page } = await openPost();
  // Nothing announces this.
  await world.sql('delete from post_related where post_id = $1 or related_id = $1', [post]);
  expect(await page(other)).toContain(names.related);
  expect(await page(author)).not.toContain(names.related);
  expect(await page(other)).not.toContain(names.related);
});

const CHANGES: [string, keyof Post['names'], (post: Post) => Promise<number>][] = [
  ['a related post is locked', 'related', ({ neighbour, related }) => lock(neighbour, related)],
  [
    'a related post is deleted',
    'related',
    async ({ neighbour, related }) =>
      (await neighbour.delete(`/api/studio/posts/${related}`)).status,
  ],
  [
    'a related post has another title',
    'related',
    async ({ neighbour, related }) => {
      const version = await versionOf(neighbour, related);
      const edit = { ...text('新的题目'), version };
      return (await neighbour.put(`/api/studio/posts/${related}`, edit)).status;
    },
  ],
  [
    'the author of a related post has another name',
    'name',
    async ({ neighbour }) =>
      (await neighbour.put('/api/settings/profile', { username: `改名${made}` })).status,
  ],
  [
    'the author of a related post deletes the account',
    'related',
    async ({ neighbour }) =>
      (await neighbour.post('/api/settings/delete-account', { password: PASSWORD })).status,
  ],
  ['another post of the author is locked', 'more', ({ author, more }) => lock(author, more)],
  [
    'the series has another title',
    'series',
    async ({ author, series }) =>
      (await author.put(`/api/series/${series}`, { title: '另一个' })).status,
  ],
  [
    'the series is deleted',
    'series',
    async ({ author, series }) => (await author.delete(`/api/series/${series}`)).status,
  ],
];

test.each(CHANGES)('D55: the next member sees it when %s', async (_what, name, change) => {
  const post = await openPost();
  expect(await post.page(other)).toContain(post.names[name]);
  expect([200, 204]).toContain(await change(post));
  expect(await post.page(other)).not.toContain(post.names[name]);
});

test('D55: another process hides a related post', async () => {
  const { names, related, page } = await openPost();
  await world.sql(`update post set status = 'locked', locked_from = 'approved' where id = $1`, [
    related,
  ]);
  await world.sql(`select pg_notify('lamplight_hidden', 'post:' || $1)`, [related]);
  await until(async () => !(await page(other)).includes(names.related));
});
