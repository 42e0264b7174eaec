import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 500 });
const writer = await world.member({ exp: 500 });
const reader = await world.member({ exp: 500 });

async function newPost(): Promise<number> {
  const text = { title: '渡口', body: '<p>船来了。</p>' };
  return (await author.post('/api/studio/posts', text)).body.id;
}

async function add(client: Client, post: number): Promise<number> {
  return (await client.post(`/api/posts/${post}/comments`, { body: '写得真好' })).body.id;
}

/** Every operation on a comment, as those who may do it; the deletion last. */
const operations = (address: string) => [
  () => reader.post(`/api/comments/${address}/reply`, { body: '同感' }),
  () => writer.put(`/api/comments/${address}`, { body: '改过了' }),
  () => reader.put(`/api/comments/${address}/like`, {}),
  () => reader.delete(`/api/comments/${address}/like`),
  () => author.put(`/api/comments/${address}/pin`, {}),
  () => author.delete(`/api/comments/${address}/pin`),
  () => writer.delete(`/api/comments/${address}`),
];

async function statusesOf(address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const send of operations(address)) statuses.push((await send()).status);
  return statuses;
}

describe('D4 the address of a comment', () => {
  test.each([
    ['its id', (_post: number, id: number) => `${id}`],
    ['the id of its post, then its id', (post: number, id: number) => `${post}-${id}`],
  ])('%s names it in every operation', async (_, write) => {
    const post = await newPost();
    const id = await add(writer, post);
    expect(await statusesOf(write(post, id))).toEqual([201, 200, 200, 200, 204, 204, 204]);
  });

  test('with another post is not found, like a comment that does not exist, and nothing changes', async () => {
    const [post, other] = [await newPost(), await newPost()];
    const id = await add(writer, post);
    const rows = () =>
      world.sql(
        `select comment.xmin::text, likes, replies, pinned, body from comment
           join comment_count on comment_id = comment.id where comment.id = $1`,
        [id],
      );
    const before = await rows();
    for (const address of [`${other}-${id}`, `${other + 1000}-${id}`, `${post}-${id + 1000}`])
      expect(await statusesOf(address)).toEqual(Array(7).fill(404));
    expect(await rows()).toEqual(before);
  });

  test('of another form is refused', async () => {
    for (const address of ['1-2-3', '0-1', 'x', '-1'])
      expect((await reader.put(`/api/comments/${address}/like`, {})).status).toBe(400);
  });

  test('of a form without scripts has its post', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    const { text } = await author.get(`/posts/${post}`, { headers: { accept: 'text/html' } });
    for (const action of ['like/update', 'pin/update', 'delete'])
      expect(text).toContain(`/comments/${post}-${id}/${action}"`);
    expect(text).not.toContain(`/comments/${id}/`);
  });
});
