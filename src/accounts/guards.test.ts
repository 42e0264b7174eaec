import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createMinimalApp, type Person } from '../../test/support/minimal-app.ts';
import type { Access, App } from '../platform/http/app-types.ts';
import { createCsrfToken } from '../platform/http/csrf.ts';
import { Closed } from '../platform/http/validation.ts';
import { assertActive } from '../users/actions/lock-user.ts';

const GROUPS: Access[] = ['public', 'optional', 'member', 'admin', 'owner'];
const FORM = 'application/x-www-form-urlencoded';
const Seen = Type.Object({
  viewer: Type.Union([Type.Integer(), Type.Null()]),
  member: Type.String(),
  csrf: Type.Boolean(),
  flash: Type.String(),
});
const Anything = Closed({
  transport: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  word: Type.Optional(Type.String()),
});

type IdentifiedRequest = Pick<FastifyRequest, 'viewer' | 'member' | 'csrfToken' | 'flash'>;

const see = async (request: IdentifiedRequest) => ({
  viewer: request.viewer === null ? null : request.viewer.uid,
  member: memberOf(request),
  csrf: request.csrfToken !== '',
  flash: request.flash ?? '',
});

/** A page and an operation for each access level, which return what the guards set on the request. */
function addTestRoutes(app: App): void {
  for (const access of GROUPS) {
    const response = { 200: Seen };
    const config = { access, limits: [] };
    app.get(
      `/api/${access}`,
      { config, schema: { operationId: `get_${access}`, tags: ['posts'], response } },
      see,
    );
    app.post(
      `/api/${access}`,
      {
        config,
        schema: { operationId: `post_${access}`, tags: ['posts'], body: Anything, response },
      },
      see,
    );
    app.get(`/${access}`, { config }, see);
    app.post(`/${access}`, { config }, see);
  }
  const config = { access: 'public', internal: true } as const;
  app.get('/internal', { config }, see);
  app.post('/internal', { config }, see);
  app.get('/checks-in', { config: { access: 'member', checksIn: true } }, see);
}

/** The getter throws on routes that are not for members. */
function memberOf(request: IdentifiedRequest): string {
  try {
    return String(request.member.uid);
  } catch (error) {
    return (error as Error).message;
  }
}

const site = await createMinimalApp(addTestRoutes, {
  LIMIT_ANONYMOUS: '50000/300',
  LIMIT_MEMBER: '9000/300',
});

async function send(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) {
  const response = await site.app.inject({
    method,
    url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = /json/.test(String(response.headers['content-type']));
  const body = (isJson ? response.json() : {}) as Record<string, unknown>;
  return {
    status: response.statusCode,
    code: body['code'] ?? 'passes',
    body,
    text: response.body,
    response,
  };
}

const visitor = {};
const [member, admin, owner] = await Promise.all([
  site.person(),
  site.person({ role: 'admin' }),
  site.person({ role: 'owner' }),
]);
const bearer = await site.person({ transport: 'bearer' });

describe('ASVS 8.2.1 who may come in', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a visitor', visitor, ['passes', 'passes', ...Array(3).fill('unauthenticated')]],
    ['a member', member.headers, ['passes', 'passes', 'passes', 'role_required', 'role_required']],
    ['an admin', admin.headers, ['passes', 'passes', 'passes', 'passes', 'role_required']],
    ['the owner', owner.headers, Array(5).fill('passes')],
  ])('%s', async (_, headers, codes) => {
    for (const prefix of ['/api/', '/']) {
      const responses = await Promise.all(GROUPS.map((one) => send('GET', prefix + one, headers)));
      expect(responses.map((one) => one.code)).toEqual(codes);
    }
  });

  test('D12 every page identifies the viewer; a public API operation does not', async () => {
    const seen = async (url: string, headers = member.headers) =>
      (await send('GET', url, headers)).body;
    expect(await seen('/api/public')).toMatchObject({ viewer: null, csrf: false });
    expect(await seen('/public')).toMatchObject({ viewer: member.uid, csrf: true });
    expect(await seen('/public', {})).toMatchObject({ viewer: null, csrf: false });
    for (const one of ['optional', 'member']) {
      expect(await seen(`/api/${one}`)).toMatchObject({ viewer: member.uid, csrf: false });
      expect(await seen(`/${one}`)).toMatchObject({ viewer: member.uid, csrf: true });
    }
  });

  test('`request.member` is there on routes of members, and a mistake anywhere else', async () => {
    for (const one of GROUPS)
      expect((await send('GET', `/${one}`, owner.headers)).body['member']).toBe(
        one === 'public' || one === 'optional'
          ? `request.member on a route that is ${one}`
          : String(owner.uid),
      );
  });

  test('a 404 page still identifies the viewer for its header; a 404 of the API does not', async () => {
    const lost = await send('GET', '/nowhere', { ...member.headers, accept: 'text/html' });
    expect([lost.status, lost.text]).toEqual([
      404,
      expect.stringContaining(`not_found ${member.uid}`),
    ]);
    const again = await send('GET', '/api/nowhere', member.headers);
    expect([again.status, again.code]).toEqual([404, 'not_found']);
    expect(again.response.headers['set-cookie']).toBeUndefined();
  });

  test('internal routes skip the guards and the limits', async () => {
    const read = await send('GET', '/internal', member.headers);
    expect(read.body).toMatchObject({ viewer: null, csrf: false });
    expect(read.response.headers['ratelimit-policy']).toBeUndefined();
    const written = await send('POST', '/internal', { 'sec-fetch-site': 'cross-site' }, '{}');
    expect(written.code).toBe('passes');
  });

  test('D13 everything else is counted, by member or by address', async () => {
    const policy = async (url: string, headers = {}) =>
      (await send('GET', url, headers)).response.headers['ratelimit-policy'];
    expect(await policy('/api/member', member.headers)).toBe('"member";q=9000;w=300');
    expect(await policy('/api/public')).toBe('"anonymous";q=50000;w=300');
    const forms = await send(
      'POST',
      '/api/public',
      { 'sec-fetch-site': 'none' },
      '{"transport":"bearer"}',
    );
    expect(forms.response.headers['ratelimit-policy']).toBe('"anonymous";q=50000;w=300');
  });
});

test('D13 a request is counted once', async () => {
  const left = async (...sent: Parameters<typeof send>) => {
    const { response } = await send(...sent);
    return Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);
  };
  const { headers } = await site.person();
  const first = await left('GET', '/api/member', headers);
  expect(await left('GET', '/member', headers)).toBe(first - 1);
  expect(await left('POST', '/api/member', headers, '{}')).toBe(first - 2);
  expect(await left('POST', '/member', { ...headers, 'content-type': FORM }, 'a=b')).toBe(
    first - 3,
  );
  expect(await left('GET', '/api/member', headers)).toBe(first - 4);
});

describe('D6 did this site send it', () => {
  const csrf = (person: Person) => ({ 'x-csrf-token': person.headers['x-csrf-token'] ?? '' });

  test('a write needs the CSRF token on every route and for every viewer; a read does not', async () => {
    const cookies = { cookie: member.headers['cookie'] ?? '' };
    for (const prefix of ['/api/', '/']) {
      for (const one of ['public', 'optional', 'member']) {
        expect((await send('POST', prefix + one, cookies, '{}')).code).toBe('csrf_failed');
        expect((await send('POST', prefix + one, member.headers, '{}')).code).toBe('passes');
        expect((await send('GET', prefix + one, cookies)).code).toBe('passes');
      }
    }
    expect((await send('POST', '/api/public', {}, '{}')).code).toBe('csrf_failed');
    expect((await send('POST', '/api/member', { ...cookies, ...csrf(admin) }, '{}')).code).toBe(
      'csrf_failed',
    );
  });

  test('a write from another site is refused, with or without a token', async () => {
    const from = { 'sec-fetch-site': 'cross-site' };
    for (const headers of [member.headers, bearer.headers])
      expect((await send('POST', '/api/member', { ...headers, ...from }, '{}')).code).toBe(
        'csrf_failed',
      );
    expect((await send('GET', '/api/member', { ...member.headers, ...from })).code).toBe('passes');
  });

  test('D5 requests that send or request bearer tokens need no CSRF token', async () => {
    expect((await send('POST', '/api/member', bearer.headers, '{}')).code).toBe('passes');
    expect((await send('POST', '/api/public', {}, '{"transport":"bearer"}')).code).toBe('passes');
    const requested = await send(
      'POST',
      '/api/member',
      { cookie: `sid=${member.access}` },
      '{"transport":"bearer"}',
    );
    expect(requested.code).toBe('csrf_failed');
  });

  test('a form has the token in its body; all other requests are checked before the body is read', async () => {
    const field = `csrf_token=${member.headers['x-csrf-token']}`;
    const cookies = { cookie: member.headers['cookie'] ?? '', 'content-type': FORM };
    expect((await send('POST', '/member', cookies, field)).code).toBe('passes');
    expect((await send('POST', '/member', cookies, 'csrf_token=x')).code).toBe('csrf_failed');
    const unreadable = await send('POST', '/api/member', { cookie: `sid=${member.access}` }, '{');
    expect(unreadable.code).toBe('csrf_failed');
    expect((await send('POST', '/api/member', member.headers, '{')).code).toBe('invalid_input');
    expect((await send('POST', '/api/public', {}, '{')).code).toBe('invalid_input');
  });

  test('the API takes JSON', async () => {
    const plain = { ...member.headers, 'content-type': 'text/plain' };
    expect((await send('POST', '/api/member', plain, '{}')).code).toBe('unsupported_media_type');
    const form = { ...member.headers, 'content-type': FORM };
    expect((await send('POST', '/api/member', form, 'word=x')).code).toBe('unsupported_media_type');
  });
});

test('§3, D16 a banned member can read, and write only on public routes', async () => {
  const { headers } = await site.person({ status: 'banned', exp: 1 });
  for (const prefix of ['/api/', '/']) {
    expect((await send('GET', `${prefix}member`, headers)).code).toBe('passes');
    expect((await send('POST', `${prefix}member`, headers, '{}')).code).toBe('banned');
    expect((await send('POST', `${prefix}optional`, headers, '{}')).code).toBe('banned');
    expect((await send('POST', `${prefix}public`, headers, '{}')).code).toBe('passes');
  }
});

test('I13 a ban after the guard is still seen in the transaction', async () => {
  const banned = await site.person({ status: 'banned' });
  const active = (uid: number) => site.ctx.tx((trx) => assertActive(trx, uid));
  await expect(active(member.uid)).resolves.toBeUndefined();
  await expect(active(banned.uid)).rejects.toMatchObject({ code: 'banned' });
});

describe('§5.3, D36 the first request of the day checks in', () => {
  const CHECKED_IN = expect.stringMatching(/^flash=checked_in;/);
  const cookiesOf = ({ response }: Awaited<ReturnType<typeof send>>) =>
    [response.headers['set-cookie'] ?? []].flat();

  test.each(['member', 'admin'] as const)(
    'an operation of a %s, with the flash message on the next page',
    async (role) => {
      const { headers } = await site.person({ exp: 1, role });
      const url = `/api/${role}`;
      expect(cookiesOf(await send('GET', url, headers))).toEqual([CHECKED_IN]);
      expect(cookiesOf(await send('GET', url, headers))).toEqual([]);
    },
  );

  test('an operation of the owner', async () => {
    await site.sql(`update users set role = 'member' where role = 'owner'`);
    const { headers } = await site.person({ exp: 1, role: 'owner' });
    expect(cookiesOf(await send('GET', '/api/owner', headers))).toEqual([CHECKED_IN]);
  });

  test('a page, with the message on it; after a form, on the next page', async () => {
    for (const url of ['/public', '/optional', '/member']) {
      const { headers } = await site.person({ exp: 1 });
      const page = await send('GET', url, headers);
      expect([page.body['flash'], cookiesOf(page)]).toEqual(['checked_in', []]);
      expect((await send('GET', url, headers)).body['flash']).toBe('');
    }
    const { headers } = await site.person({ exp: 1 });
    const form = await send('POST', '/member', headers, '{}');
    expect([form.body['flash'], cookiesOf(form)]).toEqual(['', [CHECKED_IN]]);
  });

  test('a bearer client gets no flash message', async () => {
    const { headers, uid } = await site.person({ exp: 1, transport: 'bearer' });
    const response = await send('GET', '/api/member', headers);
    expect([response.body['flash'], cookiesOf(response)]).toEqual(['', []]);
    expect(await site.sql('select exp from users where uid = $1', [uid])).toEqual([{ exp: 6 }]);
  });

  test('not on a public operation, nor on the check-in operation itself', async () => {
    const { headers, uid } = await site.person({ exp: 1 });
    for (const url of ['/api/public', '/api/optional', '/checks-in', '/internal'])
      await send('GET', url, headers);
    expect(await site.sql('select exp from users where uid = $1', [uid])).toEqual([{ exp: 1 }]);
  });
});

describe('D12 whose session it is', () => {
  const codeOf = async (headers: Record<string, string>) =>
    (await send('GET', '/api/member', headers)).code;

  test('a token is good over the way it was given, whole, in time and until the session ends', async () => {
    const { access, refresh, session_id, uid } = await site.person();
    expect(await codeOf({ cookie: `sid=${access}` })).toBe('passes');
    const forged = `${access.slice(0, -2)}${access.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const headers of [
      { cookie: `sid=${refresh}` },
      { cookie: `sid=${forged}` },
      { cookie: 'sid=x' },
      { authorization: `Bearer ${access}` },
      { authorization: `Bearer ${access}`, cookie: `sid=${access}` },
      { cookie: `sid=${bearer.access}` },
      { cookie: `sid=${access.replace(session_id, member.session_id)}` },
      { cookie: `sid=${access.replace(`.${uid}.`, `.${member.uid}.`)}` },
      { cookie: `sid=${access.replace('v2.', 'v1.').replace(`.${uid}.`, '.')}` },
    ])
      expect(await codeOf(headers as Record<string, string>)).toBe('unauthenticated');
    await site.sql(`update session set access_expires_at = now() where id = $1`, [session_id]);
    expect(await codeOf({ cookie: `sid=${access}` })).toBe('unauthenticated');
  });

  test('an ended, idle or old session opens nothing', async () => {
    for (const change of [
      `ended_at = now(), end_reason = 'logged_out'`,
      'idle_expires_at = now()',
      `idle_expires_at = now() - interval '1 hour', absolute_expires_at = now()`,
    ]) {
      const { access, session_id } = await site.person();
      await site.sql(`update session set ${change} where id = $1`, [session_id]);
      expect(await codeOf({ cookie: `sid=${access}` })).toBe('unauthenticated');
    }
  });

  const readSession = (id: string) =>
    site
      .sql(`select child_seen, last_used_at, ip from session where id = $1`, [id])
      .then(([row]) => row as { child_seen: boolean; last_used_at: Date; ip: string | null });

  /** A member whose newest token has not been used yet. */
  const memberWithUnusedToken = async () => {
    const person = await site.person();
    await site.sql(`update session set child_seen = false where id = $1`, [person.session_id]);
    return person;
  };

  test('the first use of the newest token is recorded at once, the use of the session once a minute', async () => {
    const { access, session_id } = await memberWithUnusedToken();
    const before = await readSession(session_id);
    expect(before).toMatchObject({ child_seen: false, ip: null });
    await codeOf({ cookie: `sid=${access}` });
    const seen = await readSession(session_id);
    expect(seen).toEqual({ ...before, child_seen: true });
    await site.sql(`update session set ip = null, last_used_at = $2 where id = $1`, [
      session_id,
      new Date(site.ctx.now().getTime() - 30_000),
    ]);
    await codeOf({ cookie: `sid=${access}` });
    expect((await readSession(session_id)).ip).toBeNull();
    expect(site.logged.join('')).not.toContain('could not record');
    await site.sql(`update session set last_used_at = $2 where id = $1`, [
      session_id,
      new Date(site.ctx.now().getTime() - 60_000),
    ]);
    await codeOf({ cookie: `sid=${access}` });
    const used = await readSession(session_id);
    expect(used.ip).toBe('127.0.0.1');
    expect(site.ctx.now().getTime() - used.last_used_at.getTime()).toBeLessThan(30_000);
  });

  test('using the parent token does not mark the child as seen', async () => {
    const { access, session_id } = await memberWithUnusedToken();
    await site.sql(
      `update session set generation = 2, parent_access_expires_at = now() + interval '1 hour' where id = $1`,
      [session_id],
    );
    expect(await codeOf({ cookie: `sid=${access}` })).toBe('passes');
    expect((await readSession(session_id)).child_seen).toBe(false);
  });

  test('a failed write of the last use does not fail the request, and is logged', async () => {
    const { access } = await memberWithUnusedToken();
    await site.sql('revoke update on session from lamplight_app');
    expect(await codeOf({ cookie: `sid=${access}` })).toBe('passes');
    await site.sql('grant update on session to lamplight_app');
    const line = site.logged.find((one) => one.includes('could not record the use of a session'));
    expect(line).toContain('permission denied');
  });
});

describe('§5.1 a page renews a session that has lapsed', () => {
  const namesOf = ({ response }: Awaited<ReturnType<typeof send>>) =>
    response.cookies.map(({ name, value }) => (value ? name : `no ${name}`)).sort();
  const lapsed = async (transport: 'cookie' | 'bearer' = 'cookie') => {
    const person = await site.person({ transport });
    await site.sql(`update session set access_expires_at = now() where id = $1`, [
      person.session_id,
    ]);
    return person;
  };

  test('with new tokens, and shows the viewer', async () => {
    const { uid, access, refresh } = await lapsed();
    const page = await send('GET', '/member', { cookie: `sid=${access}; rt=${refresh}` });
    expect(page.body['viewer']).toBe(uid);
    expect(namesOf(page)).toEqual(['csrf', 'no pre', 'rt', 'sid']);
    const after = await send('GET', '/member', { cookie: `rt=${(await lapsed()).refresh}` });
    expect(after.status).toBe(200);
  });

  test('not for the API, nor without a refresh token, nor for bearer clients', async () => {
    const { access, refresh } = await lapsed();
    const cookie = `sid=${access}; rt=${refresh}`;
    for (const [url, headers] of [
      ['/api/member', { cookie }],
      ['/member', { cookie: `sid=${access}` }],
      ['/member', { cookie, authorization: `Bearer ${access}` }],
    ] as const) {
      const response = await send('GET', url, { ...headers });
      expect([response.code, namesOf(response)]).toEqual(['unauthenticated', []]);
    }
  });

  test('if the refresh token is invalid too, the cookies are cleared and the viewer is anonymous', async () => {
    const { access, refresh, session_id } = await lapsed();
    await site.sql(`update session set idle_expires_at = now() where id = $1`, [session_id]);
    const page = await send('GET', '/public', { cookie: `sid=${access}; rt=${refresh}` });
    expect([page.status, page.body['viewer']]).toEqual([200, null]);
    expect(namesOf(page)).toEqual(['no csrf', 'no rt', 'no sid']);
  });

  test('an unexpected error is not taken for an invalid token', async () => {
    const { refresh } = await lapsed();
    await site.sql('revoke update on session from lamplight_app');
    const page = await send('GET', '/public', { cookie: `rt=${refresh}` });
    await site.sql('grant update on session to lamplight_app');
    expect([page.status, namesOf(page)]).toEqual([500, []]);
  });
});

test('idempotency is bound to every secret of the request, the CSRF token to the session', async () => {
  const pre = createCsrfToken(site.ctx.secrets, 'before');
  const early = { cookie: 'pre=before', 'x-csrf-token': pre };
  for (const url of ['/api/public', '/api/optional'])
    expect((await send('POST', url, early, '{}')).code).toBe('passes');
  const key = { 'idempotency-key': 'one-key-for-two-people' };
  const other = createCsrfToken(site.ctx.secrets, 'after');
  const first = await send('POST', '/api/public', { ...early, ...key }, '{"word":"a"}');
  const second = await send(
    'POST',
    '/api/public',
    { cookie: 'pre=after', 'x-csrf-token': other, ...key },
    '{"word":"b"}',
  );
  expect([first.code, second.code]).toEqual(['passes', 'passes']);
});
