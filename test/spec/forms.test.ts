import { describe, expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { formUrl } from '../../src/platform/http/forms.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleUrl } from '../support/sample-requests.ts';
import { createWorld } from '../support/world.ts';

/** What the API can do, a page without scripts can do: one form for every operation, behind the same guards. */
const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const operations = world.app.routes.filter(
  ({ method, url, route }) =>
    isUnsafe(method) && url.startsWith('/api/') && !route.config?.multipart,
);
const twins = world.app.routes.filter(({ route }) => route.config?.form);
const named = twins.map((twin) => [`${twin.url}`, twin] as const);
const author = await world.member({ exp: 1 });
const reader = await world.member({ exp: 1 });
const post = (await author.post('/api/studio/posts', { title: '一', body: '<p>二</p>' })).body.id;

type Fields = Record<string, string>;

/** As a browser sends a form: no script, no header of ours. */
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

test('every operation that changes something has a form, with the same guards and limits', () => {
  expect(twins.length).toBe(operations.length);
  for (const operation of operations) {
    const url = formUrl(operation.method, operation.url);
    const twin = twins.find((one) => one.url === url);
    expect([url, twin?.access]).toEqual([url, operation.access]);
    expect(twin?.route.config?.limits).toEqual(operation.route.config?.limits);
  }
});

describe('§7.1, D6 a form of a stranger, or a forged one, changes nothing', () => {
  const guarded = named.filter(([, { access }]) => access === 'member');
  test.each(guarded)('%s', async (_, { route }) => {
    const before = await digestDatabase(world, ['session']);
    const url = sampleUrl(route);
    // Some show their own page again, which strangers are led away from.
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

test('§7.2 a banned member’s form is refused, and logging out is not', async () => {
  const banned = await world.member({ status: 'banned' });
  const refused = await submit(banned, `/posts/${post}/like`, csrf(banned));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('封禁');
  const left = await submit(banned, '/auth/logout', { ...csrf(banned), next: '/posts' });
  expect([left.status, left.headers['location']]).toEqual([303, '/posts']);
  expect(banned.cookies.has('sid')).toBe(false);
});

test('a form does what the operation does, and comes back where it says', async () => {
  const like = { ...csrf(reader), next: `/posts/${post}#actions`, liked: 'true' };
  for (const _ of [1, 2]) {
    const answer = await submit(reader, `/posts/${post}/like`, like);
    expect([answer.status, answer.headers['location']]).toEqual([303, `/posts/${post}#actions`]);
  }
  expect((await reader.get(`/api/posts/${post}/reaction`)).body.state).toBe('like');
  const said = await submit(reader, `/posts/${post}/comments`, {
    ...csrf(reader),
    next: `/posts/${post}?around={id}#c-{id}`,
    body: '第一行\r\n第二行',
    image_url: '',
  });
  const [comment] = (await reader.get(`/api/posts/${post}/comments`)).body.items;
  expect(said.headers['location']).toBe(`/posts/${post}?around=${comment.id}#c-${comment.id}`);
  expect(comment.body).toBe('第一行\n第二行');
});

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', ''])(
  'ASVS 3.7.2 a form cannot be made to lead elsewhere: %j',
  async (next) => {
    const answer = await submit(reader, `/posts/${post}/dislike`, { ...csrf(reader), next });
    expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
  },
);

test('D8 a form pressed twice is carried out once', async () => {
  const fields = { ...csrf(reader), body: '只说一次', idempotency_key: 'pressed-twice' };
  const answers = [];
  for (const _ of [1, 2])
    answers.push((await submit(reader, `/posts/${post}/comments`, fields)).status);
  expect(answers).toEqual([303, 303]);
  const { items } = (await reader.get(`/api/posts/${post}/comments`)).body;
  expect(items.filter((one: { body: string }) => one.body === '只说一次')).toHaveLength(1);
});

test('what was typed is on the page of a refusal, and a password never is', async () => {
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

test('a script that sends the form for the page gets JSON', async () => {
  const json = { accept: 'application/json' };
  const done = await submit(reader, `/posts/${post}/like`, { ...csrf(reader), next: '/x' }, json);
  expect([done.status, done.body]).toEqual([200, { location: '/x' }]);
  const refused = await submit(reader, `/posts/${post}/comments`, { ...csrf(reader) }, json);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
});

test('D11 a page renews a lapsed session on the way, and a form is carried out with it', async () => {
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
  const answer = await submit(member, '/level/checkin', csrf(member));
  expect(answer.status).toBe(303);
  const [row] = await own.sql('select count(*)::int as n from session where uid = $1', [
    member.uid,
  ]);
  expect(row).toEqual({ n: 1 });
});

test('§5.3 a page checks its member in, and says so once', async () => {
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

test('§5.6 a page that needs a login leads to it and comes back', async () => {
  const answer = await world
    .visitor()
    .get('/messages?category=like', { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers['location']]).toEqual([
    303,
    `/login?next=${encodeURIComponent('/messages?category=like')}`,
  ]);
});
