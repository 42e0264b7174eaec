import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { findDifferences } from '../support/integrity.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
// A real socket, so that the test sees the headers for browsers and proxies.
await world.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;

const DAY = 24 * 3600;
const REASON = { reason: '侵犯他人权益' };
const owner = await world.member({ role: 'owner' });
const admin = await world.member({ role: 'admin' });

const writer = (exp = 1500) => world.member({ exp });

function fetchAs(client: Client | undefined, url: string, headers: Record<string, string> = {}) {
  const cookies = client ? { cookie: cookieHeader(client.cookies) } : {};
  return fetch(origin + url, { headers: { ...cookies, ...headers } });
}

const statusFor = async (client: Client | undefined, url: string) =>
  (await fetchAs(client, url)).status;

async function upload(client: Client, path = '/api/posts/upload-image') {
  const { status, body } = await client.upload(path, await pictureOf());
  expect(status).toBe(201);
  return body as { id: number; url: string };
}

const withPicture = (url: string) => ({ title: '图', body: `<p>x</p><img src="${url}" alt="a">` });

async function postWithPicture(author: Client) {
  const picture = await upload(author);
  const { body: post } = await author.post('/api/studio/posts', withPicture(picture.url));
  return { picture, post };
}

describe('D55 access to a picture', () => {
  test('an unused picture is visible to its uploader only', async () => {
    const [author, other] = [await writer(), await writer()];
    const { url } = await upload(author);
    expect(await statusFor(author, url)).toBe(200);
    for (const viewer of [undefined, other, admin]) expect(await statusFor(viewer, url)).toBe(404);
  });

  test("a draft's picture is visible to its author and staff; once published, to everyone", async () => {
    const [author, other] = [await writer(), await writer()];
    const { url } = await upload(author);
    const draft = { ...withPicture(url), draft: true };
    const { id } = (await author.post('/api/studio/posts', draft)).body;
    expect([await statusFor(author, url), await statusFor(admin, url)]).toEqual([200, 200]);
    expect([await statusFor(undefined, url), await statusFor(other, url)]).toEqual([404, 404]);
    await author.post(`/api/studio/posts/${id}/submit`);
    expect(await statusFor(undefined, url)).toBe(200);
  });

  test('a picture in two posts stays visible while one of them is public', async () => {
    const author = await writer();
    const { picture, post } = await postWithPicture(author);
    const { body: second } = await author.post('/api/studio/posts', withPicture(picture.url));
    await author.delete(`/api/studio/posts/${post.id}`);
    expect(await statusFor(undefined, picture.url)).toBe(200);
    await author.delete(`/api/studio/posts/${second.id}`);
    expect(await statusFor(undefined, picture.url)).toBe(404);
  });

  test('a picture of a pending edit is hidden from readers until the edit is approved', async () => {
    const author = await writer();
    const { post } = await postWithPicture(author);
    await world.review(true);
    const { url } = await upload(author);
    const edit = { ...withPicture(url), version: post.version };
    expect((await author.put(`/api/studio/posts/${post.id}`, edit)).status).toBe(200);
    await world.review(false);
    expect([await statusFor(undefined, url), await statusFor(admin, url)]).toEqual([404, 200]);
    const { status } = await admin.post(`/api/admin/posts/${post.id}/approve`, { version: 2 });
    expect([status, await statusFor(undefined, url)]).toEqual([200, 200]);
    expect(findDifferences(await verifyIntegrity(world.ctx, { repair: false }))).toEqual([]);
  });

  test('hidden, removed, missing from storage and unknown pictures give the same 404', async () => {
    const author = await writer();
    const hidden = (await postWithPicture(author)).picture.url;
    const lost = (await postWithPicture(author)).picture.url;
    const removed = await upload(author);
    await world.sql(
      `update post set status = 'locked', locked_from = 'approved' where strpos(body, $1) > 0`,
      [hidden],
    );
    await world.sql('update upload set removed_at = now() where id = $1', [removed.id]);
    await world.ctx.storage.remove(lost.replace('/uploads/', ''));
    const missing = '/uploads/post/2026/01/01/none.png';
    const responses = await Promise.all(
      [hidden, lost, removed.url, missing].map(async (url) => {
        const response = await fetchAs(undefined, url, { accept: 'image/webp,image/*,*/*;q=0.8' });
        const body = await response.text();
        return [response.status, response.headers.get('cache-control'), body];
      }),
    );
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(responses[0]?.slice(0, 2)).toEqual([404, 'no-store']);
  });

  test('an <img> of a deleted picture gets a neutral drawing; a person and a program get an error', async () => {
    const url = '/uploads/post/2026/01/01/none.png';
    const drawn = await fetchAs(undefined, url, { accept: 'image/avif,image/webp,*/*;q=0.8' });
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([404, 'image/svg+xml']);
    expect(await drawn.text()).toMatch(/^<svg .*<\/svg>$/s);
    const page = await fetchAs(undefined, url, { accept: 'text/html,image/avif,*/*;q=0.8' });
    expect(page.headers.get('content-type')).toContain('text/html');
    const program = await fetchAs(undefined, url);
    expect(program.headers.get('content-type')).toContain('application/problem+json');
  });
});

test('D55 lamplight verify reports and fixes a picture that is live by mistake, and reports a removed one that is shown', async () => {
  const own = await createWorld();
  const author = await own.member({ exp: 1 });
  const { picture, post } = await postWithPicture(author);
  const check = async (repair: boolean) =>
    findDifferences(await verifyIntegrity(own.ctx, { repair })).map(({ name, differences }) => [
      name,
      differences[0]?.subject,
    ]);
  await own.sql('update upload_use set live = false');
  const subject = `picture ${picture.id} of post ${post.id}`;
  expect(await check(false)).toEqual([['live pictures', subject]]);
  expect(await check(true)).toEqual([]);
  await own.sql('update upload set removed_at = now()');
  expect(await check(true)).toEqual([['removed pictures', `picture ${picture.id}`]]);
});

describe('D55 caching of a picture', () => {
  test('a shared cache revalidates each time without a read from storage; no cache stores a picture that is not public', async () => {
    const author = await writer();
    const { picture, post } = await postWithPicture(author);
    const first = await fetchAs(undefined, picture.url);
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=60, s-maxage=0, must-revalidate',
    );
    await world.ctx.storage.remove(picture.url.replace('/uploads/', ''));
    const etag = first.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await fetchAs(undefined, picture.url, { 'if-none-match': known });
      expect([known, again.status]).toEqual([known, 304]);
    }
    await admin.post(`/api/admin/posts/${post.id}/lock`, { version: 1, ...REASON });
    const locked = await fetchAs(undefined, picture.url, { 'if-none-match': etag });
    expect(locked.status).toBe(404);
    const own = await fetchAs(author, picture.url, { 'if-none-match': etag });
    expect([own.status, own.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  });
});

describe('D55 POST /api/admin/uploads/:id/remove', () => {
  test('removes the picture from every post, notifies its owner once and writes the staff log once', async () => {
    const author = await writer();
    const { picture, post } = await postWithPicture(author);
    const remove = () => admin.post(`/api/admin/uploads/${picture.id}/remove`, REASON);
    const before = await admin.get(`/api/admin/posts/${post.id}`);
    expect(before.body.pictures).toMatchObject([{ id: picture.id, url: picture.url }]);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    for (const viewer of [undefined, author, admin])
      expect(await statusFor(viewer, picture.url)).toBe(404);
    expect((await admin.get(`/api/admin/posts/${post.id}`)).body.pictures).toEqual([]);

    const inbox = await author.get('/api/messages?category=system');
    const notifications = inbox.body.items.filter(
      (one: { kind: string }) => one.kind === 'picture_removed',
    );
    expect(notifications).toHaveLength(1);
    expect(notifications[0]).toMatchObject({ actor: null, post: { id: post.id } });
    expect(notifications[0].text).toContain(REASON.reason);
    const log = await admin.get(`/api/admin/staff-log?subject_kind=user&subject_id=${author.uid}`);
    expect(log.body.items).toMatchObject([
      { action: 'user.remove_picture', ...REASON, before: { upload_id: picture.id } },
    ]);
  });

  test('a removed picture cannot be shown again, and its file is swept once an undo is too late', async () => {
    const author = await writer();
    const { picture } = await postWithPicture(author);
    await admin.post(`/api/admin/uploads/${picture.id}/remove`, REASON);
    const again = await author.post('/api/studio/posts', withPicture(picture.url));
    expect([again.status, again.body.body.includes('<img')]).toEqual([201, false]);
    const isStored = async () =>
      (await world.ctx.storage.get(picture.url.replace('/uploads/', ''))) !== undefined;
    const age = (column: string, by: string) =>
      world.sql(`update upload set ${column} = ${column} - interval '${by}' where id = $1`, [
        picture.id,
      ]);
    await age('created_at', '2 days');
    await JOBS.tasks['uploads_sweep']?.(world.ctx, {});
    expect(await isStored()).toBe(true);
    await age('removed_at', '2 hours');
    await JOBS.tasks['uploads_sweep']?.(world.ctx, {});
    expect(await isStored()).toBe(false);
  });

  test('attached and removed concurrently: it is not shown afterwards', async () => {
    const author = await writer();
    for (let round = 0; round < 5; round++) {
      const { picture } = await postWithPicture(author);
      await Promise.all([
        author.post('/api/studio/posts', withPicture(picture.url)),
        admin.post(`/api/admin/uploads/${picture.id}/remove`, REASON),
        author.post('/api/studio/posts', withPicture(picture.url)),
      ]);
      expect(await statusFor(undefined, picture.url)).toBe(404);
    }
    expect(findDifferences(await verifyIntegrity(world.ctx, { repair: false }))).toEqual([]);
  });

  test('of a comment: the comment stays, without its picture', async () => {
    const author = await writer();
    const { post } = await postWithPicture(author);
    const image_url = (await upload(author, '/api/comments/upload-image')).url;
    const path = `/api/posts/${post.id}/comments`;
    const { body: comment } = await author.post(path, { body: '看图', image_url });
    expect((await admin.post(`/api/admin/uploads/${comment.image.id}/remove`, REASON)).status).toBe(
      204,
    );
    const [shown] = (await world.visitor().get(path)).body.items;
    expect([shown.body, shown.image]).toEqual(['看图', null]);
  });

  test("D17, D51 refuses the owner’s picture, another admin’s, a draft's and a missing one", async () => {
    const remove = async (client: Client, id: number) => {
      const { status, body } = await client.post(`/api/admin/uploads/${id}/remove`, REASON);
      return [status, body?.code];
    };
    const [peer, author] = [await world.member({ role: 'admin', exp: 1 }), await writer()];
    await world.sql('update users set exp = 1 where uid = $1', [owner.uid]);
    const [owners, peers] = [await postWithPicture(owner), await postWithPicture(peer)];
    expect(await remove(admin, owners.picture.id)).toEqual([403, 'owner_protected']);
    expect(await remove(admin, peers.picture.id)).toEqual([403, 'role_required']);
    expect(await remove(owner, peers.picture.id)).toEqual([204, undefined]);
    expect(await remove(owner, owners.picture.id)).toEqual([204, undefined]);
    const unused = await upload(author);
    expect(await remove(admin, unused.id)).toEqual([404, 'not_found']);
    await author.post('/api/studio/posts', { ...withPicture(unused.url), draft: true });
    expect(await remove(admin, unused.id)).toEqual([409, 'wrong_state']);
    expect(await remove(author, unused.id)).toEqual([403, 'role_required']);
    expect(await remove(admin, 999_999_999)).toEqual([404, 'not_found']);
    const unexplained = await admin.post(`/api/admin/uploads/${unused.id}/remove`, { reason: ' ' });
    expect(unexplained.status).toBe(400);
  });
});

describe('D55 POST /api/admin/users/:uid/remove-avatar', () => {
  test('removes the avatar, notifies once, and the member can choose another one', async () => {
    const member = await writer();
    const toAvatar = async () =>
      (await member.upload('/api/settings/avatar', await pictureOf('jpeg', 300))).body.avatar_url;
    const url = await toAvatar();
    expect(await statusFor(undefined, url)).toBe(200);
    const remove = (client = admin) =>
      client.post(`/api/admin/users/${member.uid}/remove-avatar`, REASON);
    expect(await remove()).toMatchObject({ status: 200, body: { avatar_url: null } });
    expect((await remove()).status).toBe(200);
    for (const viewer of [undefined, member, admin]) expect(await statusFor(viewer, url)).toBe(404);
    const inbox = await member.get('/api/messages?category=system');
    const kinds = inbox.body.items.map((one: { kind: string }) => one.kind);
    expect(kinds.filter((kind: string) => kind === 'avatar_removed')).toHaveLength(1);
    const log = await admin.get(`/api/admin/staff-log?subject_kind=user&subject_id=${member.uid}`);
    expect(log.body.items).toMatchObject([{ action: 'user.remove_avatar', ...REASON }]);
    expect(await statusFor(undefined, await toAvatar())).toBe(200);
  });

  test('D17 only the owner removes the owner’s avatar', async () => {
    await owner.upload('/api/settings/avatar', await pictureOf());
    const path = `/api/admin/users/${owner.uid}/remove-avatar`;
    expect((await admin.post(path, REASON)).body.code).toBe('owner_protected');
    expect((await owner.post(path, REASON)).body.avatar_url).toBeNull();
  });
});

describe('D24, D48 orphans are swept', () => {
  test('a post deleted 30 days ago is emptied, and its pictures are deleted with those of its comments', async () => {
    const own = await createWorld();
    const author = await own.member({ exp: 1500 });
    const { picture, post } = await postWithPicture(author);
    const image_url = (await upload(author, '/api/comments/upload-image')).url;
    await author.post(`/api/posts/${post.id}/comments`, { body: '看图', image_url });
    await author.delete(`/api/studio/posts/${post.id}`);
    const run = async (task: string) => JOBS.tasks[task]?.(own.ctx, {});
    const stored = async () => {
      const files = [picture.url, image_url].map((url) =>
        own.ctx.storage.get(url.replace('/uploads/', '')),
      );
      return (await Promise.all(files)).map((file) => {
        file?.body.destroy();
        return file !== undefined;
      });
    };

    own.wait(29 * DAY);
    await run('posts_purge');
    await run('uploads_sweep');
    expect(await stored()).toEqual([true, true]);
    own.wait(1 * DAY + 60);
    await run('posts_purge');
    await run('uploads_sweep');
    expect(await stored()).toEqual([false, false]);
    expect(await own.sql('select title, body, cover_key from post')).toEqual([
      { title: '-', body: '', cover_key: null },
    ]);
    expect(await own.sql('select from post_revision')).toEqual([]);
    expect(findDifferences(await verifyIntegrity(own.ctx, { repair: false }))).toEqual([]);
    await author.logIn(author.email, PASSWORD);
    expect((await author.get('/api/studio/posts')).body.items).toEqual([]);
  });

  test("D27 a reply's picture is deleted with its root", async () => {
    const [author, other] = [await writer(), await writer()];
    const { post } = await postWithPicture(author);
    const { body: root } = await author.post(`/api/posts/${post.id}/comments`, { body: '一' });
    const image_url = (await upload(other, '/api/comments/upload-image')).url;
    await other.post(`/api/comments/${root.id}/reply`, { body: '二', image_url });
    expect(await statusFor(undefined, image_url)).toBe(200);
    await author.delete(`/api/comments/${root.id}`);
    for (const viewer of [undefined, other, admin])
      expect(await statusFor(viewer, image_url)).toBe(404);
    const stored = await world.sql(
      'select 1 from upload_use join upload on id = upload_id where key = $1',
      [image_url.replace('/uploads/', '')],
    );
    expect(stored).toEqual([]);
  });
});

test.each([
  '<p><a href="https://elsewhere.example/uploads/a.png">x</a></p>',
  '<p>nginx: location /uploads/ { }</p>',
  '<p>our files live in /uploads/post/2026</p>',
  '<pre><code>&lt;img src="/uploads/post/a.png"&gt;</code></pre>',
  '<p>src="/uploads/post/2026/01/01/none.png"</p>',
])('A40 a text that mentions an upload URL is saved: %s', async (body) => {
  const author = await writer();
  const { url } = await upload(author);
  const text = { title: '路径', body: `${body}<p><img alt="a > b" src="${url}"></p>` };
  const saved = await author.post('/api/studio/posts', text, { once: true });
  expect([saved.status, saved.body.body?.includes(url)]).toEqual([201, true]);
  expect(await statusFor(undefined, url)).toBe(200);
});
