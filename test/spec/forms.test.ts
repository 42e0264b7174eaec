import { describe, expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { formUrl } from '../../src/platform/http/forms.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleUrl } from '../support/sample-requests.ts';
import { createWorld } from '../support/world.ts';

/** A page without scripts can do what the API can: one form for every operation, behind the same guards. */
const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const operations = world.app.routes.filter(
  ({ method, url, route }) =>
    isUnsafe(method) &&
    url.startsWith('/api/') &&
    !route.config?.multipart &&
    !route.config?.beacon &&
    !route.config?.signed,
);
const formRoutes = world.app.routes.filter(({ route }) => route.config?.form);
const named = formRoutes.map((formRoute) => [`${formRoute.url}`, formRoute] as const);
const author = await world.member({ exp: 1 });
const reader = await world.member({ exp: 1 });
const post = (await author.post('/api/studio/posts', { title: '一', body: '<p>二</p>' })).body.id;

type Fields = Record<string, string>;

/** Sends a form like a browser: no script, no custom header. */
function submit(client: Client, url: string, fields: Fields, headers: Fields = {}) {
  return client.raw({
    method: 'POST',
    url,
    headers: {
      cookie: cookieHeader(client.cookies),
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

const csrf = (client: Client): Fields => ({ csrf_token: client.cookies.get('csrf') ?? '' });

test('every operation that changes data has a form, with the same guards and limits', () => {
  expect(formRoutes.length).toBe(operations.length);
  for (const operation of operations) {
    const url = formUrl(operation.method, operation.url);
    const formRoute = formRoutes.find((one) => one.url === url);
    expect([url, formRoute?.access]).toEqual([url, operation.access]);
    expect(formRoute?.route.config?.limits).toEqual(operation.route.config?.limits);
  }
});

describe('§7.1, D6 an anonymous or forged form changes nothing', () => {
  const guarded = named.filter(([, { access }]) => access === 'member');
  test.each(guarded)('%s', async (_, { route }) => {
    const before = await digestDatabase(world, ['session']);
    const url = sampleUrl(route);
    // Some render their own page again, which redirects anonymous visitors.
    expect([401, 303]).toContain((await submit(world.visitor(), url, {})).status);
    for (const token of [{}, { csrf_token: author.cookies.get('csrf') ?? '' }]) {
      const forged = await submit(reader, url, token as Fields);
      expect(forged.status).toBe(403);
      expect(forged.headers['content-type']).toContain('text/html');
    }
    const foreign = await submit(reader, url, csrf(reader), { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect(await digestDatabase(world, ['session'])).toBe(before);
  });
});

test('§7.2 a banned member’s form is refused, except logging out', async () => {
  const banned = await world.member({ status: 'banned' });
  const refused = await submit(banned, `/posts/${post}/like`, csrf(banned));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('封禁');
  const left = await submit(banned, '/auth/logout', { ...csrf(banned), next: '/posts' });
  expect([left.status, left.headers['location']]).toEqual([303, '/posts']);
  expect(banned.cookies.has('sid')).toBe(false);
});

test('a form does what the operation does, and redirects to its next page', async () => {
  const like = { ...csrf(reader), next: `/posts/${post}#actions`, liked: 'true' };
  for (const _ of [1, 2]) {
    const response = await submit(reader, `/posts/${post}/like`, like);
    expect([response.status, response.headers['location']]).toEqual([
      303,
      `/posts/${post}#actions`,
    ]);
  }
  expect((await reader.get(`/api/posts/${post}/reaction`)).body.state).toBe('like');
  const posted = await submit(reader, `/posts/${post}/comments`, {
    ...csrf(reader),
    next: `/posts/${post}?around={id}#c-{id}`,
    body: '第一行\r\n第二行',
    image_url: '',
  });
  const [comment] = (await reader.get(`/api/posts/${post}/comments`)).body.items;
  expect(posted.headers['location']).toBe(`/posts/${post}?around=${comment.id}#c-${comment.id}`);
  expect(comment.body).toBe('第一行\n第二行');
});

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', ''])(
  'ASVS 3.7.2 a form cannot redirect to another site: %j',
  async (next) => {
    const response = await submit(reader, `/posts/${post}/dislike`, { ...csrf(reader), next });
    expect([response.status, response.headers['location']]).toEqual([303, '/']);
  },
);

test('D8 a form sent twice takes effect once', async () => {
  const fields = { ...csrf(reader), body: '只说一次', idempotency_key: 'sent-twice' };
  const responses = [];
  for (const _ of [1, 2])
    responses.push((await submit(reader, `/posts/${post}/comments`, fields)).status);
  expect(responses).toEqual([303, 303]);
  const { items } = (await reader.get(`/api/posts/${post}/comments`)).body;
  expect(items.filter((one: { body: string }) => one.body === '只说一次')).toHaveLength(1);
});

test("a refusal's page repeats the typed text, and never a password", async () => {
  const text = '很长的评论'.repeat(300);
  const refused = await submit(reader, `/posts/${post}/comments`, { ...csrf(reader), body: text });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(text);
  expect(refused.text).toContain(`action="/posts/${post}/comments"`);
  const secret = {
    ...csrf(reader),
    current_password: 'hunter2hunter2',
    new_password: 'x'.repeat(60),
  };
  const password = await submit(reader, '/settings/password/update', secret);
  expect(password.status).toBeGreaterThanOrEqual(400);
  expect(password.text).not.toMatch(/hunter2|xxxxx/);
});

test('a script that sends the form gets JSON', async () => {
  const json = { accept: 'application/json' };
  const done = await submit(reader, `/posts/${post}/like`, { ...csrf(reader), next: '/x' }, json);
  expect([done.status, done.body]).toEqual([200, { location: '/x' }]);
  const refused = await submit(reader, `/posts/${post}/comments`, { ...csrf(reader) }, json);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
});

test('D11 a page renews an expired session on the way, and so does a form', async () => {
  const own = await createWorld();
  const member = await own.member({ exp: 1 });
  const before = member.cookies.get('rt');
  own.wait(40 * 60);
  member.cookies.delete('sid');
  const page = await member.raw({
    method: 'GET',
    url: '/',
    headers: { cookie: cookieHeader(member.cookies), accept: 'text/html' },
  });
  expect(page.text).toContain(`/space/${member.uid}`);
  expect(member.cookies.get('rt')).not.toBe(before);
  own.wait(40 * 60);
  member.cookies.delete('sid');
  const response = await submit(member, '/level/checkin', csrf(member));
  expect(response.status).toBe(303);
  const [row] = await own.sql('select count(*)::int as n from session where uid = $1', [
    member.uid,
  ]);
  expect(row).toEqual({ n: 1 });
});

test('§5.3 a page checks its member in, and shows it once', async () => {
  const own = await createWorld();
  const member = await own.member({ exp: 1 });
  const open = () => member.get('/', { headers: { accept: 'text/html' } });
  expect((await open()).text).toContain('今日已签到，+5 经验');
  expect((await open()).text).not.toContain('今日已签到，+5 经验');
  own.wait(86_400);
  await member.logIn(member.email, 'correct horse battery');
  await member.get('/api/energy/info');
  expect((await open()).text).toContain('今日已签到，+5 经验');
  expect((await open()).text).not.toContain('今日已签到，+5 经验');
});

test('§5.6 a page that needs a login redirects to it and back', async () => {
  const response = await world
    .visitor()
    .get('/messages?category=like', { headers: { accept: 'text/html' } });
  expect([response.status, response.headers['location']]).toEqual([
    303,
    `/login?next=${encodeURIComponent('/messages?category=like')}`,
  ]);
});
