import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const anonymous = world.visitor();

async function write(author: Client, title: string, draft = false): Promise<number> {
  const response = await author.post('/api/studio/posts', { title, body: '<p>灯。</p>', draft });
  expect(response.status).toBe(201);
  return response.body.id;
}

const pin = (who: Client, id: number) => who.put(`/api/studio/posts/${id}/pin`);
const unpin = (who: Client, id: number) => who.delete(`/api/studio/posts/${id}/pin`);

/** The title in the card above the list. */
async function pinnedIn(author: Client, viewer: Client = anonymous): Promise<string | undefined> {
  const { text } = await viewer.get(`/space/${author.uid}`);
  const card = /<article class="card pinned.*?<\/article>/s.exec(text)?.[0];
  return card && /<h2[^>]*><a [^>]*>([^<]*)/.exec(card)?.[1];
}

async function pinnedRows(author: Client): Promise<unknown[]> {
  const rows = await world.sql('select id from post where author_uid = $1 and pinned', [
    author.uid,
  ]);
  return rows.map((row) => row['id']);
}

describe('PUT and DELETE /api/studio/posts/:id/pin', () => {
  test('D69 the space begins with the pinned post, which is then not in the list', async () => {
    const author = await world.member({ exp: 1 });
    const first = await write(author, '第一篇');
    await write(author, '第二篇');
    expect(await pinnedIn(author)).toBeUndefined();
    expect((await pin(author, first)).status).toBe(204);
    expect((await pin(author, first)).status).toBe(204);
    for (const viewer of [anonymous, author]) {
      expect(await pinnedIn(author, viewer)).toBe('第一篇');
      const { text } = await viewer.get(`/space/${author.uid}`);
      expect(text.split(`href="/posts/${first}"`)).toHaveLength(2);
      expect(text).toContain('第二篇');
    }
    expect((await author.get(`/api/studio/posts/${first}`)).body.pinned).toBe(true);
    for (const _ of [1, 2]) expect((await unpin(author, first)).status).toBe(204);
    expect(await pinnedIn(author)).toBeUndefined();
  });

  test('another pin replaces it; unpinning another post leaves it', async () => {
    const author = await world.member({ exp: 1 });
    const [first, second] = [await write(author, '第一篇'), await write(author, '第二篇')];
    await pin(author, first);
    await pin(author, second);
    expect(await pinnedRows(author)).toEqual([second]);
    expect((await unpin(author, first)).status).toBe(204);
    expect(await pinnedIn(author)).toBe('第二篇');
  });

  test('A02 another author’s post is not found; a draft is refused with its state', async () => {
    const [author, other] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    const theirs = await write(other, '别人的');
    for (const call of [pin, unpin]) {
      expect((await call(author, theirs)).status).toBe(404);
      expect((await call(author, 424_242)).status).toBe(404);
    }
    expect((await anonymous.put(`/api/studio/posts/${theirs}/pin`)).status).toBe(401);
    const refused = await pin(author, await write(author, '草稿', true));
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state']);
    expect(await pinnedRows(other)).toEqual([]);
  });

  test('§7 a banned member cannot pin', async () => {
    const author = await world.member({ exp: 1 });
    const id = await write(author, '封禁前的');
    await world.sql("update users set status = 'banned' where uid = $1", [author.uid]);
    await author.logIn(author.email, PASSWORD);
    expect((await pin(author, id)).status).toBe(403);
    expect((await author.get(`/space/${author.uid}`)).text).not.toContain('/pin/');
  });

  test('D25 it is shown to nobody while the post is not public, and again after', async () => {
    const author = await world.member({ exp: 1 });
    const id = await write(author, '时隐时现');
    await pin(author, id);
    await world.sql("update post set status = 'locked', locked_from = 'approved' where id = $1", [
      id,
    ]);
    for (const viewer of [anonymous, author])
      expect(await pinnedIn(author, viewer)).toBeUndefined();
    expect((await anonymous.get(`/space/${author.uid}`)).text).not.toContain('时隐时现');
    await world.sql("update post set status = 'approved', locked_from = null where id = $1", [id]);
    expect(await pinnedIn(author)).toBe('时隐时现');
  });

  test('a deleted post is not shown, and does not keep another from being pinned', async () => {
    const author = await world.member({ exp: 1 });
    const [first, second] = [await write(author, '要删的'), await write(author, '留下的')];
    await pin(author, first);
    expect((await author.delete(`/api/studio/posts/${first}`)).status).toBe(204);
    expect(await pinnedIn(author)).toBeUndefined();
    expect((await unpin(author, first)).status).toBe(404);
    expect((await pin(author, second)).status).toBe(204);
    expect(await pinnedRows(author)).toEqual([second]);
  });

  test('of ten pins at once one is left, and none fails', async () => {
    const author = await world.member({ exp: 1 });
    const ids: number[] = [];
    for (let index = 0; index < 10; index++) ids.push(await write(author, `第 ${index} 篇`));
    const replies = await Promise.all(ids.map((id) => pin(author, id)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await pinnedRows(author)).toHaveLength(1);
  });

  test('the database keeps a second pinned post out', async () => {
    const author = await world.member({ exp: 1 });
    for (const title of ['甲', '乙']) await write(author, title);
    await expect(
      world.sql('update post set pinned = true where author_uid = $1', [author.uid]),
    ).rejects.toThrow('post_pinned_of_author');
  });

  test('by forms without scripts', async () => {
    const author = await world.member({ exp: 1 });
    const id = await write(author, '用表单置顶');
    const next = `/space/${author.uid}`;
    expect((await author.get(next)).text).toContain(`action="/studio/posts/${id}/pin/update"`);
    const done = await author.submit(`/studio/posts/${id}/pin/update`, { next });
    expect([done.status, done.headers['location']]).toEqual([303, next]);
    expect(await pinnedIn(author)).toBe('用表单置顶');
    expect((await author.get(next)).text).toContain(`action="/studio/posts/${id}/pin/delete"`);
    expect((await anonymous.get(next)).text).not.toContain('/pin/');
    await author.submit(`/studio/posts/${id}/pin/delete`, { next });
    expect(await pinnedIn(author)).toBeUndefined();
  });

  test('D15 a purge unpins', async () => {
    const author = await world.member({ exp: 1 });
    await pin(author, await write(author, '要清除的'));
    await author.post('/api/settings/delete-account', { password: PASSWORD });
    expect((await anonymous.get(`/space/${author.uid}`)).status).toBe(404);
    world.wait(31 * 24 * 3600);
    await JOBS.tasks['accounts_purge']?.(world.ctx, {});
    expect(await pinnedRows(author)).toEqual([]);
  });
});
