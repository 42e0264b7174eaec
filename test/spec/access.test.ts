import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

/** The Auth column of §4, read from the specification and requested over a socket with the production cache on. */
const world = await createWorld({ PAGE_CACHE_AGE_MS: '1000' });
const author = await world.member({ exp: 1, transport: 'bearer' });
const TEXT = { title: '灯下漫笔', body: '<p>灯火可亲。</p>' };

type Row = { method: string; path: string; auth: 'none' | 'opt' | 'req' };

function readRows(): Row[] {
  const part = readFileSync('docs/SPEC.md', 'utf8').split(/^## /m)[4] ?? '';
  let group = '';
  return part.split('\n').flatMap((line) => {
    if (line.startsWith('###')) group = /, req\)$/.test(line) ? 'req' : '';
    const [, method, path, rest = ''] =
      /^\| (GET|POST|PUT|DELETE) \| (\S+) \|(.*)\|$/.exec(line) ?? [];
    if (!method || !path) return [];
    const auth = (group || rest.split('|')[0]?.trim()) as Row['auth'];
    return [{ method, path, auth }];
  });
}

const rows = readRows();
const ofKind = (...kinds: Row['auth'][]) =>
  rows
    .filter(({ auth }) => kinds.includes(auth))
    .map((row) => [`${row.method} ${row.path}`, row] as const);

const made = { post: 0, root: 0, folder: 0 };
let origin = '';

beforeAll(async () => {
  made.post = (await author.post('/api/studio/posts', TEXT)).body.id;
  const comment = await author.post(`/api/posts/${made.post}/comments`, { body: '在' });
  made.root = comment.body.id;
  made.folder = (await author.post('/api/folders', { name: '夜读' })).body.id;
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world.app.close());

function addressOf(path: string): string {
  const id = path.startsWith('/api/folders') ? made.folder : made.post;
  return path
    .replace(':root_id', String(made.root))
    .replace(':uid', String(author.uid))
    .replace(':sid', 'A'.repeat(22))
    .replace(/:postId|:id/g, String(id));
}

const request = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) =>
  fetch(origin + path, {
    method,
    headers: { ...headers, connection: 'close' },
    ...(body ? { body } : {}),
  });

test('reads every row of the specification', () => {
  expect(rows).toHaveLength(60);
  expect(new Set(rows.map(({ auth }) => auth))).toEqual(new Set(['none', 'opt', 'req']));
});

test.each(ofKind('req'))('§4 Auth.req, §5.2a %s needs a login', async (_, { method, path }) => {
  const response = await request(method, addressOf(path));
  expect([response.status, (await response.json()).code]).toEqual([401, 'unauthenticated']);
});

test.each(ofKind('none', 'opt').filter(([, { method }]) => method === 'GET'))(
  '§4 Auth.none, §4 Auth.opt, §5.2a %s serves anonymous callers',
  async (_, { path }) => {
    expect((await request('GET', addressOf(path))).status).toBe(200);
  },
);

test.each(['check-email', 'register', 'login', 'confirm-restore', 'logout', 'refresh'])(
  '§4 Guard.auth POST /api/auth/%s requires the CSRF token and no login',
  async (name) => {
    const path = `/api/auth/${name}`;
    const forged = await request('POST', path, { 'content-type': 'application/json' }, '{}');
    expect([forged.status, (await forged.json()).code]).toEqual([403, 'csrf_failed']);
    const { body } = await world.visitor().post(path, {});
    expect(['invalid_input', 'login_required', undefined]).toContain(body?.code);
  },
);

test.each([
  ['POST', '/api/posts'],
  ['PUT', '/api/posts/:id'],
  ['DELETE', '/api/posts/:id'],
  ['POST', '/api/posts/preview'],
  ['POST', '/api/posts/:id/preview'],
  ['GET', '/api/posts/:id/preview'],
])('§4 Posts.authoring %s %s does not exist', async (method, path) => {
  const headers = {
    authorization: `Bearer ${author.tokens.access}`,
    'content-type': 'application/json',
  };
  const body = method === 'GET' ? undefined : JSON.stringify(TEXT);
  const response = await request(method, addressOf(path), headers, body);
  // `preview` is not a valid id where the route expects one.
  expect([400, 404, 405]).toContain(response.status);
  const listed = (await author.get('/api/studio/posts')).body.items;
  expect(listed.map((one: { id: number }) => one.id)).toContain(made.post);
});

test('§9 Paths carry no version segment', () => {
  const versioned = world.app.routes.filter(({ url }) => /\/v\d+(\/|$)/.test(url));
  expect(versioned).toEqual([]);
});

describe('an invalid token', () => {
  /** A member who would see more: author of a draft and of a private folder, with a like and a follow. */
  const sent: [string, () => Promise<Record<string, string>>][] = [
    ['nonsense as bearer', async () => ({ authorization: 'Bearer nonsense' })],
    ['nonsense as cookie', async () => ({ cookie: 'sid=nonsense' })],
    [
      'forged as bearer',
      async () => ({ authorization: `Bearer ${(await fan()).tokens.access?.slice(0, -4)}AAAA` }),
    ],
    ['expired as bearer', async () => ({ authorization: `Bearer ${(await expired()).bearer}` })],
    ['expired as cookie', async () => ({ cookie: `sid=${(await expired()).cookie}` })],
    ['of an ended session', async () => ({ authorization: `Bearer ${await ended()}` })],
  ];
  let someone: Promise<Awaited<ReturnType<typeof world.member>>> | undefined;
  const hidden = { draft: 0, folder: 0 };

  function fan() {
    someone ??= (async () => {
      const client = await world.member({ exp: 1, transport: 'bearer' });
      await client.post(`/api/posts/${made.post}/like`);
      await client.post(`/api/posts/${made.post}/favorite`);
      await client.post(`/api/users/${author.uid}/follow`);
      const draft = await client.post('/api/studio/posts', { ...TEXT, draft: true });
      const folder = await client.post('/api/folders', { name: '私密', is_public: false });
      Object.assign(hidden, { draft: draft.body.id, folder: folder.body.id });
      return client;
    })();
    return someone;
  }

  beforeAll(async () => void (await fan()));

  async function expired() {
    const client = await fan();
    const browser = world.visitor();
    await browser.logIn(client.email, 'correct horse battery');
    await world.sql(
      `update session set access_expires_at = now() - interval '1 second',
              parent_access_expires_at = null where uid = $1`,
      [client.uid],
    );
    return { bearer: client.tokens.access, cookie: browser.cookies.get('sid') };
  }

  async function ended() {
    const client = await fan();
    const other = world.visitor();
    await other.logIn(client.email, 'correct horse battery', 'bearer');
    const { access } = other.tokens;
    await other.post('/api/auth/logout');
    return access;
  }

  test.each(sent)('D7 %s: anonymous on every route of none and opt, never 401', async (_, make) => {
    const headers = await make();
    const get = async (path: string) => {
      const response = await request('GET', path, headers);
      return [response.status, response.status === 200 ? await response.json() : null];
    };
    for (const [, { path }] of ofKind('none', 'opt').filter(([, row]) => row.method === 'GET'))
      expect([path, (await get(addressOf(path)))[0]]).toEqual([path, 200]);
    const post = `/api/posts/${made.post}`;
    expect((await get(`${post}/reaction`))[1]).toMatchObject({ state: 'none', like_count: 1 });
    expect((await get(`${post}/folder-status`))[1]).toEqual({ favorited: false, folder_ids: [] });
    const follow = await get(`/api/users/${author.uid}/follow-status`);
    expect(follow[1]).toMatchObject({ i_follow: false, follower_count: 1 });
    expect((await get(`/api/posts/${hidden.draft}`))[0]).toBe(404);
    expect((await get(`/api/folders/${hidden.folder}/posts`))[0]).toBe(404);
    const page = await request('GET', `/posts/${hidden.draft}`, {
      ...headers,
      accept: 'text/html',
    });
    expect(page.status).toBe(404);
  });

  test('§4 Auth.opt, D7 a valid token shows more, so the test above can fail', async () => {
    const client = await world.member({ exp: 1, transport: 'bearer' });
    await client.post(`/api/users/${author.uid}/follow`);
    const draft = await client.post('/api/studio/posts', { ...TEXT, draft: true });
    const good = { authorization: `Bearer ${client.tokens.access}` };
    const status = await request('GET', `/api/users/${author.uid}/follow-status`, good);
    expect((await status.json()).i_follow).toBe(true);
    expect((await request('GET', `/api/posts/${draft.body.id}`, good)).status).toBe(200);
  });
});
