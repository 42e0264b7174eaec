import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

/**
 * What pages of one moment need is read in one statement for all of them (ADR 0021). Whoever asks must get their own:
 * the page they get when nobody else asks.
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

// Everybody stands differently to every post, and says something else below it.
for (const [place, reader] of members.entries()) {
  for (const [number, id] of posts.entries()) {
    const author = members[number] as Client;
    const distance = (place - number + MEMBERS) % MEMBERS;
    if (distance === 1) await reader.post(`/api/posts/${id}/like`);
    if (distance === 2) await reader.post(`/api/posts/${id}/dislike`);
    if (distance === 3) await reader.post(`/api/posts/${id}/favorite`);
    if (distance === 4) await reader.post(`/api/users/${author.uid}/follow`, { following: true });
    if (distance >= number)
      await reader.post(`/api/posts/${id}/comments`, { body: `${place} on ${number}` });
  }
}
const [hidden, ...open] = posts as [number, ...number[]];
await world.sql("update post set status = 'rejected' where id = $1", [hidden]);

function textOf(number: number) {
  return { title: `title ${number}`, summary: `summary ${number}`, body: `<p>body ${number}</p>` };
}

/** Unpredictable in every answer: the token of a form, what a form is known by, the moment. */
const NEW = /[\w-]{16,}\.[\w-]{40,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<="now":")[^"]*/g;

type Answer = Awaited<ReturnType<Client['get']>>;

function pageOf({ status, text }: Answer): string {
  return `${status} ${text.replaceAll(NEW, 'new')}`;
}

// What is said once, like a check-in, is said now.
for (const reader of members) await reader.get('/posts');

const readings = [...members, world.visitor()].flatMap((reader) =>
  ['/posts', ...posts.map((id) => `/posts/${id}`)].map((url) => ({ reader, url })),
);

test('ADR 0021 a page is the same whether one asks or everybody does, and says of each only what is theirs', async () => {
  const alone: string[] = [];
  for (const { reader, url } of readings) alone.push(pageOf(await reader.get(url)));
  const together = await Promise.all(readings.map(({ reader, url }) => reader.get(url)));
  for (const [place, { reader, url }] of readings.entries())
    expect([reader.uid, url, pageOf(together[place] as Answer)]).toEqual([
      reader.uid,
      url,
      alone[place],
    ]);
  expect(new Set(alone).size).toBeGreaterThan(open.length * members.length);
});

test('D25 a post that is not public is shown to its author and to nobody who asks in the same moment', async () => {
  const [author, ...others] = members as [Client, ...Client[]];
  const askers = [...others, author, world.visitor(), ...others];
  const answers = await Promise.all(askers.map((one) => one.get(`/posts/${hidden}`)));
  const shown = askers.filter((_, place) => answers[place]?.status === 200);
  expect(shown).toEqual([author]);
  expect(answers.filter(({ text }) => text.includes('title 0'))).toHaveLength(1);
});
