import { describe, expect, test } from 'vitest';
import type { Client } from './support/client.ts';
import { createWorld, PASSWORD, type World } from './support/world.ts';

/**
 * ADR 0018: pages and answers that strangers are given again and again. For everything that can change about
 * one: it is given out while nothing has changed, and the next stranger sees the change.
 */
const world = await createWorld();
const author = await world.member({ exp: 2000 });
const reader = await world.member({ exp: 2000 });
const admin = await world.member({ exp: 1, role: 'admin' });

type Scene = { id: number; comment: number };

async function send(client: Client, url: string, body?: object) {
  const answer = await client.post(url, body);
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status} ${answer.text}`);
  return answer.body;
}

async function write(writer: Client, title: string): Promise<number> {
  return (await send(writer, '/api/studio/posts', { title, body: `<p>${title} words</p>` })).id;
}

function rename({ sql }: World, { uid }: Client) {
  const name = `renamed${Math.random().toString(36).slice(2, 10)}`;
  return sql('update users set username = $2, username_key = $2 where uid = $1', [uid, name]);
}

async function scene(): Promise<Scene> {
  const id = await write(author, 'A lamp');
  const comment = await send(reader, `/api/posts/${id}/comments`, { body: 'well said' });
  return { id, comment: comment.id };
}

async function open(url: string) {
  const { status, text, headers } = await world.visitor().get(url);
  return { status, text, etag: headers['etag'] };
}

const places = (id: number) => ['/', '/posts', `/posts/${id}`, '/api/posts', `/api/posts/${id}`];

type Change = {
  what: string;
  where: (scene: Scene) => string[];
  change: (world: World, scene: Scene) => Promise<unknown>;
  /** What strangers must not see any more. */
  gone?: RegExp;
};

const CHANGES: Change[] = [
  {
    what: 'its text is changed',
    where: ({ id }) => places(id),
    change: async (_, { id }) => {
      const { version } = (await author.get(`/api/studio/posts/${id}`)).body;
      await author.put(`/api/studio/posts/${id}`, {
        ...{ title: 'Another light', body: '<p>other</p>', version },
      });
    },
    gone: /A lamp/,
  },
  {
    what: 'it is deleted',
    where: ({ id }) => places(id),
    change: (_, { id }) => author.delete(`/api/studio/posts/${id}`),
    gone: /A lamp/,
  },
  {
    what: 'the staff takes it down',
    where: ({ id }) => places(id),
    change: (_, { id }) =>
      send(admin, `/api/admin/posts/${id}/lock`, { reason: 'not here', version: 1 }),
    gone: /A lamp/,
  },
  {
    what: 'somebody likes it',
    where: ({ id }) => places(id),
    change: (_, { id }) => send(reader, `/api/posts/${id}/like`),
  },
  {
    what: 'somebody comments',
    where: ({ id }) => places(id),
    change: (_, { id }) => send(reader, `/api/posts/${id}/comments`, { body: 'one more thing' }),
  },
  {
    what: 'a comment is deleted',
    where: ({ id }) => places(id),
    change: (_, { comment }) => reader.delete(`/api/comments/${comment}`),
  },
  {
    what: 'its author is renamed',
    where: ({ id }) => places(id),
    change: (here) => rename(here, author),
  },
  {
    what: 'somebody who commented is renamed',
    where: ({ id }) => [`/posts/${id}`],
    change: (here) => rename(here, reader),
  },
  {
    what: 'another post comes out',
    where: () => ['/', '/posts', '/api/posts'],
    change: () => write(reader, 'Something new'),
  },
];

describe.each(CHANGES)('when $what', ({ where, change, gone }) => {
  test('the next stranger sees it', async () => {
    const made = await scene();
    const urls = where(made);
    const before = await Promise.all(urls.map(open));
    const again = await Promise.all(urls.map(open));
    expect(again).toEqual(before);
    await change(world, made);
    for (const [index, url] of urls.entries()) {
      const after = await open(url);
      expect([url, after.text === before[index]?.text]).toEqual([url, false]);
      if (gone) expect([url, gone.test(after.text)]).toEqual([url, false]);
      expect([url, after.status]).toEqual([url, after.status === 404 ? 404 : 200]);
    }
    await author.delete(`/api/studio/posts/${made.id}`);
  });
});

test('D15 who leaves takes their posts and comments off every page at once', async () => {
  const leaver = await world.member({ exp: 2000 });
  const id = await write(leaver, 'Leaving soon');
  const other = await write(author, 'Staying here');
  await send(leaver, `/api/posts/${other}/comments`, { body: 'goodbye then' });
  const urls = [...places(id), `/posts/${other}`];
  for (const url of urls) expect([url, (await open(url)).status]).toEqual([url, 200]);
  await send(leaver, '/api/settings/delete-account', { password: PASSWORD });
  for (const url of urls) {
    const { text } = await open(url);
    expect([url, /Leaving soon|goodbye then/.test(text)]).toEqual([url, false]);
  }
});

test('a member is never given the page of a stranger, nor a stranger theirs', async () => {
  const id = await write(author, 'For everybody');
  for (const url of places(id)) {
    const stranger = await open(url);
    const own = await reader.get(url);
    expect([url, own.headers['etag']]).toEqual([url, undefined]);
    expect([url, String(own.headers['cache-control'])]).toEqual([
      url,
      expect.stringMatching(/^(private, no-cache|no-store)$/),
    ]);
    expect([url, await open(url)]).toEqual([url, stranger]);
  }
});
