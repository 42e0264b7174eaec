import { describe, expect, test } from 'vitest';
import { getPosition } from '../../src/comments/actions/find-comment.ts';
import { removeHeld } from '../../src/comments/actions/hold-comment.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import type { Client } from '../support/client.ts';
import * as support from '../support/hold-comment.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 500 });
const writer = await world.member({ exp: 500 });
const reader = await world.member({ exp: 500 });
const admin = await world.member({ role: 'admin' });

async function newPost(): Promise<number> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  return (await author.post('/api/studio/posts', text)).body.id;
}
const add = async (client: Client, post: number, body = '写得真好'): Promise<number> =>
  (await client.post(`/api/posts/${post}/comments`, { body })).body.id;
const reply = async (client: Client, id: number): Promise<number> =>
  (await client.post(`/api/comments/${id}/reply`, { body: '同感' })).body.id;
const hold = (id: number) => support.hold(world.ctx, id);
const release = (id: number) => support.release(world.ctx, id);

async function listed(client: Client, post: number): Promise<number[]> {
  const { body } = await client.get(`/api/posts/${post}/comments?limit=100`);
  return body.items.flatMap((root: { id: number; replies: { id: number }[] }) => [
    root.id,
    ...root.replies.map(({ id }) => id),
  ]);
}
const count = async (post: number) => (await reader.get(`/api/posts/${post}`)).body.comment_count;
const page = async (client: Client, post: number) =>
  (await client.get(`/posts/${post}`, { headers: { accept: 'text/html' } })).text;
async function expectCountersRight(): Promise<void> {
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual([]);
}

describe('D66 a held comment', () => {
  test('is hidden from everybody but its author, who sees it marked, and comes back as it was', async () => {
    const post = await newPost();
    const first = await add(reader, post);
    const id = await add(writer, post, '等一等再看');
    const child = await reply(reader, id);
    expect(await hold(id)).toBe(true);
    expect(await hold(id)).toBe(false);
    for (const client of [reader, author, world.visitor()]) {
      expect(await listed(client, post)).toEqual([first]);
      expect(await page(client, post)).not.toContain('等一等再看');
    }
    expect(await page(writer, post)).toContain('等一等再看');
    expect(await page(writer, post)).toContain('只有你能看到');
    expect(await count(post)).toBe(1);
    expect((await reader.put(`/api/comments/${id}/like`, {})).status).toBe(404);
    await expectCountersRight();

    expect(await release(id)).toMatchObject({ comment_id: id, author_uid: writer.uid });
    expect(await release(id)).toBeUndefined();
    expect((await listed(world.visitor(), post)).toSorted()).toEqual([first, id, child].toSorted());
    expect(await count(post)).toBe(3);
    await expectCountersRight();
  });

  test('that is a reply leaves the count of its root and returns to it, also with a deleted author', async () => {
    const post = await newPost();
    const root = await add(writer, post);
    const guest = await world.member({ exp: 100 });
    const child = await reply(guest, root);
    await reply(reader, root);
    await hold(child);
    expect(await count(post)).toBe(2);
    await expectCountersRight();
    await world.sql('update users set deleted_at = now() where uid = $1', [guest.uid]);
    await release(child);
    expect(await count(post)).toBe(2);
    await expectCountersRight();
  });

  test('that a rule held notifies people when it is released, each once', async () => {
    const post = await newPost();
    const id = await add(writer, post, '通知谁');
    const sent = () =>
      world.sql('select uid from notification where cause = $1', [`comment:${id}`]);
    // As if the rule had held it before anybody was notified.
    await world.sql('delete from notification where cause = $1', [`comment:${id}`]);
    await hold(id);
    expect(await sent()).toEqual([]);
    await release(id);
    expect(await sent()).toEqual([{ uid: author.uid }]);
    await hold(id);
    await release(id);
    expect(await sent()).toEqual([{ uid: author.uid }]);
  });

  test('can be removed by the staff and by its author, once, and never comes back', async () => {
    const post = await newPost();
    const [one, two] = [await add(writer, post), await add(writer, post)];
    await hold(one);
    await hold(two);
    const removed = world.ctx.tx(async (trx) => {
      const at = await getPosition(trx, { owner: undefined, id: one });
      return removeHeld(world.ctx, trx, { uid: admin.uid }, at);
    });
    expect(await removed).toBeDefined();
    expect(await release(one)).toBeUndefined();
    expect((await reader.delete(`/api/comments/${two}`)).status).toBe(404);
    expect((await writer.delete(`/api/comments/${two}`)).status).toBe(204);
    expect(await release(two)).toBeUndefined();
    expect(await count(post)).toBe(0);
    await expectCountersRight();
  });

  test('D55 has left cached pages before the transaction that held it returns', async () => {
    const post = await newPost();
    const id = await add(writer, post, '已缓存的评论');
    expect(await page(world.visitor(), post)).toContain('已缓存的评论');
    await hold(id);
    expect(await page(world.visitor(), post)).not.toContain('已缓存的评论');
  });
});
