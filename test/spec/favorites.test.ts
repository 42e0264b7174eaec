import { describe, expect, test } from 'vitest';
import { purgeFavorites } from '../../src/favorites/actions/purge-favorites.ts';
import { calendarDay } from '../../src/platform/clock.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import type { Client } from '../support/client.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '30' });
const writer = await world.member({ exp: 1 });
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };

async function newPost(author: Client = writer): Promise<number> {
  return (await author.post('/api/studio/posts', TEXT)).body.id;
}

/** Inserts many rows directly into the tables. */
async function newPosts(count: number): Promise<number[]> {
  const rows = await world.sql(
    `with made as (
       insert into post (author_uid, status, title, summary, body, created_at, updated_at, published_at)
       select $1, 'approved', 'many', '', '', now(), now(), now() from generate_series(1, $2) returning id
     ), counted as (insert into post_count (post_id) select id from made)
     select id from made`,
    [writer.uid, count],
  );
  return rows.map((row) => Number(row['id']));
}

/** Fills a folder directly with the rows that the service would write, all with one timestamp. */
async function fill(folderId: number, uid: number, ids: number[]): Promise<void> {
  const now = world.ctx.now();
  await world.sql(
    `with item as (
       insert into folder_item (uid, folder_id, post_id, created_at)
       select $3, $1, id, $4 from unnest($2::bigint[]) as id returning post_id
     ), favorite as (
       insert into post_favorite as stored (post_id, uid, folders, day) select post_id, $3, 1, $5 from item
       on conflict (post_id, uid) do update set folders = stored.folders + 1
       returning post_id, folders
     ), counted as (
       update post_count set favorites = favorites + 1 from favorite
        where post_count.post_id = favorite.post_id and folders = 1
     ), dated as (
       insert into post_day (post_id, day, author_uid, favorites)
       select post_id, $5, $6, 1 from favorite where folders = 1
     )
     update folder set item_count = item_count + $7 where id = $1`,
    [folderId, ids, uid, now, calendarDay(now), writer.uid, ids.length],
  );
}

async function newFolder(member: Client, input: Record<string, unknown> = {}): Promise<number> {
  const response = await member.post('/api/folders', { name: '睡前读物', ...input });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function setStatus(id: number, status: 'draft' | 'approved'): Promise<void> {
  await world.sql('update post set status = $2 where id = $1', [id, status]);
}

/** Reads every page and returns the ids in list order. */
async function readAllPages(
  member: Client,
  url: string,
  limit: number,
  between?: () => Promise<unknown>,
) {
  const ids: number[] = [];
  for (let cursor = ''; ; ) {
    const query = { limit: String(limit), ...(cursor ? { cursor } : {}) };
    const page = (await member.get(url, { query })).body;
    ids.push(
      ...page.items.map((item: { post_id?: number; id?: number }) => item.post_id ?? item.id),
    );
    if (page.next_cursor === null) return ids;
    cursor = page.next_cursor;
    await between?.();
  }
}

/** Every count that differs from its rows; must always be empty. */
async function drift(): Promise<Record<string, unknown>[]> {
  return world.sql(
    `with favorite as materialized (select post_id, uid, folders, day from post_favorite),
          item as materialized (select uid, folder_id, post_id from folder_item),
          counted as materialized (select post_id, day, favorites from post_day)
     select 'post' as what, post_id as id from post_count
       left join (select post_id, count(*) as stored from favorite group by post_id) favorites using (post_id)
       left join (select post_id, sum(favorites) as waiting from post_count_delta group by post_id) delta using (post_id)
      where favorites + coalesce(waiting, 0) <> coalesce(stored, 0)
     union all
     select 'folder', id from folder
       left join (select folder_id as id, count(*) as stored from item group by folder_id) items using (id)
      where item_count <> coalesce(stored, 0)
     union all
     select 'favorite', coalesce(favorite.post_id, item.post_id) from favorite
       full join (select uid, post_id, count(*) as folders from item group by uid, post_id) item
         on item.uid = favorite.uid and item.post_id = favorite.post_id
      where favorite.folders is distinct from item.folders
     union all
     select 'day', post_id from (
       select post_id, day, favorites from counted
       union all select post_id, day, favorites from post_count_delta
       union all select post_id, day, -1 from favorite) counts
      where post_id = any(select post_id from counted) group by post_id, day having sum(favorites) <> 0`,
  );
}

describe('§4 POST /api/posts/:id/favorite', () => {
  test('§4 POST /api/posts/:id/favorite, D33 the button saves into a default folder created on first use, and removes from all own folders', async () => {
    const reader = await world.member();
    const [id, other] = [await newPost(), await newPost()];
    expect((await reader.get('/api/folders')).body.items).toEqual([]);
    const on = await reader.post(`/api/posts/${id}/favorite`);
    expect([on.status, on.body]).toEqual([200, { favorited: true, favorite_count: 1 }]);
    const [folder] = (await reader.get('/api/folders')).body.items;
    expect(folder).toMatchObject({ is_default: true, is_public: true, item_count: 1 });

    const second = await newFolder(reader);
    await reader.post(`/api/folders/${second}/posts`, { post_id: id });
    await reader.post(`/api/folders/${second}/posts`, { post_id: other });
    const off = await reader.post(`/api/posts/${id}/favorite`);
    expect(off.body).toEqual({ favorited: false, favorite_count: 0 });
    expect(await readAllPages(reader, `/api/folders/${folder.id}/posts`, 20)).toEqual([]);
    expect(await readAllPages(reader, `/api/folders/${second}/posts`, 20)).toEqual([other]);
    expect(await drift()).toEqual([]);
  });

  test('D8 a target state is the state afterwards, even when repeated', async () => {
    const reader = await world.member();
    const id = await newPost();
    for (const favorited of [false, true, true, false, false]) {
      const response = await reader.post(`/api/posts/${id}/favorite`, { favorited: favorited });
      expect(response.body).toEqual({ favorited: favorited, favorite_count: favorited ? 1 : 0 });
    }
    expect(await drift()).toEqual([]);
  });

  test('D8 a toggle repeated under one idempotency key counts once', async () => {
    const reader = await world.member();
    const id = await newPost();
    const toggle = () =>
      reader.post(`/api/posts/${id}/favorite`, undefined, {
        headers: { 'idempotency-key': 'one' },
      });
    const [first, second] = [await toggle(), await toggle()];
    expect(first.body).toEqual({ favorited: true, favorite_count: 1 });
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  test('D33 a post that is only in another folder is saved: the button removes it', async () => {
    const reader = await world.member();
    const id = await newPost();
    const folder = await newFolder(reader);
    await reader.post(`/api/folders/${folder}/posts`, { post_id: id });
    const off = await reader.post(`/api/posts/${id}/favorite`);
    expect(off.body).toEqual({ favorited: false, favorite_count: 0 });
  });

  test('D30 a post the caller cannot see is not found; a visible post that is not public is in the wrong state', async () => {
    const reader = await world.member();
    const { id } = (await writer.post('/api/studio/posts', { ...TEXT, draft: true })).body;
    const mine = await newFolder(reader);
    const own = await newFolder(writer);
    for (const [url, body] of [
      [`/api/posts/${id}/favorite`, undefined],
      [`/api/folders/${mine}/posts`, { post_id: id }],
    ] as const) {
      expect((await reader.post(url, body)).status).toBe(404);
    }
    for (const [url, body] of [
      [`/api/posts/${id}/favorite`, undefined],
      [`/api/folders/${own}/posts`, { post_id: id }],
    ] as const) {
      const response = await writer.post(url, body);
      expect([response.status, response.body.code]).toEqual([409, 'wrong_state']);
    }
    expect((await reader.post('/api/posts/999999999/favorite')).status).toBe(404);
    expect(await world.sql('select 1 from folder_item where post_id = $1', [id])).toEqual([]);
  });

  test('D46 a removed favorite leaves the day it was saved on', async () => {
    const reader = await world.member();
    const id = await newPost();
    const folder = await newFolder(reader);
    const days = () =>
      world.sql('select day, favorites from post_day where post_id = $1 order by day', [id]);
    await reader.post(`/api/posts/${id}/favorite`);
    const [saved] = await days();
    expect(saved).toEqual({ day: calendarDay(world.ctx.now()), favorites: 1 });
    await world.sql('update post_favorite set day = day - 3 where post_id = $1', [id]);
    await world.sql('update post_day set day = day - 3 where post_id = $1', [id]);
    // A second folder on a later day is not a second favorite.
    await reader.post(`/api/folders/${folder}/posts`, { post_id: id });
    await reader.post(`/api/posts/${id}/favorite`);
    expect((await days()).map((row) => row['favorites'])).toEqual([0]);
  });
});

describe('§4 GET /api/posts/:id/folder-status', () => {
  test('§4 GET /api/posts/:id/folder-status lists the own folders with the post; D7 an anonymous visitor, or a bad token, gets false and no error', async () => {
    const reader = await world.member();
    const other = await world.member();
    const id = await newPost();
    await reader.post(`/api/posts/${id}/favorite`);
    const [{ id: first }] = (await reader.get('/api/folders')).body.items;
    const second = await newFolder(reader, { is_public: false });
    const added = await reader.post(`/api/folders/${second}/posts`, { post_id: id });
    expect(added.body).toEqual({ favorited: true, folder_ids: [first, second] });
    const url = `/api/posts/${id}/folder-status`;
    expect((await reader.get(url)).body).toEqual({ favorited: true, folder_ids: [first, second] });

    const nothing = { favorited: false, folder_ids: [] };
    expect((await world.visitor().get(url)).body).toEqual(nothing);
    expect((await other.get(url)).body).toEqual(nothing);
    const bad = await world.visitor().get(url, { headers: { authorization: 'Bearer spent' } });
    expect([bad.status, bad.body]).toEqual([200, nothing]);
  });

  test('D25 a post the caller cannot see is not found, saved or not', async () => {
    const reader = await world.member();
    const id = await newPost();
    await reader.post(`/api/posts/${id}/favorite`);
    await setStatus(id, 'draft');
    const hidden = await reader.get(`/api/posts/${id}/folder-status`);
    expect(hidden.status).toBe(404);
    expect((await writer.get(`/api/posts/${id}/folder-status`)).status).toBe(200);
  });
});

describe('folders', () => {
  test('§4 POST /api/folders, §4 GET /api/folders: the default first, then in order of creation, page by page', async () => {
    const reader = await world.member();
    const made = await reader.post('/api/folders', { name: '  诗  ', description: ' 宋以前 ' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: made.body.id,
        name: '诗',
        description: '宋以前',
        lang: 'zh',
        is_public: true,
        is_default: false,
        item_count: 0,
        created_at: expect.any(String),
      },
    ]);
    const more = [await newFolder(reader), await newFolder(reader, { is_public: false })];
    const all = (await reader.get('/api/folders')).body.items;
    expect(all.map((one: { is_default: boolean }) => one.is_default)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const ids = all.map((one: { id: number }) => one.id);
    expect(ids.slice(1)).toEqual([made.body.id, ...more]);
    expect(await readAllPages(reader, '/api/folders', 1)).toEqual(ids);
  });

  test('§4 GET /api/folders reads and writes nothing', async () => {
    const reader = await world.member();
    await reader.get('/api/folders');
    expect(await world.sql('select 1 from folder where uid = $1', [reader.uid])).toEqual([]);
  });

  test("D33 the default folder's name follows the reader’s language until it is renamed", async () => {
    const reader = await world.member();
    await reader.post(`/api/posts/${await newPost()}/favorite`);
    const nameIn = async (language: string) =>
      (await reader.get('/api/folders', { headers: { 'accept-language': language } })).body
        .items[0];
    expect((await nameIn('zh-CN')).name).toBe('默认收藏夹');
    const { id, name } = await nameIn('en');
    expect(name).toBe('Default folder');
    // Hiding it must not set its name.
    await reader.put(`/api/folders/${id}`, { is_public: false });
    expect(await nameIn('en')).toMatchObject({ name: 'Default folder', is_public: false });
    await reader.put(`/api/folders/${id}`, { name: '杂' });
    expect(await nameIn('en')).toMatchObject({ name: '杂', is_public: false });
  });

  test('D33 names have 1 to 40 characters and descriptions 0 to 200', async () => {
    const reader = await world.member();
    const status = async (body: unknown) => (await reader.post('/api/folders', body)).status;
    expect(await status({ name: '𠮷'.repeat(40), description: '𠮷'.repeat(200) })).toBe(201);
    for (const name of ['', '   ', 'x'.repeat(41)]) expect(await status({ name })).toBe(400);
    expect(await status({ name: 'x', description: 'x'.repeat(201) })).toBe(400);
    expect(await status({})).toBe(400);
  });

  test('D33 at most 200 folders, the default included, even when created concurrently', async () => {
    const reader = await world.member({ transport: 'bearer' });
    await newFolder(reader);
    await world.sql(
      `insert into folder (uid, name, created_at) select $1, 'n', now() from generate_series(1, 193)`,
      [reader.uid],
    );
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => reader.post('/api/folders', { name: 'n' })),
    );
    const made = responses.filter((response) => response.status === 201);
    const refused = responses.filter((response) => response.status === 422);
    expect([made.length, refused.length]).toEqual([5, 15]);
    expect(refused[0]?.body).toMatchObject({ code: 'too_many', limit: 200 });
    expect(await readAllPages(reader, '/api/folders', 100)).toHaveLength(200);
  });

  test('§4 PUT /api/folders/:id changes the given fields and leaves the rest', async () => {
    const reader = await world.member();
    const id = await newFolder(reader, { description: '旧', is_public: false });
    const response = await reader.put(`/api/folders/${id}`, { name: ' 新 ' });
    expect([response.status, response.body]).toMatchObject([
      200,
      { id, name: '新', description: '旧', is_public: false },
    ]);
    expect((await reader.put(`/api/folders/${id}`, { name: ' ' })).status).toBe(400);
    expect((await reader.put(`/api/folders/${id}`, { description: '' })).body).toMatchObject({
      name: '新',
      description: '',
    });
  });

  test('§4 DELETE /api/folders/:id removes favorites that are in no other folder; D33 the default folder cannot be deleted', async () => {
    const reader = await world.member();
    const [both, gone] = [await newPost(), await newPost()];
    await reader.post(`/api/posts/${both}/favorite`);
    const [{ id: first }] = (await reader.get('/api/folders')).body.items;
    const second = await newFolder(reader);
    for (const post_id of [both, gone])
      await reader.post(`/api/folders/${second}/posts`, { post_id });

    expect((await reader.delete(`/api/folders/${second}`)).status).toBe(204);
    expect((await reader.delete(`/api/folders/${second}`)).status).toBe(404);
    const saved = async (id: number) =>
      (await reader.get(`/api/posts/${id}/folder-status`)).body.folder_ids;
    expect([await saved(both), await saved(gone)]).toEqual([[first], []]);
    expect((await reader.get(`/api/posts/${gone}`)).body.favorite_count).toBe(0);

    const refused = await reader.delete(`/api/folders/${first}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'default_folder']);
    expect(await saved(both)).toEqual([first]);
    expect(await drift()).toEqual([]);
  });

  test('§4 DELETE /api/folders/:id deletes a full folder at once', async () => {
    const reader = await world.member();
    const ids = await newPosts(5000);
    const id = await newFolder(reader);
    await fill(id, reader.uid, ids);
    const more = await reader.post(`/api/folders/${id}/posts`, { post_id: await newPost() });
    expect([more.status, more.body]).toMatchObject([422, { code: 'too_many', limit: 5000 }]);
    const again = await reader.post(`/api/folders/${id}/posts`, { post_id: ids[0] });
    expect(again.status).toBe(200);

    expect((await reader.delete(`/api/folders/${id}`)).status).toBe(204);
    const left = await world.sql(
      'select 1 from post_count where post_id = any($1) and favorites <> 0',
      [ids],
    );
    expect(left).toEqual([]);
    expect(await world.sql('select 1 from post_favorite where uid = $1', [reader.uid])).toEqual([]);
  });

  test('GET /api/users/:uid/folders shows others the public folders, without their size (A04)', async () => {
    const owner = await world.member();
    const shown = await newFolder(owner, { name: '公开' });
    const secret = await newFolder(owner, { name: '私密', is_public: false });
    await owner.post(`/api/folders/${secret}/posts`, { post_id: await newPost() });
    const url = `/api/users/${owner.uid}/folders`;
    expect(await readAllPages(owner, url, 20)).toContain(secret);
    for (const other of [world.visitor(), await world.member({ role: 'admin' })]) {
      const { items } = (await other.get(url)).body;
      expect(items.map((one: { id: number }) => one.id)).toContain(shown);
      expect(items.map((one: { id: number }) => one.id)).not.toContain(secret);
      for (const item of items) expect(item.item_count).toBeNull();
    }
    expect((await world.visitor().get('/api/users/999999999/folders')).status).toBe(404);
    await owner.post('/api/settings/delete-account', { password: PASSWORD });
    expect((await world.visitor().get(url)).status).toBe(404);
  });
});

describe('folder items', () => {
  test('§2 Favorites.item, §4 POST /api/folders/:id/posts saves once; §4 DELETE /api/folders/:id/posts/:postId removes it', async () => {
    const reader = await world.member();
    const id = await newPost();
    const [first, second] = [await newFolder(reader), await newFolder(reader)];
    const count = async () => (await reader.get(`/api/posts/${id}`)).body.favorite_count;
    for (const folder of [first, first, second]) {
      const response = await reader.post(`/api/folders/${folder}/posts`, { post_id: id });
      expect(response.status).toBe(200);
      expect(await count()).toBe(1);
    }
    expect((await reader.delete(`/api/folders/${first}/posts/${id}`)).status).toBe(204);
    expect(await count()).toBe(1);
    expect((await reader.delete(`/api/folders/${first}/posts/${id}`)).status).toBe(404);
    expect((await reader.delete(`/api/folders/${second}/posts/${id}`)).status).toBe(204);
    expect(await count()).toBe(0);
    expect((await reader.post(`/api/folders/${first}/posts`, { post_id: 999999999 })).status).toBe(
      404,
    );
    expect(await drift()).toEqual([]);
  });

  test('§4 GET /api/folders/:id/posts lists the last saved first, for any visitor if the folder is public', async () => {
    const owner = await world.member();
    const folder = await newFolder(owner);
    const ids = [await newPost(), await newPost(), await newPost()];
    for (const post_id of ids) await owner.post(`/api/folders/${folder}/posts`, { post_id });
    for (const reader of [owner, world.visitor()]) {
      const page = (await reader.get(`/api/folders/${folder}/posts`)).body;
      expect(page.items[0]).toMatchObject({
        post_id: ids[2],
        available: true,
        post: { id: ids[2], title: TEXT.title, author: { uid: writer.uid } },
      });
      expect(await readAllPages(reader, `/api/folders/${folder}/posts`, 1)).toEqual(
        ids.toReversed(),
      );
    }
    for (const key of [['2026-99-99T00:00:00.000Z', 1], ['x', 1], [1], null]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
      const response = await owner.get(`/api/folders/${folder}/posts`, { query: { cursor } });
      expect(response.status).toBe(400);
    }
  });

  test('D33 a post that stops being public stays for the owner as unavailable; others cannot see that it is there', async () => {
    const owner = await world.member({ exp: 1 });
    const folder = await newFolder(owner);
    const [hidden, deleted, own, shown] = [
      await newPost(),
      await newPost(),
      await newPost(owner),
      await newPost(),
    ];
    for (const post_id of [hidden, deleted, own, shown])
      await owner.post(`/api/folders/${folder}/posts`, { post_id });
    const url = `/api/folders/${folder}/posts`;
    await setStatus(hidden, 'draft');
    await setStatus(own, 'draft');
    await writer.delete(`/api/studio/posts/${deleted}`);

    const { items } = (await owner.get(url)).body;
    expect(items.map((item: { post_id: number }) => item.post_id)).toEqual([
      shown,
      own,
      deleted,
      hidden,
    ]);
    for (const item of items.slice(1)) expect(item).toMatchObject({ available: false, post: null });
    const admin = await world.member({ role: 'admin' });
    for (const reader of [world.visitor(), admin, writer]) {
      const page = (await reader.get(url, { query: { limit: '1' } })).body;
      expect(page.items.map((item: { post_id: number }) => item.post_id)).toEqual([shown]);
      expect(page.next_cursor).toBeNull();
    }
    // The owner can remove it, and a republished post is listed again.
    expect((await owner.delete(`${url}/${deleted}`)).status).toBe(204);
    await setStatus(hidden, 'approved');
    expect(await readAllPages(world.visitor(), url, 20)).toEqual([shown, hidden]);
  });

  test('§2 Favorites.folder, A04 a private folder looks like a missing one to everyone else, as soon as it is made private', async () => {
    const owner = await world.member();
    const other = await world.member();
    const admin = await world.member({ role: 'admin' });
    const folder = await newFolder(owner);
    const id = await newPost();
    await owner.post(`/api/folders/${folder}/posts`, { post_id: id });
    const url = `/api/folders/${folder}/posts`;
    expect((await other.get(url)).status).toBe(200);
    await owner.put(`/api/folders/${folder}`, { is_public: false });
    const plain = (text: string) => text.replace(/"instance":"[^"]*"|"request_id":"[^"]*"/g, '');
    for (const viewer of [other, admin, world.visitor()]) {
      const [hidden, missing] = [
        await viewer.get(url),
        await viewer.get('/api/folders/999999999/posts'),
      ];
      expect(hidden.status).toBe(404);
      expect(plain(hidden.text)).toBe(plain(missing.text));
      expect((await viewer.get(`/api/posts/${id}/folder-status`)).body).toEqual({
        favorited: false,
        folder_ids: [],
      });
    }
    expect((await owner.get(url)).body.items).toHaveLength(1);
  });

  test('A04, A05 an address with the owner names the same folder, with another member none', async () => {
    const [owner, other] = [await world.member(), await world.member()];
    const folder = await newFolder(owner);
    const long = `${owner.uid}-${folder}`;
    const id = await newPost();
    expect((await owner.post(`/api/folders/${long}/posts`, { post_id: id })).status).toBe(200);
    const read = (key: string | number) => other.get(`/api/folders/${key}/posts`);
    expect((await read(long)).body).toEqual((await read(folder)).body);
    const page = await other.get(`/folders/${folder}`);
    expect(page.text).toContain(`/folders/${long}"`);
    expect((await other.get(`/folders/${long}`)).status).toBe(200);
    expect((await owner.put(`/api/folders/${long}`, { is_public: false })).status).toBe(200);
    for (const key of [folder, long]) expect((await read(key)).status).toBe(404);
    const wrong = `${other.uid}-${folder}`;
    for (const member of [owner, other]) {
      expect((await member.get(`/api/folders/${wrong}/posts`)).status).toBe(404);
      expect((await member.get(`/folders/${wrong}`)).status).toBe(404);
      expect((await member.delete(`/api/folders/${wrong}`)).status).toBe(404);
    }
    expect((await owner.delete(`/api/folders/${long}/posts/${id}`)).status).toBe(204);
    expect((await owner.delete(`/api/folders/${long}`)).status).toBe(204);
    for (const key of ['0-1', '1-', '9007199254740992-1', 'a'])
      expect((await read(key)).status).toBe(400);
  });

  test('A04 the public folder of a deleted account is not found', async () => {
    const owner = await world.member();
    const folder = await newFolder(owner);
    await owner.post(`/api/folders/${folder}/posts`, { post_id: await newPost() });
    await owner.post('/api/settings/delete-account', { password: PASSWORD });
    expect((await world.visitor().get(`/api/folders/${folder}/posts`)).status).toBe(404);
  });

  test("A05, ASVS 8.2.2 another member's folder is not found for any write, and stays unchanged", async () => {
    const owner = await world.member();
    const folder = await newFolder(owner);
    const id = await newPost();
    await owner.post(`/api/folders/${folder}/posts`, { post_id: id });
    const state = () =>
      world.sql(
        'select * from folder left join folder_item on folder_id = id where folder.uid = $1',
        [owner.uid],
      );
    const before = await state();
    for (const other of [await world.member(), await world.member({ role: 'admin' })]) {
      const responses = [
        await other.put(`/api/folders/${folder}`, { name: 'mine' }),
        await other.delete(`/api/folders/${folder}`),
        await other.post(`/api/folders/${folder}/posts`, { post_id: await newPost() }),
        await other.delete(`/api/folders/${folder}/posts/${id}`),
      ];
      expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404]);
    }
    expect(await state()).toEqual(before);
  });

  test('D15 a purge deletes everything a member saved and lowers the posts’ counters', async () => {
    const [leaving, staying] = [await world.member(), await world.member()];
    const ids = await newPosts(600);
    const [first, second] = [await newFolder(leaving), await newFolder(leaving)];
    await fill(first, leaving.uid, ids);
    await fill(second, leaving.uid, ids.slice(0, 300));
    await staying.post(`/api/posts/${ids[0]}/favorite`);

    await purgeFavorites(world.ctx, leaving.uid);
    await purgeFavorites(world.ctx, leaving.uid);
    for (const table of ['folder', 'post_favorite'])
      expect(await world.sql(`select 1 from ${table} where uid = $1`, [leaving.uid])).toEqual([]);
    const counted = await world.sql(
      'select sum(favorites)::int as favorites from post_count where post_id = any($1)',
      [ids],
    );
    expect(counted).toEqual([{ favorites: 1 }]);
  });
});

describe('concurrency', () => {
  test('D33 two hundred toggles by one member cancel out', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const id = await newPost();
    const responses: Awaited<ReturnType<Client['post']>>[] = [];
    // As many at a time as may wait without being rejected.
    for (let round = 0; round < 4; round++) {
      const toggle = () => reader.post(`/api/posts/${id}/favorite`);
      responses.push(...(await Promise.all(Array.from({ length: 50 }, toggle))));
    }
    expect(new Set(responses.map((one) => one.status))).toEqual(new Set([200]));
    expect(responses.filter((one) => one.body.favorited)).toHaveLength(100);
    expect(await readAllPages(reader, '/api/folders', 20)).toHaveLength(1);
    expect((await reader.get(`/api/posts/${id}/folder-status`)).body.favorited).toBe(false);
    expect(await drift()).toEqual([]);
  });

  test('D33 a folder with one free slot takes one of twenty', async () => {
    const reader = await world.member({ transport: 'bearer' });
    const folder = await newFolder(reader);
    await fill(folder, reader.uid, await newPosts(4999));
    const ids = await newPosts(20);
    const responses = await Promise.all(
      ids.map((post_id) => reader.post(`/api/folders/${folder}/posts`, { post_id })),
    );
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    expect(await drift()).toEqual([]);
  });

  test('D33 thirty members save, remove, toggle and delete folders at random: every count equals its rows', async () => {
    const members = await Promise.all(
      Array.from({ length: 30 }, () => world.member({ transport: 'bearer' })),
    );
    const ids = await newPosts(4);
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const stopFlushing = keepFlushingCounts(world.ctx);
    const statuses = new Set<number>();
    /** Two clients of one member, so that their own writes meet too. */
    const act = async (member: Client, folders: number[]) => {
      for (let count = 0; count < 20; count++) {
        const url = `/api/folders/${pick(folders)}`;
        const deed = pick(['toggle', 'toggle', 'add', 'add', 'add', 'take', 'take', 'delete']);
        let status: number;
        if (deed === 'toggle') ({ status } = await member.post(`/api/posts/${pick(ids)}/favorite`));
        else if (deed === 'add')
          ({ status } = await member.post(`${url}/posts`, { post_id: pick(ids) }));
        else if (deed === 'take') ({ status } = await member.delete(`${url}/posts/${pick(ids)}`));
        else {
          ({ status } = await member.delete(url));
          folders.push(await newFolder(member));
        }
        statuses.add(status);
      }
    };
    await Promise.all(
      members.map(async (member) => {
        const folders = [await newFolder(member), await newFolder(member)];
        await Promise.all([act(member, folders), act(member, folders)]);
      }),
    );
    await stopFlushing();
    expect([...statuses].sort()).toEqual([200, 204, 404]);
    expect(await drift()).toEqual([]);
    await flushCountDeltas(world.ctx);
    expect(await drift()).toEqual([]);
    const waiting = await world.sql(
      'select 1 from post_count_delta where post_id = any($1) and favorites <> 0',
      [ids],
    );
    expect(waiting).toEqual([]);
  });

  test('§4 GET /api/folders/:id/posts paging while items come and go shows each remaining item once', async () => {
    const owner = await world.member({ transport: 'bearer' });
    const folder = await newFolder(owner);
    const ids = await newPosts(60);
    // Many with one timestamp: the post id is the second half of the key.
    await fill(folder, owner.uid, ids);
    const [coming, going] = [await newPosts(30), ids.filter((id) => id % 3 === 0)];
    const gone = new Set<number>();
    const seen = await readAllPages(owner, `/api/folders/${folder}/posts`, 7, async () => {
      const [leaving, arriving] = [going.pop(), coming.pop()];
      await Promise.all([
        owner.delete(`/api/folders/${folder}/posts/${leaving}`),
        owner.post(`/api/folders/${folder}/posts`, { post_id: arriving }),
      ]);
      if (leaving !== undefined) gone.add(leaving);
    });
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = ids.filter((id) => !gone.has(id)).sort((a, b) => b - a);
    expect(seen.filter((id) => !gone.has(id))).toEqual(stayed);
  });
});
