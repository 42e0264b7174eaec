import { expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import type { Client } from '../support/client.ts';
import { MEMBER_LIMITS_BY_PROFILE } from '../support/member-limits.ts';
import { sampleUrl } from '../support/sample-requests.ts';
import { createWorld, type World } from '../support/world.ts';
import { openTestDatabase } from './support/database.ts';
import { countStatuses, registerBearer, send } from './support/http.ts';
import { registerMembers } from './support/members.ts';
import { startWeb } from './support/web.ts';

async function publicPost(world: World): Promise<number> {
  const author = await world.member({ exp: 5 });
  const { body } = await author.post('/api/studio/posts', { title: '灯', body: '<p>x</p>' });
  return body.id;
}

test("D13, A42 over a socket with production settings, 20 of a member's 150 concurrent comments pass", async () => {
  const database = await openTestDatabase();
  const web = await startWeb(database.url, MEMBER_LIMITS_BY_PROFILE);
  const [author, spammer, other] = await registerMembers(database, web.url, 3);
  const post = { title: '灯', body: '<p>x</p>' };
  const created = await send(web.url, 'POST', '/api/studio/posts', {
    token: author?.access ?? '',
    body: post,
  });
  const comment = (token: string | undefined, language: string) =>
    send(web.url, 'POST', `/api/posts/${created.body.id}/comments`, {
      token: token ?? '',
      body: { body: 'buy' },
      headers: { 'accept-language': language },
    });
  const responses = await Promise.all(
    Array.from({ length: 150 }, () => comment(spammer?.access, 'en')),
  );
  expect(countStatuses(responses)).toEqual({ 201: 20, 429: 130 });

  const refused = await comment(spammer?.access, 'en');
  const seconds = Number(refused.headers['retry-after']);
  expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(refused.headers['ratelimit-policy']).toBe('"comments";q=20;w=60');
  expect(refused.headers['ratelimit']).toBe(`"comments";r=0;t=${seconds}`);
  expect(refused.body).toMatchObject({
    ...{ status: 429, code: 'rate_limited', retry_after: seconds },
    detail: `Too many requests. Try again in ${seconds} seconds.`,
  });
  expect((await comment(spammer?.access, 'zh-CN')).body.detail).toContain('操作过于频繁');
  // The same address, another member: a classroom is not limited.
  expect((await comment(other?.access, 'en')).status).toBe(201);
});

test('D13 a classroom behind one address comments and likes concurrently without reaching a limit', async () => {
  const database = await openTestDatabase();
  // Twelve at once are few, but the test machine may be busy.
  const web = await startWeb(database.url, { ...MEMBER_LIMITS_BY_PROFILE, SHED_DELAY_MS: '0' });
  const { access: token } = await registerBearer(web.url);
  await database.sql(`update users set exp = 1`);
  const created = await send(web.url, 'POST', '/api/studio/posts', {
    token,
    body: { title: '灯', body: '<p>x</p>' },
  });
  const pupils = await registerMembers(database, web.url, 12);
  const path = `/api/posts/${created.body.id}`;
  const responses = await Promise.all(
    pupils.flatMap(({ access }) => [
      ...Array.from({ length: 3 }, () =>
        send(web.url, 'POST', `${path}/comments`, { token: access, body: { body: '好' } }),
      ),
      send(web.url, 'POST', `${path}/like`, { token: access, body: { liked: true } }),
    ]),
  );
  expect(countStatuses(responses)).toEqual({ 200: 12, 201: 36 });
});

test("D13 every response to a member's change names the limit that counts it", async () => {
  const world = await createWorld({ ...MEMBER_LIMITS_BY_PROFILE, LIMIT_SENSITIVE: 'off' });
  const roles = { member: 'member', admin: 'admin', owner: 'owner', optional: 'member' } as const;
  const found = new Map<string, number>();
  for (const [access, role] of Object.entries(roles)) {
    const routes = world.app.routes.filter(
      ({ method, url, route, ...one }) =>
        one.access === access &&
        isUnsafe(method) &&
        url.startsWith('/api/') &&
        !route.config?.multipart,
    );
    let actor: Client | undefined;
    for (const [index, { method, route }] of routes.entries()) {
      // A new member now and then: the test requests all routes faster than any member.
      if (index % 15 === 0) {
        await world.sql(`update users set role = 'member' where role = 'owner'`);
        actor = await world.member({ transport: 'bearer', role });
      }
      const response = await actor?.raw({
        method: method as 'POST',
        url: sampleUrl(route),
        headers: {
          authorization: `Bearer ${actor.tokens.access}`,
          'content-type': 'application/json',
        },
        payload: '{"nonsense":1}',
      });
      const policy = String(response?.headers['ratelimit-policy']);
      expect([route.url, /^"\w+";q=\d+;w=\d+(, "\w+";q=\d+;w=\d+)*$/.test(policy)]).toEqual([
        route.url,
        true,
      ]);
      const [, name = ''] = /^"(\w+)"/.exec(policy) ?? [];
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  }
  expect([...found.keys()].sort()).toEqual([
    ...[
      'comments',
      'energize',
      'fetches',
      'follows',
      'invitations',
      'mail_links',
      'mail_member',
      'password',
      'posts',
      'reports',
      'saves',
    ],
    ...['toggles', 'writes'],
  ]);
});

test('D13 a form without scripts shows the refusal, in both languages', async () => {
  const world = await createWorld({ ...MEMBER_LIMITS_BY_PROFILE });
  const id = await publicPost(world);
  const member = await world.member();
  const comment = () =>
    member.submit(`/posts/${id}/comments`, { body: '再来一条', next: `/posts/${id}` });
  for (let count = 0; count < 20; count++) expect((await comment()).status).toBe(303);
  const refused = await comment();
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('操作过于频繁');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // The typed text is not lost.
  expect(refused.text).toContain('再来一条');
  member.cookies.set('lang', 'en');
  expect((await comment()).text).toContain('Too many requests. Try again in');
});

test("D13 an editor's autosave, at most one save every two seconds, fits", async () => {
  const world = await createWorld({ ...MEMBER_LIMITS_BY_PROFILE });
  const author = await world.member({ exp: 5, transport: 'bearer' });
  const draft = { title: '灯', body: '<p>x</p>', draft: true };
  const { body: post } = await author.post('/api/studio/posts', draft);
  for (let version = 1; version <= 30; version++) {
    const saved = await author.put(`/api/studio/posts/${post.id}`, { ...draft, version });
    expect([version, saved.status]).toEqual([version, 200]);
  }
});

test('D13 the strict profile applies all member limits, next to the one for all their requests', async () => {
  const world = await createWorld({ ...MEMBER_LIMITS_BY_PROFILE, LIMITS_PROFILE: 'strict' });
  const id = await publicPost(world);
  const member = await world.member({ transport: 'bearer', exp: 600 });
  const responses = [];
  for (let count = 0; count < 11; count++)
    responses.push(await member.post(`/api/posts/${id}/comments`, { body: 'x' }));
  expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
  expect(responses[0]?.headers['ratelimit-policy']).toBe(
    '"member";q=1500;w=300, "comments";q=10;w=60',
  );
  expect(responses[0]?.headers['ratelimit']).toMatch(
    /^"member";r=1499;t=\d+, "comments";r=9;t=(59|60)$/,
  );
  for (const [url, policy] of [
    [`/api/users/${member.uid + 1}/follow`, '"follows";q=30;w=60'],
    [`/api/posts/${id}/like`, '"toggles";q=60;w=60'],
    ['/api/energy/energize', '"energize";q=60;w=60'],
    ['/api/studio/posts', '"posts";q=10;w=3600'],
  ] as const) {
    const { headers } = await member.post(url, {});
    expect(headers['ratelimit-policy']).toBe(`"member";q=1500;w=300, ${policy}`);
  }
  const { headers } = await member.get('/api/users/search?q=x');
  expect(headers['ratelimit-policy']).toContain('"user_search";q=30;w=60');
});

test('D13 password changes and account deletions also count for the member, from any address', async () => {
  const world = await createWorld({ LIMIT_PASSWORD: '3/600' });
  const member = await world.member({ transport: 'bearer' });
  const attempts = [];
  for (let count = 0; count < 4; count++) {
    const headers = {
      authorization: `Bearer ${member.tokens.access}`,
      'content-type': 'application/json',
    };
    const from = world.visitor({ ip: `198.51.100.${count}` });
    const payload = '{"current_password":"x","new_password":"another long one"}';
    attempts.push(
      await from.raw({ method: 'PUT', url: '/api/settings/password', headers, payload }),
    );
  }
  expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
});

test('D13 a token refresh counts for its session, not for the address', async () => {
  const world = await createWorld({ LIMIT_REFRESH: '2/300' });
  const [one, other] = [await world.member(), await world.member()];
  const statuses = [];
  for (let count = 0; count < 3; count++)
    statuses.push((await one.post('/api/auth/refresh')).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await other.post('/api/auth/refresh')).status).toBe(200);
});

test('A31 the strict profile counts look-ups of an e-mail address for that address, from any caller', async () => {
  const world = await createWorld({ LIMITS_PROFILE: 'strict' });
  const statuses = [];
  for (let count = 0; count < 6; count++) {
    const visitor = world.visitor({ ip: `198.51.100.${count}` });
    const email = count % 2 === 0 ? 'somebody@example.org' : 'Somebody@example.ORG';
    statuses.push((await visitor.post('/api/auth/check-email', { email })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const another = { email: 'another@example.org' };
  expect((await world.visitor().post('/api/auth/check-email', another)).status).toBe(200);
});

test('A29, D13 failed log-ins also count for an IPv6 /48, over all its /64', async () => {
  const world = await createWorld({ LIMIT_LOGIN_NETWORK: '4/300/300', LIMIT_LOGIN_ACCOUNT: 'off' });
  const attempt = (ip: string) => world.visitor({ ip }).logIn('absent@example.org', 'wrong');
  const statuses = [];
  for (let count = 0; count < 5; count++)
    statuses.push((await attempt(`2001:db8:7:${count}::1`)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 429]);
  expect((await attempt('2001:db8:8::1')).status).toBe(401);
  expect((await attempt('192.0.2.9')).status).toBe(401);
});
