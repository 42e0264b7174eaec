import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const admin = await world.member({ role: 'admin', exp: 1 });
const author = await world.member({ exp: 1 });
const other = await world.member({ exp: 1 });
const visitor = world.visitor();

let titles = 0;
async function write(by: Client = author, draft = false): Promise<number> {
  const body = { title: `篇章${++titles}号`, body: '<p>正文</p>', draft };
  return (await by.post('/api/studio/posts', body)).body.id;
}

async function create(by: Client = author, posts = 0) {
  const created = await by.post('/api/series', { title: '长夜读书', description: '慢慢读' });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const ids: number[] = [];
  for (let index = 0; index < posts; index++) {
    const post = await write(by);
    expect((await by.post(`/api/series/${id}/posts`, { post_id: post })).status).toBe(200);
    ids.push(post);
  }
  return { id: id as number, ids };
}

async function lock(id: number): Promise<void> {
  const { version } = (await author.get(`/api/studio/posts/${id}`)).body;
  const locked = await admin.post(`/api/admin/posts/${id}/lock`, { version, reason: '违规' });
  expect(locked.status).toBe(200);
}
const idsOf = async (by: Client, id: number) =>
  (await by.get(`/api/series/${id}`)).body.posts.map(
    (one: { post: { id: number } }) => one.post.id,
  );

describe('Series: the author arranges own posts', () => {
  test('posts are appended, moved, ordered as a whole and removed', async () => {
    const { id, ids } = await create(author, 3);
    const [a = 0, b = 0, c = 0] = ids;
    expect(await idsOf(visitor, id)).toEqual([a, b, c]);
    const { version } = (await author.get(`/api/series/${id}`)).body;
    const ordered = await author.put(`/api/series/${id}/order`, { version, post_ids: [c, a, b] });
    expect(ordered.body).toMatchObject({ version: version + 1, post_count: 3 });
    const moved = await author.put(`/api/series/${id}/posts/${b}`, {
      version: version + 1,
      position: 1,
    });
    expect(moved.status).toBe(200);
    expect(await idsOf(visitor, id)).toEqual([b, c, a]);
    expect((await author.delete(`/api/series/${id}/posts/${c}`)).status).toBe(204);
    expect(await idsOf(visitor, id)).toEqual([b, a]);
    const rows = await world.sql(
      'select position from series_post where series_id = $1 order by position',
      [id],
    );
    expect(rows.map((row) => row['position'])).toEqual([1, 2]);
  });

  test('two windows: the second order is refused with the current one', async () => {
    const { id, ids } = await create(author, 3);
    const { version } = (await author.get(`/api/series/${id}`)).body;
    const send = (post_ids: number[]) =>
      author.put(`/api/series/${id}/order`, { version, post_ids });
    const both = await Promise.all([
      send(ids.toReversed()),
      send([...ids.slice(1), ...ids.slice(0, 1)]),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'stale_version', version: version + 1 });
    expect(refused.post_ids).toEqual(await idsOf(author, id));
  });

  test('an incomplete order, a post twice and a foreign post are refused', async () => {
    const { id, ids } = await create(author, 2);
    const { version } = (await author.get(`/api/series/${id}`)).body;
    const foreign = await write(other);
    const [a = 0, b = 0] = ids;
    for (const post_ids of [[a], [a, a], [a, b, foreign], [a, foreign]])
      expect((await author.put(`/api/series/${id}/order`, { version, post_ids })).status).toBe(400);
    expect((await author.post(`/api/series/${id}/posts`, { post_id: foreign })).status).toBe(404);
  });

  test('the same post into two series at once: one of them has it', async () => {
    const one = await create();
    const two = await create();
    const post = await write();
    const both = await Promise.all(
      [one, two].map(({ id }) => author.post(`/api/series/${id}/posts`, { post_id: post })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'post_in_series',
    });
    expect(await world.sql('select 1 from series_post where post_id = $1', [post])).toHaveLength(1);
  });

  test('a series is deleted while a post is added: no row is left behind', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create();
      const post = await write();
      const [added, deleted] = await Promise.all([
        author.post(`/api/series/${id}/posts`, { post_id: post }),
        author.delete(`/api/series/${id}`),
      ]);
      expect([200, 404]).toContain(added.status);
      expect(deleted.status).toBe(204);
      expect(await world.sql('select 1 from series_post where series_id = $1', [id])).toEqual([]);
      expect((await author.get(`/api/studio/posts/${post}`)).status).toBe(200);
    }
  });

  test('the editor sets the series by its own request: the version of the post stays', async () => {
    const one = await create(author, 1);
    const two = await create();
    const [post = 0] = one.ids;
    const before = (await author.get(`/api/studio/posts/${post}`)).body.version;
    const set = (series_id: number | null) =>
      author.put(`/api/posts/${post}/series`, { series_id });
    expect((await set(two.id)).body).toEqual({ series_id: two.id });
    expect(await idsOf(author, two.id)).toEqual([post]);
    expect(await idsOf(author, one.id)).toEqual([]);
    expect((await set(null)).body).toEqual({ series_id: null });
    expect((await author.get(`/api/posts/${post}/series`)).body).toEqual({ series_id: null });
    expect((await author.get(`/api/studio/posts/${post}`)).body.version).toBe(before);
    expect((await other.get(`/api/posts/${post}/series`)).status).toBe(404);
  });

  test('a form without scripts sets the series too, and its empty choice means none', async () => {
    const { id } = await create();
    const post = await write();
    const url = `/posts/${post}/series/update`;
    expect((await author.submit(url, { series_id: String(id) })).status).toBe(303);
    expect(await idsOf(author, id)).toEqual([post]);
    expect((await author.submit(url, { series_id: '' })).status).toBe(303);
    expect(await idsOf(author, id)).toEqual([]);
    expect((await author.submit(url, { series_id: 'x' })).status).toBe(400);
  });

  test('limits: 50 series, 200 posts; and nobody else changes a series', async () => {
    const rich = await world.member({ exp: 1 });
    for (let index = 0; index < 49; index++)
      await world.sql(
        `insert into series (author_uid, title, created_at, updated_at) values ($1, 't', now(), now())`,
        [rich.uid],
      );
    const two = await Promise.all([1, 2].map(() => rich.post('/api/series', { title: 't' })));
    expect(two.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { id, ids } = await create(author, 1);
    await world.sql('update series_post set position = 200 where series_id = $1', [id]);
    const full = await author.post(`/api/series/${id}/posts`, { post_id: await write() });
    expect(full.body).toMatchObject({ status: 422, code: 'too_many', limit: 200 });
    expect((await other.put(`/api/series/${id}`, { title: 'x' })).status).toBe(404);
    expect((await other.delete(`/api/series/${id}`)).status).toBe(404);
    expect((await other.delete(`/api/series/${id}/posts/${ids[0]}`)).status).toBe(404);
  });

  test('the database refuses a post of another author', async () => {
    const { id } = await create();
    const foreign = await write(other);
    const insert = world.sql(
      'insert into series_post (post_id, series_id, author_uid, position) values ($1, $2, $3, 1)',
      [foreign, id, author.uid],
    );
    await expect(insert).rejects.toThrow(/series_post_of_author/);
  });
});

describe('Series: D25 visibility', () => {
  test('hidden posts are neither shown nor counted; the author sees them without a number', async () => {
    const { id, ids } = await create(author, 3);
    const [a = 0, b = 0, c = 0] = ids;
    const draft = await write(author, true);
    await author.post(`/api/series/${id}/posts`, { post_id: draft });
    await lock(b);
    expect(await idsOf(visitor, id)).toEqual([a, c]);
    expect(await idsOf(admin, id)).toEqual([a, c]);
    const own = (await author.get(`/api/series/${id}`)).body;
    expect(own).toMatchObject({ post_count: 2, hidden_count: 2 });
    expect(own.posts.map((one: { number: number | null }) => one.number)).toEqual([
      1,
      null,
      2,
      null,
    ]);
    const page = await visitor.get(`/posts/${c}`);
    expect(page.text).toContain('第 2 篇 / 共 2 篇');
    expect(page.text).toContain(`href="/posts/${a}" rel="prev"`);
    expect(page.text).not.toContain('rel="next"');
    await author.delete(`/api/studio/posts/${a}`);
    expect((await visitor.get(`/posts/${c}`)).text).toContain('第 1 篇 / 共 1 篇');
  });

  test('without a public post it is found by the author and the staff alone', async () => {
    const { id, ids } = await create(author, 1);
    await lock(ids[0] ?? 0);
    for (const path of [`/series/${id}`, `/api/series/${id}`, `/series/${id}/feed.atom`])
      expect((await visitor.get(path)).status).toBe(404);
    expect((await other.get(`/api/series/${id}`)).status).toBe(404);
    expect((await author.get(`/series/${id}`)).status).toBe(200);
    expect((await admin.get(`/series/${id}`)).status).toBe(200);
    const listed = (await visitor.get(`/api/users/${author.uid}/series`)).body.items;
    expect(listed.map((one: { id: number }) => one.id)).not.toContain(id);
  });

  test('the space, the page and the feed show a public series', async () => {
    const { id, ids } = await create(author, 2);
    expect((await visitor.get(`/space/${author.uid}?tab=series`)).text).toContain(
      `/series/${author.uid}-${id}`,
    );
    const page = (await visitor.get(`/series/${id}`)).text;
    expect(page).toContain('"@type":"CreativeWorkSeries"');
    expect(page).toContain('长夜读书');
    const feed = (await visitor.get(`/series/${id}/feed.atom`)).text;
    for (const post of ids) expect(feed).toContain(`/posts/${post}`);
  });

  test('an address with the author names the same series, with another member none', async () => {
    const { id, ids } = await create(author, 1);
    const [long, wrong] = [`${author.uid}-${id}`, `${other.uid}-${id}`];
    for (const path of ['/api/series/:id', '/series/:id', '/series/:id/feed.json']) {
      expect((await visitor.get(path.replace(':id', long))).status).toBe(200);
      expect((await visitor.get(path.replace(':id', String(id)))).status).toBe(200);
      expect((await visitor.get(path.replace(':id', wrong))).status).toBe(404);
    }
    const { body } = await author.get(`/api/series/${long}`);
    expect(body).toEqual((await author.get(`/api/series/${id}`)).body);
    const renamed = await author.put(`/api/series/${long}`, { title: '新的名字' });
    expect(renamed.status).toBe(200);
    for (const key of [id, long])
      expect((await visitor.get(`/series/${key}`)).text).toContain('新的名字');
    for (const member of [author, other]) {
      const input = { title: '别人的' };
      expect((await member.put(`/api/series/${wrong}`, input)).status).toBe(404);
    }
    expect((await admin.post(`/api/admin/series/${wrong}/clear`, { reason: 'x' })).status).toBe(
      404,
    );
    expect((await author.delete(`/api/series/${long}/posts/${ids[0]}`)).status).toBe(204);
    expect((await author.delete(`/api/series/${long}`)).status).toBe(204);
  });

  test('D55 a cached page never shows the title of a neighbour that was just locked', async () => {
    const { ids } = await create(author, 3);
    const [a = 0, b = 0, c = 0] = ids;
    const title = (await author.get(`/api/studio/posts/${b}`)).body.title;
    for (const id of [a, c]) {
      await visitor.get(`/posts/${id}`);
      expect((await visitor.get(`/posts/${id}`)).text).toContain(title);
    }
    await lock(b);
    for (const id of [a, c]) expect((await visitor.get(`/posts/${id}`)).text).not.toContain(title);
    expect((await visitor.get(`/posts/${c}`)).text).toContain(`href="/posts/${a}" rel="prev"`);
  });

  test('D55 a removed title leaves cached pages at once, and the author hears why', async () => {
    const { id, ids } = await create(author, 1);
    await author.put(`/api/series/${id}`, { title: '坏标题' });
    const paths = [`/posts/${ids[0]}`, `/series/${id}`];
    for (const path of paths) {
      await visitor.get(path);
      expect((await visitor.get(path)).text).toContain('坏标题');
    }
    expect((await other.post(`/api/admin/series/${id}/clear`, { reason: 'x' })).status).toBe(403);
    const cleared = await admin.post(`/api/admin/series/${id}/clear`, { reason: '标题违规' });
    expect(cleared.status).toBe(204);
    for (const path of paths) expect((await visitor.get(path)).text).not.toContain('坏标题');
    expect((await admin.post(`/api/admin/series/${id}/clear`, { reason: 'x' })).status).toBe(409);
    const log = await world.sql(`select reason from staff_action where action = 'series.clear'`);
    expect(log).toEqual([{ reason: '标题违规' }]);
    const inbox = (await author.get('/api/messages?category=system')).body.items;
    expect(inbox[0]).toMatchObject({ kind: 'series_cleared' });
    expect((await author.put(`/api/series/${id}`, { description: 'x' })).status).toBe(400);
    expect((await author.put(`/api/series/${id}`, { title: '新标题' })).status).toBe(200);
  });
});

test('Purge: a post leaves its series when it is purged, and the gap closes', async () => {
  const { id, ids } = await create(author, 3);
  await author.delete(`/api/studio/posts/${ids[1]}`);
  await world.sql(`update post set deleted_at = now() - interval '60 days' where id = $1`, [
    ids[1],
  ]);
  await JOBS.tasks['posts_purge']?.(world.ctx, {});
  const rows = await world.sql(
    'select post_id, position from series_post where series_id = $1 order by position',
    [id],
  );
  expect(rows.map((row) => [Number(row['post_id']), row['position']])).toEqual([
    [ids[0], 1],
    [ids[2], 2],
  ]);
});
