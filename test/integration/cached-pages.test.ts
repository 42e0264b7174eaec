import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tick } from '../../src/jobs.ts';
import { RecordedDependencies } from '../../src/platform/http/page-cache/dependencies.ts';
import type { Subject } from '../../src/platform/invalidations.ts';
import { WRITTEN_PAGES } from '../../src/platform/site.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

/**
 * ADR 0018: cached responses to anonymous visitors. For everything that can change about one: it is sent while nothing
 * has changed, and the next visitor sees the change. Only version checks are tested here: the cache is checked before
 * each use, as it is while no notifications arrive.
 */
const world = await createWorld();
const author = await world.member({ exp: 2000 });
const reader = await world.member({ exp: 2000 });
const admin = await world.member({ exp: 1, role: 'admin' });

type Scene = { id: number; comment: number };

async function send(client: Client, url: string, body?: object) {
  const response = await client.post(url, body);
  if (response.status >= 300) throw new Error(`${url} ${response.status} ${response.text}`);
  return response.body;
}

async function write(writer: Client, title: string, tags: string[] = []): Promise<number> {
  const body = `<p>${title} words</p>`;
  return (await send(writer, '/api/studio/posts', { title, body, tags })).id;
}

function rename({ sql }: World, { uid }: Client) {
  const name = `renamed${Math.random().toString(36).slice(2, 10)}`;
  return sql('update users set username = $2, username_key = $2 where uid = $1', [uid, name]);
}

async function scene(): Promise<Scene> {
  const id = await write(author, 'A lamp');
  const comment = await send(reader, `/api/posts/${id}/comments`, { body: 'well put' });
  return { id, comment: comment.id };
}

async function open(url: string) {
  const { status, text, headers } = await world.visitor().get(url);
  return { status, text, etag: headers['etag'] };
}

const pathsOf = (id: number) => ['/', '/posts', `/posts/${id}`, '/api/posts', `/api/posts/${id}`];

type Change = {
  what: string;
  where: (scene: Scene) => string[];
  change: (world: World, scene: Scene) => Promise<unknown>;
  /** What anonymous visitors must not see any more. */
  gone?: RegExp;
};

const CHANGES: Change[] = [
  {
    what: 'its text is changed',
    where: ({ id }) => pathsOf(id),
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
    where: ({ id }) => pathsOf(id),
    change: (_, { id }) => author.delete(`/api/studio/posts/${id}`),
    gone: /A lamp/,
  },
  {
    what: 'the staff takes it down',
    where: ({ id }) => pathsOf(id),
    change: (_, { id }) =>
      send(admin, `/api/admin/posts/${id}/lock`, { reason: 'not here', version: 1 }),
    gone: /A lamp/,
  },
  {
    what: 'somebody likes it',
    where: ({ id }) => pathsOf(id),
    change: (_, { id }) => send(reader, `/api/posts/${id}/like`),
  },
  {
    what: 'somebody comments',
    where: ({ id }) => pathsOf(id),
    change: (_, { id }) => send(reader, `/api/posts/${id}/comments`, { body: 'one more thing' }),
  },
  {
    what: 'a comment is deleted',
    where: ({ id }) => pathsOf(id),
    change: (_, { comment }) => reader.delete(`/api/comments/${comment}`),
  },
  {
    what: 'its author is renamed',
    where: ({ id }) => pathsOf(id),
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
  test('the next anonymous visitor sees it', async () => {
    const posted = await scene();
    const urls = where(posted);
    const before = await Promise.all(urls.map(open));
    const again = await Promise.all(urls.map(open));
    expect(again).toEqual(before);
    await change(world, posted);
    for (const [index, url] of urls.entries()) {
      const after = await open(url);
      expect([url, after.text === before[index]?.text]).toEqual([url, false]);
      if (gone) expect([url, gone.test(after.text)]).toEqual([url, false]);
      expect([url, after.status]).toEqual([url, after.status === 404 ? 404 : 200]);
    }
    await author.delete(`/api/studio/posts/${posted.id}`);
  });
});

test('D15 deleting an account removes its posts and comments from every page at once', async () => {
  const leaver = await world.member({ exp: 2000 });
  const id = await write(leaver, 'Leaving soon');
  const other = await write(author, 'Staying here');
  await send(leaver, `/api/posts/${other}/comments`, { body: 'goodbye then' });
  const urls = [...pathsOf(id), `/posts/${other}`];
  for (const url of urls) expect([url, (await open(url)).status]).toEqual([url, 200]);
  await send(leaver, '/api/settings/delete-account', { password: PASSWORD });
  for (const url of urls) {
    const { text } = await open(url);
    expect([url, /Leaving soon|goodbye then/.test(text)]).toEqual([url, false]);
  }
});

test('a member is never sent the page of an anonymous visitor, nor the other way round', async () => {
  const id = await write(author, 'For everybody');
  for (const url of pathsOf(id)) {
    const anonymous = await open(url);
    const own = await reader.get(url);
    expect([url, own.headers['etag']]).toEqual([url, undefined]);
    expect([url, String(own.headers['cache-control'])]).toEqual([
      url,
      expect.stringMatching(/^(private, no-cache|no-store)$/),
    ]);
    expect([url, await open(url)]).toEqual([url, anonymous]);
  }
});

/** Some of everything that a page can show: authors, comments, replies, and members replied to or mentioned. */
const TAG = 'shown';

async function populate() {
  const people = await Promise.all([1, 2, 3].map(() => world.member({ exp: 2000 })));
  const [writer, first, second] = people as [Client, Client, Client];
  for (const one of people) await rename(world, one);
  const [named] = await world.sql('select username from users where uid = $1', [second.uid]);
  const ids: number[] = [];
  for (const one of [...people, ...people])
    ids.push(await write(one, `Shown ${ids.length}`, [TAG]));
  await tick(world.ctx);
  const id = ids[0] as number;
  const root = await send(first, `/api/posts/${id}/comments`, {
    body: `look, @${named?.['username']} wrote it`,
  });
  await send(writer, `/api/comments/${root.id}/reply`, { body: 'a reply' });
  await send(second, `/api/posts/${id}/comments`, { body: 'another' });
  // A changed post, with its changes shown to readers.
  const text = { title: 'Shown 0', body: '<p>Shown otherwise</p>', tags: [TAG] };
  const changed = await writer.put(`/api/studio/posts/${id}`, {
    ...{ ...text, version: 1, show_changes: true },
  });
  if (changed.status >= 300) throw new Error(changed.text);
  const series = await send(writer, '/api/series', { title: 'Shown in order' });
  for (const post_id of [id, ids[3]])
    await send(writer, `/api/series/${series.id}/posts`, { post_id });
  return { id, second, series: series.id as number };
}

/** The subjects that a response shows, found in its text. */
function shownIn(text: string): Subject[] {
  const subjectsOf = (kind: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, id]) => `${kind}:${id}` as Subject);
  return [
    ...subjectsOf('member', /(?:(?:"|\/\/[\w.:]+)\/space\/|"uid":)(\d+)/g),
    ...subjectsOf('post', /(?:"|\/\/[\w.:]+)\/posts\/(\d+)/g),
    ...subjectsOf('post', /"id":(\d+),"title"/g),
    ...subjectsOf('comment', /id="c-(\d+)"/g),
    ...subjectsOf('series', /(?:"|\/\/[\w.:]+)\/series\/\d+-(\d+)/g),
  ];
}

test('D55 everything that a cached page shows is among its declared dependencies', async () => {
  const { id, second, series } = await populate();
  const declared = world.app.routes
    .filter(({ route }) => route.config?.cached)
    .map(({ url }) => url);
  // What the owner writes shows no member, and changes with the site (decision 0060).
  const written = Object.values(WRITTEN_PAGES).flatMap((path) => [path, `${path}/versions`]);
  // Numbers without names (decision 0052).
  const impersonal = [...written, '/transparency', '/api/transparency'];
  const cached = declared.filter((url) => !impersonal.includes(url));
  expect(declared.length - cached.length).toBe(impersonal.length);
  expect(cached.sort()).toEqual([
    '/',
    '/api/posts',
    '/api/posts/:id',
    '/api/posts/:id/changes',
    '/api/posts/:id/changes/:version',
    '/api/tags',
    '/api/tags/:slug/posts',
    '/feed.atom',
    '/feed.json',
    '/feed.xml',
    '/posts',
    '/posts/:id',
    '/posts/:id/changes',
    '/series/:id',
    '/tags',
    '/tags/:slug',
  ]);
  const recorded = vi.spyOn(RecordedDependencies.prototype, 'add');
  onTestFinished(() => recorded.mockRestore());
  const addressOf = (path: string) =>
    path
      .replace('/series/:id', `/series/${series}`)
      .replace(':id', String(id))
      .replace(':slug', TAG)
      .replace(':version', '2');
  for (const url of cached.map(addressOf)) {
    recorded.mockClear();
    const { hits, rendered } = world.app.pageCache;
    const { text } = await open(url);
    await open(url);
    // It is cached, so every version it depends on is known.
    expect([url, world.app.pageCache.rendered - rendered]).toEqual([url, 1]);
    expect([url, world.app.pageCache.hits - hits]).toEqual([url, 1]);
    const dependencies = new Set(recorded.mock.calls.map(([kind, of]) => `${kind}:${of}`));
    const shown = shownIn(text);
    // A list of tags shows only these.
    if (url.endsWith('/tags')) expect([...dependencies].join()).toContain('tag:');
    // The changes of one post have no links to others.
    else if (!url.includes('/changes')) expect(shown.length).toBeGreaterThan(1);
    expect([url, shown.filter((subject) => !dependencies.has(subject))]).toEqual([url, []]);
    if (url === `/posts/${id}`) {
      expect(shown.filter((one) => one.startsWith('comment:'))).toHaveLength(3);
      expect(dependencies).toContain(`member:${second.uid}`);
    }
  }
});

test('D55 a comment that is deleted while the counters of its post are locked is gone at once', async () => {
  const { id, comment } = await scene();
  expect((await open(`/posts/${id}`)).text).toContain('well put');
  // Another transaction locks the counters, so the deletion writes a delta and not their row.
  await world.ctx.tx(async (trx) => {
    await trx
      .selectFrom('post_count')
      .select('post_id')
      .where('post_id', '=', id)
      .forUpdate()
      .execute();
    expect((await reader.delete(`/api/comments/${comment}`)).status).toBe(204);
    expect((await open(`/posts/${id}`)).text).not.toContain('well put');
  });
});

describe('D55 in the process that hides something', async () => {
  // A listener that is live but receives nothing: only this process itself can drop a response.
  const site = await createWorld({}, (services) => {
    services.ctx.config.PAGE_CACHE_AGE_MS = 60_000;
    services.listener = { isLive: () => true, liveSince: () => 0, close: async () => {} };
  });
  const [writer, commenter] = await Promise.all([
    site.member({ exp: 2000 }),
    site.member({ exp: 2000 }),
  ]);
  const staff = await site.member({ exp: 1, role: 'admin' });
  type Hidden = { id: number; comment: number };
  const HIDE: [string, RegExp, (hidden: Hidden) => Promise<unknown>][] = [
    ['locks a post', /Lantern/, ({ id }) => decide('lock', id)],
    ['rejects a post', /Lantern/, ({ id }) => decide('reject', id)],
    ['removes a post', /Lantern/, ({ id }) => decide('remove', id)],
    ['deletes a post', /Lantern/, ({ id }) => writer.delete(`/api/studio/posts/${id}`)],
    [
      'replaces a text',
      /Lantern/,
      ({ id }) =>
        writer.put(`/api/studio/posts/${id}`, { title: 'Other', body: '<p>x</p>', version: 1 }),
    ],
    [
      'deletes a comment',
      /well put/,
      ({ comment }) => commenter.delete(`/api/comments/${comment}`),
    ],
    [
      'removes a comment',
      /well put/,
      ({ comment }) => send(staff, `/api/admin/comments/${comment}/remove`, { reason: 'no' }),
    ],
    [
      'changes a name',
      /FirstName/,
      () => commenter.put('/api/settings/profile', { username: `Renamed${Date.now() % 1e6}` }),
    ],
    [
      'deletes the account of an author',
      /Lantern/,
      () => send(writer, '/api/settings/delete-account', { password: PASSWORD }),
    ],
  ];
  const decide = (trigger: string, id: number) =>
    send(staff, `/api/admin/posts/${id}/${trigger}`, { reason: 'no', version: 1 });

  test.each(HIDE)('after a member %s no cached response shows it', async (_, gone, hide) => {
    await site.sql(
      `update users set username = 'FirstName', username_key = 'firstname' where uid = $1`,
      [commenter.uid],
    );
    const id = await write(writer, 'Lantern');
    const { id: comment } = await send(commenter, `/api/posts/${id}/comments`, {
      body: 'well put',
    });
    const read = async () => {
      const pages = await Promise.all(pathsOf(id).map((url) => site.visitor().get(url)));
      return pages.map(({ text }) => text);
    };
    const hits = site.app.pageCache.hits;
    expect((await read()).some((text) => gone.test(text))).toBe(true);
    await read();
    expect(site.app.pageCache.hits).toBeGreaterThan(hits);
    await hide({ id, comment });
    const shown = (await read()).map((text, index) => gone.test(text) && pathsOf(id)[index]);
    expect(shown.filter(Boolean)).toEqual([]);
  });
});
