import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/**
 * Concurrent pages share statements (ADR 0021). Each request must get the same page as without concurrent requests.
 */
const world = await createWorld();
const MEMBERS = 6;
const LV3 = 500;

const members: Client[] = [];
for (let number = 0; number < MEMBERS; number += 1)
  members.push(await world.member({ exp: LV3 + number }));
const posts: number[] = [];
for (const [number, author] of members.entries()) {
  const { body } = await author.post('/api/studio/posts', textOf(number));
  posts.push(body.id);
}

// Each member has another viewer state and another comment on every post.
for (const [index, reader] of members.entries()) {
  for (const [number, id] of posts.entries()) {
    const author = members[number] as Client;
    const distance = (index - number + MEMBERS) % MEMBERS;
    if (distance === 1) await reader.post(`/api/posts/${id}/like`);
    if (distance === 2) await reader.post(`/api/posts/${id}/dislike`);
    if (distance === 3) await reader.post(`/api/posts/${id}/favorite`);
    if (distance === 4) await reader.post(`/api/users/${author.uid}/follow`, { following: true });
    if (distance >= number)
      await reader.post(`/api/posts/${id}/comments`, { body: `${index} on ${number}` });
  }
}
const [hidden, ...open] = posts as [number, ...number[]];
await world.sql("update post set status = 'rejected' where id = $1", [hidden]);

function textOf(number: number) {
  return { title: `title ${number}`, summary: `summary ${number}`, body: `<p>body ${number}</p>` };
}

/** Different in every response: CSRF tokens, idempotency keys, the time. */
const RANDOM = /[\w-]{16,}\.[\w-]{40,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<="now":")[^"]*/g;

type Response = Awaited<ReturnType<Client['get']>>;

function pageOf({ status, text }: Response): string {
  return `${status} ${text.replaceAll(RANDOM, 'random').replaceAll(/(data-viewer="\d+)\.\d+/g, '$1')}`;
}

// Messages that appear once, such as the check-in, appear now.
for (const reader of members) await reader.get('/posts');

const readings = [...members, world.visitor()].flatMap((reader) =>
  ['/posts', ...posts.map((id) => `/posts/${id}`)].map((url) => ({ reader, url })),
);

test('ADR 0021 a page is the same with and without concurrent requests', async () => {
  const alone: string[] = [];
  for (const { reader, url } of readings) alone.push(pageOf(await reader.get(url)));
  const concurrent = await Promise.all(readings.map(({ reader, url }) => reader.get(url)));
  for (const [index, { reader, url }] of readings.entries())
    expect([reader.uid, url, pageOf(concurrent[index] as Response)]).toEqual([
      reader.uid,
      url,
      alone[index],
    ]);
  expect(new Set(alone).size).toBeGreaterThan(open.length * members.length);
});

test('D25 concurrent requests for a post that is not public show it to its author only', async () => {
  const [author, ...others] = members as [Client, ...Client[]];
  const readers = [...others, author, world.visitor(), ...others];
  const responses = await Promise.all(readers.map((one) => one.get(`/posts/${hidden}`)));
  const shown = readers.filter((_, index) => responses[index]?.status === 200);
  expect(shown).toEqual([author]);
  expect(responses.filter(({ text }) => text.includes('title 0'))).toHaveLength(1);
});
