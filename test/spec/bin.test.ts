import { expect, test } from 'vitest';
import { purgeDeletedPosts } from '../../src/comments/actions/purge-deleted-posts.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { tick } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { findDifferences } from '../support/integrity.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const admin = await world.member({ role: 'admin', transport: 'bearer' });
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>', tags: ['夜读'] };
const DAY_MS = 86_400_000;

const member = () => world.member({ exp: 1, transport: 'bearer' });
const create = async (who: Client, input: object = {}): Promise<number> =>
  (await who.post('/api/studio/posts', { ...TEXT, ...input })).body.id;
const remove = (who: Client, id: number) => who.delete(`/api/studio/posts/${id}`);
const restore = (who: Client, id: number) => who.post(`/api/studio/bin/${id}/restore`);
const bin = async (who: Client) => (await who.get('/api/studio/bin')).body.items;
const spent = async (id: number) =>
  Number(
    (
      await world.sql(
        'select coalesce(sum(amount), 0) as sum from energy_transfer where post_id = $1 and reason = $2',
        [id, 'delete_post'],
      )
    )[0]?.['sum'],
  );

test('D59 the bin lists what the author deleted, with the days left, and nobody else sees it', async () => {
  const [author, other] = [await member(), await member()];
  const id = await create(author);
  const existing = await create(author);
  await remove(author, id);
  expect(await bin(author)).toMatchObject([
    { id, title: TEXT.title, status: 'approved', days_left: 30, refusal: null },
  ]);
  expect([await bin(other), await bin(admin)]).toEqual([[], []]);
  for (const who of [other, admin]) expect((await restore(who, id)).status).toBe(404);
  expect((await restore(author, existing)).status).toBe(404);
});

test('D59 a restored post is a draft with its newest text, and the 2 energy stay spent', async () => {
  const author = await member();
  const id = await create(author);
  await author.put(`/api/studio/posts/${id}`, { ...TEXT, title: '新句', version: 1, draft: true });
  await remove(author, id);
  const { status, body } = await restore(author, id);
  expect([status, body.status, body.title, body.version]).toEqual([200, 'draft', '新句', 2]);
  expect(body.live_version).toBe(2);
  expect(await spent(id)).toBe(2);
  expect(await bin(author)).toEqual([]);
  expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404);
  expect((await author.get('/api/studio/posts?status=draft')).body.items).toMatchObject([{ id }]);
});

test('D59 once: a second deletion costs again, and the second restore is refused with the reason', async () => {
  const author = await member();
  const id = await create(author);
  await remove(author, id);
  await restore(author, id);
  expect((await remove(author, id)).status).toBe(204);
  expect(await spent(id)).toBe(4);
  const refused = await restore(author, id);
  expect([refused.status, refused.body.code]).toEqual([409, 'restored_before']);
  expect(await bin(author)).toMatchObject([{ id, refusal: 'restored_before' }]);
  // The database enforces it: the service can neither add a second row nor delete the first.
  await expect(
    world.sql('insert into post_restore values ($1, now(), now())', [id]),
  ).rejects.toThrow(/post_restore_pkey/);
  const [rights] = await world.sql(
    "select has_table_privilege('lamplight_app', 'post_restore', 'DELETE, UPDATE, TRUNCATE') as any",
  );
  expect(rights?.['any']).toBe(false);
});

test('D59 two restores at once: one draft, one row, one refusal', async () => {
  const author = await member();
  const id = await create(author);
  await remove(author, id);
  const codes = (await Promise.all([restore(author, id), restore(author, id)])).map(
    ({ status }) => status,
  );
  expect(codes.sort()).toEqual([200, 404]);
});

test('D59 what staff removed is not in the bin, and a locked post cannot come back by its author', async () => {
  const author = await member();
  const [removed, locked] = [await create(author), await create(author)];
  await admin.post(`/api/admin/posts/${removed}/remove`, { version: 1, reason: '广告' });
  await admin.post(`/api/admin/posts/${locked}/lock`, { version: 1, reason: '查证' });
  await remove(author, locked);
  expect(await bin(author)).toMatchObject([{ id: locked, refusal: 'locked' }]);
  expect((await restore(author, removed)).status).toBe(404);
  expect((await restore(author, locked)).body).toMatchObject({
    code: 'wrong_state',
    post_status: 'locked',
  });
});

test('D57, D59 restoring counts as another draft', async () => {
  const author = await member();
  const id = await create(author);
  await remove(author, id);
  await world.sql(
    `insert into post (author_uid, status, title, summary, body, created_at, updated_at)
     select $1, 'draft', 'x', '', '', now(), now() from generate_series(1, 500)`,
    [author.uid],
  );
  expect((await restore(author, id)).body).toMatchObject({ code: 'too_many_drafts', limit: 500 });
  await world.sql("delete from post where author_uid = $1 and title = 'x'", [author.uid]);
  // The refused attempt did not use up the one restore.
  expect((await restore(author, id)).status).toBe(200);
});

test('D25, D59 published again, the post has its comments, reactions and first date, and every counter equals its rows', async () => {
  const [author, reader] = [await member(), await member()];
  const id = await create(author);
  await reader.post(`/api/posts/${id}/like`);
  await reader.post(`/api/posts/${id}/comments`, { body: '好' });
  await reader.post(`/api/posts/${id}/favorite`);
  const verify = async () => {
    await tick(world.ctx);
    expect(findDifferences(await verifyIntegrity(world.ctx, { repair: false }))).toEqual([]);
  };
  const before = (await world.visitor().get(`/api/posts/${id}`)).body;
  await verify();
  const tagged = async () =>
    (await world.visitor().get('/api/tags/夜读/posts')).body.items.map(
      (one: { id: number }) => one.id,
    );
  expect(await tagged()).toContain(id);
  await remove(author, id);
  await verify();
  expect(await tagged()).not.toContain(id);
  await restore(author, id);
  await verify();
  expect(await tagged()).not.toContain(id);
  world.wait(60);
  await author.post(`/api/studio/posts/${id}/submit`);
  await verify();
  expect(await tagged()).toContain(id);
  const after = (await world.visitor().get(`/api/posts/${id}`)).body;
  expect(after).toMatchObject({
    ...{ like_count: 1, comment_count: 1, favorite_count: 1, published_at: before.published_at },
  });
  await remove(author, id);
  await verify();
});

test('D59 restoring and purging at once: either the draft with its text, or nothing of it', async () => {
  for (let round = 0; round < 6; round++) {
    const author = await member();
    const id = await create(author);
    await remove(author, id);
    // On the day it is purged; a moment before, the author may still try.
    await world.sql(
      "update post set deleted_at = now() - interval '30 days' + interval '1 second' where id = $1",
      [id],
    );
    world.wait(round % 2);
    const [response] = await Promise.all([restore(author, id), purgeDeletedPosts(world.ctx)]);
    const [row] = await world.sql('select title, purged_at, deleted_at from post where id = $1', [
      id,
    ]);
    if (response.status === 200)
      expect(row).toMatchObject({ title: TEXT.title, purged_at: null, deleted_at: null });
    else expect(response.status).toBe(404);
  }
});

test('D59 after 30 days the bin is empty, nothing is restored, and the purge empties the post', async () => {
  const author = await member();
  const id = await create(author);
  await remove(author, id);
  const age = (days: number) =>
    world.sql('update post set deleted_at = $2 where id = $1', [
      id,
      new Date(world.ctx.now().getTime() - days * DAY_MS),
    ]);
  await age(29.5);
  expect(await bin(author)).toMatchObject([{ id, days_left: 1 }]);
  await age(30);
  expect(await bin(author)).toEqual([]);
  expect((await restore(author, id)).status).toBe(404);
  await purgeDeletedPosts(world.ctx);
  expect(await world.sql('select title, body from post where id = $1', [id])).toEqual([
    { title: '-', body: '' },
  ]);
});
