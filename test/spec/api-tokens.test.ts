import { afterEach, describe, expect, test } from 'vitest';
import { listTokens, sweepTokens } from '../../src/api-tokens/actions/tokens.ts';
import { formToken, readApiToken, SCOPES, type Scope } from '../../src/api-tokens/rules.ts';
import { setRole, setStatus } from '../../src/users/actions/change-user.ts';
import type { Client } from '../support/client.ts';
import { eventsOf, turnOnTotp } from '../support/factors.ts';
import { sampleUrl } from '../support/sample-requests.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const settings = {
  LIMIT_SENSITIVE: 'off',
  LIMIT_PASSWORD: 'off',
  LIMIT_LOGIN_IP: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@example.org',
};
const world = await createWorld(settings);
const PATH = '/api/settings/api-tokens';

type Input = { name?: string; scopes?: Scope[]; expires_in_days?: number | null };

async function makeToken(member: Client, input: Input = {}) {
  const body = { name: 'backup', scopes: ['read'], expires_in_days: 30, ...input };
  const { status, body: made, text } = await member.post(PATH, body);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return made as { id: number; token: string; expires_at: string | null };
}

/** A program that has nothing but the token. */
function programOf(token: string, of: World = world): Client {
  const program = of.visitor();
  program.tokens.access = token;
  return program;
}

const codeOf = async (sent: ReturnType<Client['get']>) => {
  const { status, body } = await sent;
  return [status, body?.code];
};

const tokensIn = async (uid: number) =>
  world.sql(
    'select name, last_used_at, encode(token_hash, $2) as hash from api_token where uid = $1',
    [uid, 'hex'],
  );

describe('D70 an API token', () => {
  test('is lamp_, the uid, 21 random letters and a checksum; the table has only its hash, and no list shows it again', async () => {
    const member = await world.member();
    const { token, ...listed } = await makeToken(member, { name: ' 备份 ' });
    expect(token).toMatch(/^lamp_[0-9A-Za-z]{36}$/);
    expect(readApiToken(token)).toBe(member.uid);
    expect(readApiToken(formToken(Number.MAX_SAFE_INTEGER, 'z'.repeat(21)))).toBe(
      Number.MAX_SAFE_INTEGER,
    );
    const list = await member.get(PATH);
    expect(list.body.items).toEqual([listed]);
    expect(list.body.items[0]).toMatchObject({ name: '备份', scopes: ['read'], is_expired: false });
    const [row] = await tokensIn(member.uid);
    expect(JSON.stringify(row)).not.toContain(token.slice(5, 20));
    expect((await member.get('/settings/api-tokens')).text).not.toContain(token);
  });

  test('with one wrong letter is refused before the database is asked', async () => {
    // The checksum of zlib: a scanner can compute it too.
    expect(formToken(0, '0'.repeat(21))).toBe(`lamp_${'0'.repeat(30)}2C8GjS`);
    const member = await world.member();
    const { token } = await makeToken(member);
    for (let index = 5; index < token.length; index++) {
      const wrong = token[index] === 'a' ? 'b' : 'a';
      expect(readApiToken(token.slice(0, index) + wrong + token.slice(index + 1))).toBeUndefined();
    }
    const db = world.ctx.db;
    Object.defineProperty(world.ctx, 'db', { configurable: true, get: () => undefined });
    try {
      const wrong = programOf(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`);
      expect(await codeOf(wrong.get('/api/folders'))).toEqual([401, 'unauthenticated']);
    } finally {
      Object.defineProperty(world.ctx, 'db', { configurable: true, writable: true, value: db });
    }
  });

  test('that names another member, or none, is refused as an unknown one is', async () => {
    const [member, other] = [await world.member(), await world.member()];
    const { token } = await makeToken(member);
    const random = token.slice(14, -6);
    expect(formToken(member.uid, random)).toBe(token);
    for (const uid of [other.uid, 0, Number.MAX_SAFE_INTEGER, 62 ** 9 - 1])
      expect(await codeOf(programOf(formToken(uid, random)).get('/api/folders'))).toEqual([
        401,
        'unauthenticated',
      ]);
    expect((await programOf(token).get('/api/folders')).status).toBe(200);
  });

  test('reads and writes as its member, without a CSRF token, and an idempotency key works', async () => {
    const member = await world.member({ exp: 600 });
    const { token } = await makeToken(member, { scopes: ['read', 'studio', 'write'] });
    const program = programOf(token);
    const post = { title: '灯下', body: '<p>火</p>' };
    const headers = { 'idempotency-key': 'once' };
    const first = await program.post('/api/studio/posts', post, { headers });
    const second = await program.post('/api/studio/posts', post, { headers });
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await program.get('/api/studio/posts')).body.items).toHaveLength(1);
    expect(
      (await program.post(`/api/posts/${first.body.id}/comments`, { body: '好' })).status,
    ).toBe(201);
    expect((await program.get('/api/settings/profile')).body.uid).toBe(member.uid);
  });

  test('opens no page, not even with its member’s cookies beside it', async () => {
    const member = await world.member();
    const { token } = await makeToken(member, { scopes: [...SCOPES] });
    const authorization = `Bearer ${token}`;
    for (const url of ['/settings?tab=security', '/studio', '/messages']) {
      const { status, text } = await member.get(url, { headers: { authorization } });
      expect([url, status === 200 && text.includes(member.email)]).toEqual([url, false]);
    }
    const form = await programOf(token).raw({
      method: 'POST',
      url: '/folders',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=x',
    });
    expect([401, 403]).toContain(form.status);
    expect((await member.get('/api/folders')).body.items).toEqual([]);
  });

  test('needs a recent confirmation to be made, and its member hears of it', async () => {
    const member = await world.member();
    await makeToken(member, { name: 'backup' });
    expect(await eventsOf(world, member.uid)).toEqual(['api_token_made']);
    const { items } = (await member.get('/api/messages?category=system')).body;
    expect(
      items.map((one: { kind: string; text: string }) => [one.kind, one.text.includes('backup')]),
    ).toEqual([['api_token_made', true]]);
    expect(
      await world.sql("select data from mail where uid = $1 and kind = 'api_token_made'", [
        member.uid,
      ]),
    ).toEqual([{ data: { name: 'backup' } }]);
    world.wait(16 * MINUTE);
    const body = { name: 'late', scopes: ['read'], expires_in_days: null };
    expect(await codeOf(member.post(PATH, body))).toEqual([403, 'confirmation_required']);
  });

  test.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['root'] }],
    ['a scope twice', { scopes: ['read', 'read'] }],
    ['a lifetime of its own', { expires_in_days: 31 }],
    ['no lifetime', { expires_in_days: undefined }],
    ['a name of spaces', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(65) }],
  ])('is refused with %s', async (_, wrong) => {
    const member = await world.member();
    const body = { name: 'x', scopes: ['read'], expires_in_days: 30, ...wrong };
    expect(await codeOf(member.post(PATH, body))).toEqual([400, 'invalid_input']);
  });

  test('there are at most 20 of a member, whatever arrives at once', async () => {
    const member = await world.member();
    for (let count = 0; count < 17; count++) await makeToken(member);
    const body = { name: 'x', scopes: ['read'], expires_in_days: null };
    const responses = await Promise.all(Array.from({ length: 8 }, () => member.post(PATH, body)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(responses.filter(({ body }) => body.code === 'too_many')).toHaveLength(5);
  });

  test('counts against the limits of its member', async () => {
    const limited = await createWorld({ ...settings, LIMIT_TOGGLES: '2/60' });
    const member = await limited.member({ exp: 100 });
    const { token } = await makeToken(member, { scopes: ['write'] });
    const program = programOf(token, limited);
    const follow = () => codeOf(program.post('/api/posts/1/like', { liked: true }));
    await codeOf(member.post('/api/posts/1/like', { liked: true }));
    await follow();
    expect(await follow()).toEqual([429, 'rate_limited']);
  });

  test('checks nobody in: a program that runs at night is no visit', async () => {
    const member = await world.member();
    const { token } = await makeToken(member, { scopes: ['read'] });
    await world.sql('update users set checked_in_on = null where uid = $1', [member.uid]);
    await programOf(token).get('/api/folders');
    const [user] = await world.sql('select checked_in_on from users where uid = $1', [member.uid]);
    expect(user?.['checked_in_on']).toBeNull();
  });
});

describe('D70 the life of an API token', () => {
  test('it expires, stays in the list as expired, and is forgotten 30 days later', async () => {
    const own = await createWorld(settings);
    const member = await own.member();
    const { token } = await makeToken(member, { expires_in_days: 30 });
    const lasting = await makeToken(member, { expires_in_days: null });
    own.wait(30 * DAY - 1);
    expect((await programOf(token, own).get('/api/folders')).status).toBe(200);
    own.wait(1);
    expect(await codeOf(programOf(token, own).get('/api/folders'))).toEqual([
      401,
      'unauthenticated',
    ]);
    // Where a log-in is optional it means an anonymous visitor, like an expired session.
    expect((await programOf(token, own).get('/api/posts')).status).toBe(200);
    await member.logIn(member.email, PASSWORD);
    const states = async () =>
      (await member.get(PATH)).body.items.map((one: { is_expired: boolean }) => one.is_expired);
    expect(await states()).toEqual([false, true]);
    own.wait(30 * DAY + 1);
    await sweepTokens(own.ctx);
    await member.logIn(member.email, PASSWORD);
    expect(await states()).toEqual([false]);
    expect((await programOf(lasting.token, own).get('/api/folders')).status).toBe(200);
  });

  test('its last use is stored to the hour, with one write an hour', async () => {
    const own = await createWorld(settings);
    const member = await own.member();
    const { token } = await makeToken(member);
    const program = programOf(token, own);
    const lastUse = async () =>
      (await listTokens(own.ctx, own.ctx.db, member.uid))[0]?.last_used_at;
    expect(await lastUse()).toBeNull();
    await Promise.all([1, 2, 3].map(() => program.get('/api/folders')));
    const first = await lastUse();
    expect(first).toMatch(/:00:00\.000Z$/);
    const version = async () =>
      (await own.sql('select xmin::text as version from api_token'))[0]?.['version'];
    const written = await version();
    await program.get('/api/folders');
    expect(await version()).toBe(written);
    own.wait(HOUR);
    await program.get('/api/folders');
    expect(Date.parse((await lastUse()) ?? '') - Date.parse(first ?? '')).toBe(HOUR * 1000);
  });

  test.each<[string, (member: Client) => Promise<unknown>]>([
    [
      'its revocation',
      async (member) => member.delete(`${PATH}/${(await member.get(PATH)).body.items[0].id}`),
    ],
    [
      'a new password',
      (member) =>
        member.put('/api/settings/password', {
          current_password: PASSWORD,
          new_password: 'another good one 7',
        }),
    ],
    ['a ban', (member) => world.ctx.tx((trx) => setStatus(trx, member.uid, 'banned'))],
    ['a deletion', (member) => member.post('/api/settings/delete-account', { password: PASSWORD })],
  ])('%s ends it with the next request', async (_, end) => {
    const member = await world.member();
    const { token } = await makeToken(member);
    expect((await programOf(token).get('/api/folders')).status).toBe(200);
    await end(member);
    expect(await codeOf(programOf(token).get('/api/folders'))).toEqual([401, 'unauthenticated']);
    expect(await tokensIn(member.uid)).toEqual([]);
  });

  test('nobody revokes the token of another member', async () => {
    const [member, other] = [await world.member(), await world.member()];
    const { id, token } = await makeToken(member);
    expect(await codeOf(other.delete(`${PATH}/${id}`))).toEqual([404, 'not_found']);
    expect((await programOf(token).get('/api/folders')).status).toBe(200);
  });

  test('a new password and a new token at once leave no token that works', async () => {
    for (let round = 0; round < 10; round++) {
      const member = await world.member();
      const thief = world.visitor();
      await thief.logIn(member.email, PASSWORD);
      const passwords = { current_password: PASSWORD, new_password: 'another good one 7' };
      const body = { name: 'x', scopes: ['read'], expires_in_days: null };
      const [changed] = await Promise.all([
        member.put('/api/settings/password', passwords),
        thief.post(PATH, body),
        thief.post(PATH, body),
      ]);
      expect(changed.status).toBe(200);
      expect(await tokensIn(member.uid)).toEqual([]);
    }
  });
});

/** By address, so that the test does not repeat the table of the program. */
function expectedScope(method: string, url: string): Scope | 'public' | undefined {
  const reads = method === 'GET';
  if (url.startsWith('/api/admin/')) return 'admin';
  if (/^\/api\/settings\/(profile|avatar|audit-status)/.test(url)) return reads ? 'read' : 'write';
  if (url === '/api/settings/notify-prefs') return 'notifications';
  if (url === '/api/settings/blocks') return 'read';
  if (/^\/api\/((auth|settings|pages)\/|events$)/.test(url)) return undefined;
  if (url.startsWith('/api/messages')) return 'notifications';
  if (url.startsWith('/api/studio/')) return 'studio';
  if (/^\/api\/posts\/(:id\/submit|upload-image)$|^\/api\/uploads\/fetch$/.test(url))
    return 'studio';
  if (/^\/api\/(posts\/:id\/)?series/.test(url)) return reads ? 'read' : 'studio';
  return reads ? 'read' : 'write';
}

const operations = world.app.routes.filter(({ url }) => url.startsWith('/api/'));
const guarded = operations.filter(({ access }) => access !== 'public');

describe('D70 scopes', () => {
  const staff = world.member({ role: 'owner' });
  const programs = staff.then(async (owner) => {
    const entries = SCOPES.map(async (scope) => {
      const { token } = await makeToken(owner, { scopes: [scope] });
      return [scope, programOf(token)] as const;
    });
    return Promise.all(entries);
  });

  test('every operation for members is listed here', () => {
    expect(guarded.length).toBeGreaterThan(150);
  });

  test.each(guarded.map((one) => [`${one.method} ${one.url}`, one] as const))(
    '%s takes a token with its scope and no other',
    async (_, { method, url, route }) => {
      const expected = expectedScope(method, url);
      for (const [scope, program] of await programs) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : { nothing: true };
        const sent = await program.send(method as 'GET', sampleUrl(route), body, { once: true });
        const code = sent.body?.code;
        if (expected === undefined) expect([scope, code]).toEqual([scope, 'token_refused']);
        else if (expected !== scope) expect([scope, code]).toEqual([scope, 'scope_required']);
        else
          expect([
            'token_refused',
            'scope_required',
            'unauthenticated',
            'csrf_failed',
          ]).not.toContain(code);
      }
    },
  );

  test('a refusal names the scope', async () => {
    const member = await world.member();
    const program = programOf((await makeToken(member, { scopes: ['read'] })).token);
    const { body } = await program.post('/api/posts/1/like', { liked: true });
    expect(body).toMatchObject({ code: 'scope_required', scope: 'write' });
  });
});

describe('D70 tokens of the staff', () => {
  afterEach(() => world.sql("delete from site_setting where key = 'staff.second_factor_required'"));

  test('without the scope admin a token of the staff sees what members see', async () => {
    const [author, admin] = [
      await world.member({ exp: 600 }),
      await world.member({ role: 'admin' }),
    ];
    const draft = { title: '藏', body: '<p>火</p>', draft: true };
    const { id } = (await author.post('/api/studio/posts', draft)).body;
    const read = programOf((await makeToken(admin, { scopes: ['read'] })).token);
    const both = programOf((await makeToken(admin, { scopes: ['read', 'admin'] })).token);
    expect((await admin.get(`/api/posts/${id}`)).status).toBe(200);
    expect((await both.get(`/api/posts/${id}`)).status).toBe(200);
    expect((await read.get(`/api/posts/${id}`)).status).toBe(404);
  });

  test('the scope admin gives no role: a member, and an admin on the owner’s pages, are refused', async () => {
    const [member, admin] = [await world.member(), await world.member({ role: 'admin' })];
    const asMember = programOf((await makeToken(member, { scopes: ['admin'] })).token);
    const asAdmin = programOf((await makeToken(admin, { scopes: ['admin'] })).token);
    expect(await codeOf(asMember.get('/api/admin/posts'))).toEqual([403, 'role_required']);
    expect((await asAdmin.get('/api/admin/posts')).status).toBe(200);
    expect(await codeOf(asAdmin.get('/api/admin/words'))).toEqual([403, 'role_required']);
    await world.ctx.tx((trx) => setRole(trx, admin.uid, 'member'));
    expect(await codeOf(asAdmin.get('/api/admin/posts'))).toEqual([403, 'role_required']);
  });

  test('D64 where the staff need a second factor, their tokens do too', async () => {
    const admin = await world.member({ role: 'admin' });
    const program = programOf((await makeToken(admin, { scopes: ['admin'] })).token);
    await world.sql(
      "insert into site_setting (key, value, updated_at) values ('staff.second_factor_required', true, now())",
    );
    expect(await codeOf(program.get('/api/admin/posts'))).toEqual([403, 'second_factor_needed']);
    await turnOnTotp(world, admin);
    expect((await program.get('/api/admin/posts')).status).toBe(200);
  });
});

describe('D70 the page', () => {
  const FORM = '/settings/api-tokens';

  test('makes a token without scripts, shows it once, and revokes it', async () => {
    const member = await world.member();
    const fields = { name: 'script', scopes: 'read', expires_in_days: '90', next: FORM };
    const made = await member.submit(FORM, fields);
    expect([made.status, made.headers['location']]).toEqual([303, FORM]);
    const shown = await member.get(FORM);
    const [token = ''] = /lamp_\w{36}/.exec(shown.text) ?? [];
    expect(shown.headers['cache-control']).toBe('no-store');
    expect((await programOf(token).get('/api/folders')).status).toBe(200);
    expect((await member.get(FORM)).text).not.toContain('lamp_');
    const { id } = (await member.get(PATH)).body.items[0];
    expect((await member.submit(`${FORM}/${id}/delete`)).status).toBe(303);
    expect((await programOf(token).get('/api/folders')).status).toBe(401);
  });

  test('renders a refused form again with what was typed', async () => {
    const member = await world.member();
    const { status, text } = await member.submit(FORM, { name: '备份脚本', expires_in_days: '' });
    expect(status).toBe(400);
    expect(text).toContain('value="备份脚本"');
    expect(text).toContain('请至少选择一项权限');
  });

  test('asks for a confirmation before it offers the form, and offers the scope admin to the staff only', async () => {
    const [member, admin] = [await world.member(), await world.member({ role: 'admin' })];
    expect((await member.get(FORM)).text).not.toContain('scope-admin');
    expect((await admin.get(FORM)).text).toContain('scope-admin');
    world.wait(16 * MINUTE);
    const { text } = await member.get(FORM);
    expect(text).toContain('/confirm?next=');
    expect(text).not.toContain('expires_in_days');
  });
});
