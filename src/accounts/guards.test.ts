import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createSmallSite, type Person } from '../../test/support/small-site.ts';
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

type Asked = Pick<FastifyRequest, 'viewer' | 'member' | 'csrfToken' | 'flash'>;

const see = async (request: Asked) => ({
  viewer: request.viewer === null ? null : request.viewer.uid,
  member: memberOf(request),
  csrf: request.csrfToken !== '',
  flash: request.flash ?? '',
});

/** For each group a page and an operation that say whom the guards let in. */
function edges(app: App): void {
  for (const access of GROUPS) {
    const response = { 200: Seen };
    const config = { access, limits: [] };
    app.get(`/api/${access}`, { config, schema: { operationId: `get_${access}`, response } }, see);
    app.post(
      `/api/${access}`,
      { config, schema: { operationId: `post_${access}`, body: Anything, response } },
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

/** The getter throws where the route does not promise a member. */
function memberOf(request: Asked): string {
  try {
    return String(request.member.uid);
  } catch (error) {
    return (error as Error).message;
  }
}

const site = await createSmallSite(edges, {
  LIMIT_ANONYMOUS: '50000/300',
  LIMIT_MEMBER: '9000/300',
});

async function send(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) {
  const answer = await site.app.inject({
    method,
    url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  const body = (isJson ? answer.json() : {}) as Record<string, unknown>;
  return {
    status: answer.statusCode,
    code: body['code'] ?? 'passes',
    body,
    text: answer.body,
    answer,
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
    for (const place of ['/api/', '/']) {
      const answers = await Promise.all(GROUPS.map((one) => send('GET', place + one, headers)));
      expect(answers.map((one) => one.code)).toEqual(codes);
    }
  });

  test('D12 a page knows who is looking wherever it can; of the API a public operation asks nobody', async () => {
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

  test('who is lost keeps the header of who they are; a lost program gets none of it', async () => {
    const lost = await send('GET', '/nowhere', { ...member.headers, accept: 'text/html' });
    expect([lost.status, lost.text]).toEqual([
      404,
      expect.stringContaining(`not_found ${member.uid}`),
    ]);
    const again = await send('GET', '/api/nowhere', member.headers);
    expect([again.status, again.code]).toEqual([404, 'not_found']);
    expect(again.answer.headers['set-cookie']).toBeUndefined();
  });

  test('what is internal is asked nothing and counted nowhere', async () => {
    const read = await send('GET', '/internal', member.headers);
    expect(read.body).toMatchObject({ viewer: null, csrf: false });
    expect(read.answer.headers['ratelimit-policy']).toBeUndefined();
    const written = await send('POST', '/internal', { 'sec-fetch-site': 'cross-site' }, '{}');
    expect(written.code).toBe('passes');
  });

  test('D13 everything else is counted, by member or by address', async () => {
    const policy = async (url: string, headers = {}) =>
      (await send('GET', url, headers)).answer.headers['ratelimit-policy'];
    expect(await policy('/api/member', member.headers)).toBe('"member";q=9000;w=300');
    expect(await policy('/api/public')).toBe('"anonymous";q=50000;w=300');
    const forms = await send(
      'POST',
      '/api/public',
      { 'sec-fetch-site': 'none' },
      '{"transport":"bearer"}',
    );
    expect(forms.answer.headers['ratelimit-policy']).toBe('"anonymous";q=50000;w=300');
  });
});

test('D13 a request is counted once', async () => {
  const left = async (...sent: Parameters<typeof send>) => {
    const { answer } = await send(...sent);
    return Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
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

  test('a change needs the token, wherever it is and whoever asks; reading does not', async () => {
    const cookies = { cookie: member.headers['cookie'] ?? '' };
    for (const place of ['/api/', '/']) {
      for (const one of ['public', 'optional', 'member']) {
        expect((await send('POST', place + one, cookies, '{}')).code).toBe('csrf_failed');
        expect((await send('POST', place + one, member.headers, '{}')).code).toBe('passes');
        expect((await send('GET', place + one, cookies)).code).toBe('passes');
      }
    }
    expect((await send('POST', '/api/public', {}, '{}')).code).toBe('csrf_failed');
    expect((await send('POST', '/api/member', { ...cookies, ...csrf(admin) }, '{}')).code).toBe(
      'csrf_failed',
    );
  });

  test('and to come from here, with the token or without the need of one', async () => {
    const from = { 'sec-fetch-site': 'cross-site' };
    for (const headers of [member.headers, bearer.headers])
      expect((await send('POST', '/api/member', { ...headers, ...from }, '{}')).code).toBe(
        'csrf_failed',
      );
    expect((await send('GET', '/api/member', { ...member.headers, ...from })).code).toBe('passes');
  });

  test('D5 bearer tokens need none, be they sent or asked for', async () => {
    expect((await send('POST', '/api/member', bearer.headers, '{}')).code).toBe('passes');
    expect((await send('POST', '/api/public', {}, '{"transport":"bearer"}')).code).toBe('passes');
    const asked = await send(
      'POST',
      '/api/member',
      { cookie: `sid=${member.access}` },
      '{"transport":"bearer"}',
    );
    expect(asked.code).toBe('csrf_failed');
  });

  test('a form carries it in its body; everything else is judged before the body is read', async () => {
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

test('§3, D16 who is banned can read, and write only where everybody may', async () => {
  const { headers } = await site.person({ status: 'banned', exp: 1 });
  for (const place of ['/api/', '/']) {
    expect((await send('GET', `${place}member`, headers)).code).toBe('passes');
    expect((await send('POST', `${place}member`, headers, '{}')).code).toBe('banned');
    expect((await send('POST', `${place}optional`, headers, '{}')).code).toBe('banned');
    expect((await send('POST', `${place}public`, headers, '{}')).code).toBe('passes');
  }
});

test('I13 a ban that came after the guard looked is seen in the transaction', async () => {
  const banned = await site.person({ status: 'banned' });
  const active = (uid: number) => site.ctx.tx((trx) => assertActive(trx, uid));
  await expect(active(member.uid)).resolves.toBeUndefined();
  await expect(active(banned.uid)).rejects.toMatchObject({ code: 'banned' });
});

describe('§5.3, D36 the check-in rides on the first request of the day', () => {
  const CHECKED_IN = expect.stringMatching(/^flash=checked_in;/);
  const cookiesOf = ({ answer }: Awaited<ReturnType<typeof send>>) =>
    [answer.headers['set-cookie'] ?? []].flat();

  test.each(['member', 'admin'] as const)(
    'an operation of a %s, said on the next page',
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

  test('a page, said there and then; after a form on the next one', async () => {
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

  test('a program is told nothing of it', async () => {
    const { headers, uid } = await site.person({ exp: 1, transport: 'bearer' });
    const answer = await send('GET', '/api/member', headers);
    expect([answer.body['flash'], cookiesOf(answer)]).toEqual(['', []]);
    expect(await site.sql('select exp from users where uid = $1', [uid])).toEqual([{ exp: 6 }]);
  });

  test('not on an operation that everybody may call, nor on the one that checks in by itself', async () => {
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
    const { access, refresh, session_id } = await site.person();
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

  const noted = (id: string) =>
    site
      .sql(`select child_seen, last_used_at, ip from session where id = $1`, [id])
      .then(([row]) => row as { child_seen: boolean; last_used_at: Date; ip: string | null });

  /** Somebody whose newest token has been handed out and not been used. */
  const unseen = async () => {
    const person = await site.person();
    await site.sql(`update session set child_seen = false where id = $1`, [person.session_id]);
    return person;
  };

  test('that its newest token arrived is noted at once, that it is in use once a minute', async () => {
    const { access, session_id } = await unseen();
    const before = await noted(session_id);
    expect(before).toMatchObject({ child_seen: false, ip: null });
    await codeOf({ cookie: `sid=${access}` });
    const seen = await noted(session_id);
    expect(seen).toEqual({ ...before, child_seen: true });
    await site.sql(`update session set ip = null, last_used_at = $2 where id = $1`, [
      session_id,
      new Date(site.ctx.now().getTime() - 30_000),
    ]);
    await codeOf({ cookie: `sid=${access}` });
    expect((await noted(session_id)).ip).toBeNull();
    expect(site.logged.join('')).not.toContain('could not note');
    await site.sql(`update session set last_used_at = $2 where id = $1`, [
      session_id,
      new Date(site.ctx.now().getTime() - 60_000),
    ]);
    await codeOf({ cookie: `sid=${access}` });
    const used = await noted(session_id);
    expect(used.ip).toBe('127.0.0.1');
    expect(site.ctx.now().getTime() - used.last_used_at.getTime()).toBeLessThan(30_000);
  });

  test('the parent of the newest token is no sign that the child arrived', async () => {
    const { access, session_id } = await unseen();
    await site.sql(
      `update session set generation = 2, parent_access_expires_at = now() + interval '1 hour' where id = $1`,
      [session_id],
    );
    expect(await codeOf({ cookie: `sid=${access}` })).toBe('passes');
    expect((await noted(session_id)).child_seen).toBe(false);
  });

  test('a note that cannot be made does not fail the request, and is logged', async () => {
    const { access } = await unseen();
    await site.sql('revoke update on session from lamplight_app');
    expect(await codeOf({ cookie: `sid=${access}` })).toBe('passes');
    await site.sql('grant update on session to lamplight_app');
    const line = site.logged.find((one) => one.includes('could not note the use of a session'));
    expect(line).toContain('permission denied');
  });
});

describe('§5.1 a page renews a session that has lapsed', () => {
  const namesOf = ({ answer }: Awaited<ReturnType<typeof send>>) =>
    answer.cookies.map(({ name, value }) => (value ? name : `no ${name}`)).sort();
  const lapsed = async (transport: 'cookie' | 'bearer' = 'cookie') => {
    const person = await site.person({ transport });
    await site.sql(`update session set access_expires_at = now() where id = $1`, [
      person.session_id,
    ]);
    return person;
  };

  test('on the way, with new tokens, and shows who is looking', async () => {
    const { uid, access, refresh } = await lapsed();
    const page = await send('GET', '/member', { cookie: `sid=${access}; rt=${refresh}` });
    expect(page.body['viewer']).toBe(uid);
    expect(namesOf(page)).toEqual(['csrf', 'no pre', 'rt', 'sid']);
    const after = await send('GET', '/member', { cookie: `rt=${(await lapsed()).refresh}` });
    expect(after.status).toBe(200);
  });

  test('not for the API, nor without a refresh token, nor for a program', async () => {
    const { access, refresh } = await lapsed();
    const cookie = `sid=${access}; rt=${refresh}`;
    for (const [url, headers] of [
      ['/api/member', { cookie }],
      ['/member', { cookie: `sid=${access}` }],
      ['/member', { cookie, authorization: `Bearer ${access}` }],
    ] as const) {
      const answer = await send('GET', url, { ...headers });
      expect([answer.code, namesOf(answer)]).toEqual(['unauthenticated', []]);
    }
  });

  test('where the refresh token is dead too, the cookies go and a visitor is looking', async () => {
    const { access, refresh, session_id } = await lapsed();
    await site.sql(`update session set idle_expires_at = now() where id = $1`, [session_id]);
    const page = await send('GET', '/public', { cookie: `sid=${access}; rt=${refresh}` });
    expect([page.status, page.body['viewer']]).toEqual([200, null]);
    expect(namesOf(page)).toEqual(['no csrf', 'no rt', 'no sid']);
  });

  test('what breaks on the way is not taken for a dead token', async () => {
    const { refresh } = await lapsed();
    await site.sql('revoke update on session from lamplight_app');
    const page = await send('GET', '/public', { cookie: `rt=${refresh}` });
    await site.sql('grant update on session to lamplight_app');
    expect([page.status, namesOf(page)]).toEqual([500, []]);
  });
});

test('what idempotency is bound to is every secret that was sent, and the CSRF token to the session', async () => {
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
