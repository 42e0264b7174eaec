import { describe, expect, test } from 'vitest';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 1 });
const reader = await world.member({ exp: 1 });

async function newPost(comments: number): Promise<{ post: number; ids: number[] }> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  const post = (await author.post('/api/studio/posts', text)).body.id;
  const ids: number[] = [];
  for (let index = 0; index < comments; index += 1)
    ids.push((await reader.post(`/api/posts/${post}/comments`, { body: `第 ${index}` })).body.id);
  return { post, ids };
}

async function list(post: number, query: string) {
  const { status, body } = await reader.get(`/api/posts/${post}/comments?${query}`);
  return { status, ids: body.items?.map((one: { id: number }) => one.id), next: body.next_cursor };
}

async function read(client: Client, path: string): Promise<string> {
  const { status, text } = await client.get(path, { headers: { accept: 'text/html' } });
  expect(status).toBe(200);
  return text.replace(/data-props='[^']*'/g, '');
}

const shown = (html: string) =>
  [...html.matchAll(/<article id="c-(\d+)"/g)].map(([, id]) => Number(id));

describe('the orders of comments', () => {
  test.each(['newest', 'oldest'])('§4 %s first, page by page with cursors', async (order) => {
    const { post, ids } = await newPost(5);
    const expected = order === 'newest' ? ids.toReversed() : ids;
    const seen: number[] = [];
    let cursor: string | null = '';
    do {
      const page = await list(post, `limit=2&order=${order}${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.ids);
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual(expected);
    // A comment written between two pages is neither skipped nor shown twice.
    const first = await list(post, `limit=3&order=${order}`);
    const late = (await reader.post(`/api/posts/${post}/comments`, { body: '刚写的' })).body.id;
    const second = await list(post, `limit=100&order=${order}&cursor=${first.next}`);
    const rest = expected.slice(3);
    expect(second.ids).toEqual(order === 'newest' ? rest : [...rest, late]);
  });

  test('a cursor of one order is no cursor of the other', async () => {
    const { post } = await newPost(3);
    const newest = await list(post, 'limit=1&order=newest');
    const oldest = await list(post, 'limit=1&order=oldest');
    expect((await list(post, `order=oldest&cursor=${newest.next}`)).status).toBe(400);
    expect((await list(post, `cursor=${oldest.next}`)).status).toBe(400);
  });

  test('the page has links to all, and pages through each without scripts', async () => {
    const { post, ids } = await newPost(22);
    const html = await read(reader, `/posts/${post}?order=oldest`);
    expect(shown(html)).toEqual(ids.slice(0, 20));
    expect(html).toContain(`href="/posts/${post}#comments"`);
    expect(html).toContain(`href="/posts/${post}?order=newest#comments"`);
    expect(html).toMatch(
      new RegExp(`href="/posts/${post}\\?order=oldest#comments" aria-current="true"`),
    );
    const next = /href="([^"]*comments=[^"]*)#comments" rel="next"/.exec(html)?.[1] ?? '';
    const later = await read(reader, next.replaceAll('&amp;', '&'));
    expect(shown(later)).toEqual(ids.slice(20));
    expect(shown(await read(reader, `/posts/${post}?order=newest`))).toEqual(
      ids.toReversed().slice(0, 20),
    );
    expect(shown(await read(reader, `/posts/${post}?order=oldest&comment=${ids[19]}`))).toEqual(
      ids.slice(19),
    );
  });
});

/** Every number of comments on the page: in the action bar and above the comments. */
const numbers = (html: string) =>
  [...html.matchAll(/<span[^>]* data-comments[^>]*>([^<]*)<\/span>/g)].map(([, number]) => number);

test('the numbers of comments on a page agree, also after a delete and before the counter is flushed', async () => {
  const { post, ids } = await newPost(3);
  expect(numbers(await read(reader, `/posts/${post}`))).toEqual(['3', '3']);
  await reader.delete(`/api/comments/${ids[1]}`);
  expect(numbers(await read(reader, `/posts/${post}`))).toEqual(['2', '2']);
  // As on a busy post: the change waits as a delta.
  await world.sql(
    `insert into post_count_delta (post_id, day, likes, dislikes, comments) values ($1, current_date, 0, 0, -1)`,
    [post],
  );
  expect(numbers(await read(reader, `/posts/${post}`))).toEqual(['1', '1']);
  await flushCountDeltas(world.ctx);
  for (const client of [reader, world.visitor()])
    expect(numbers(await read(client, `/posts/${post}`))).toEqual(['1', '1']);
});

test('the level for pictures is named once, however many boxes are open', async () => {
  const { post, ids } = await newPost(1);
  const html = await read(reader, `/posts/${post}?reply=${ids[0]}`);
  expect(html.match(/<textarea/g)).toHaveLength(2);
  expect(html.match(/Lv4 可发图/g)).toHaveLength(1);
  expect(html.match(/aria-describedby="image-why"/g)).toHaveLength(2);
});
