import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { formUrl } from '../../src/platform/http/forms.ts';
import { COUNTED_BY_MEMBER } from '../../src/platform/limits/rules.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

/** SPEC §8 and D13: the limited routes and their actions. Log-ins count failures in their action. */
const LIMITED: Record<string, string[]> = {
  'POST /api/auth/check-email': ['check_email'],
  'POST /api/auth/register': ['register'],
  'POST /api/auth/refresh': ['refresh'],
  'PUT /api/settings/password': ['sensitive', 'password'],
  'POST /api/settings/delete-account': ['sensitive', 'password'],
  'POST /api/settings/export': ['sensitive', 'password'],
  'POST /api/level/checkin': ['sensitive', 'writes'],
};

/** D13: routes with a limit of their own per member; every other change counts as a write. */
const OF_MEMBERS: Record<string, string[]> = {
  'POST /api/uploads/fetch': ['fetches', 'fetches_day'],
  'POST /api/studio/posts': ['posts'],
  'PUT /api/studio/posts/:id': ['saves'],
  'POST /api/studio/posts/:id/versions/:version/restore': ['saves'],
  'POST /api/posts/:id/comments': ['comments'],
  'POST /api/comments/:id/reply': ['comments'],
  'POST /api/reports': ['reports'],
  'POST /api/auth/appeal': ['reports'],
  'POST /api/settings/api-tokens': ['password'],
  'POST /api/settings/invitations': ['invitations'],
  'PUT /api/comments/:id': ['comments'],
  'PUT /api/comments/:id/like': ['toggles'],
  'DELETE /api/comments/:id/like': ['toggles'],
  'POST /api/posts/:id/like': ['toggles'],
  'POST /api/posts/:id/dislike': ['toggles'],
  'POST /api/posts/:id/favorite': ['toggles'],
  'POST /api/folders/:id/posts': ['toggles'],
  'PUT /api/folders/:id/posts/:post_id': ['toggles'],
  'DELETE /api/folders/:id/posts/:post_id': ['toggles'],
  'PUT /api/series/:id/order': ['toggles'],
  'POST /api/series/:id/posts': ['toggles'],
  'PUT /api/series/:id/posts/:post_id': ['toggles'],
  'DELETE /api/series/:id/posts/:post_id': ['toggles'],
  'PUT /api/posts/:id/series': ['toggles'],
  'POST /api/users/:uid/follow': ['follows'],
  'PUT /api/users/:uid/block': ['follows'],
  'DELETE /api/users/:uid/block': ['follows'],
  'PUT /api/tags/:slug/follow': ['follows'],
  'DELETE /api/tags/:slug/follow': ['follows'],
  'POST /api/energy/energize': ['energize'],
  'POST /api/energize': ['energize'],
  'POST /api/settings/confirm': ['password'],
  'POST /api/settings/confirm/code': ['password'],
  'POST /api/settings/passkeys': ['password'],
  'PUT /api/settings/passkeys/:id': ['password'],
  'DELETE /api/settings/passkeys/:id': ['password'],
  'PUT /api/settings/passkey-step': ['password'],
  'PUT /api/settings/totp': ['password'],
  'DELETE /api/settings/totp': ['password'],
  'POST /api/settings/recovery-codes': ['password'],
  'POST /api/settings/trusted-devices/end': ['password'],
  'DELETE /api/settings/password': ['password'],
  'POST /api/settings/email/change': ['password'],
};

/** Mails, links in mails, and other providers: these have tests of their own. */
const BY_MAIL: Record<string, string[]> = {
  'POST /api/auth/complete': ['register'],
  'POST /api/auth/request-password-reset': ['reset_request'],
  'POST /api/auth/reset-password': ['mail_links'],
  'POST /api/auth/undo-address-change': ['mail_links'],
  'POST /api/auth/verify-address': ['mail_links', 'writes'],
  'POST /api/auth/confirm-address-change': ['mail_links', 'writes'],
  'POST /api/settings/email/verification': ['mail_member'],
};

/** Reads that are limited. */
const READS = {
  'GET /api/users/search': ['user_search'],
  'GET /api/search': ['search'],
  'GET /api/search/suggest': ['search'],
};

/** A script sends a file, so these have no form. */
const UPLOADS = {
  'POST /api/posts/upload-image': ['uploads'],
  'POST /api/comments/upload-image': ['uploads'],
  'POST /api/settings/avatar': ['uploads'],
  'POST /api/admin/site-logo': ['uploads'],
};

test('ASVS 2.4.1 every limited route declares its limit, and so does its form', async () => {
  const { app } = await createWorld();
  const declared = app.routes.filter(({ route }) =>
    (route.config?.limits ?? []).some((limit) => limit !== 'writes'),
  );
  const found = Object.fromEntries(
    declared.map(({ method, url, route }) => [`${method} ${url}`, route.config?.limits]),
  );
  const forms = Object.entries({ ...LIMITED, ...OF_MEMBERS, ...BY_MAIL }).map(([name, limits]) => {
    const [method = '', url = ''] = name.split(' ');
    return [`POST ${formUrl(method, url)}`, limits];
  });
  expect(found).toEqual({
    ...{ ...LIMITED, ...OF_MEMBERS, ...BY_MAIL, ...READS, ...UPLOADS },
    'POST /auth/:provider/start': ['sign_in', 'writes'],
    ...Object.fromEntries(forms),
  });
});

test('D13, ASVS 2.4.1 every change by a member, staff actions and forms included, counts for the member', async () => {
  const { app } = await createWorld();
  const changes = app.routes.filter(
    ({ method, access, route }) =>
      isUnsafe(method) && access !== 'public' && !route.config?.internal,
  );
  expect(changes.length).toBeGreaterThan(90);
  const uncounted = changes.filter(
    ({ route }) =>
      (route.config?.limits ?? []).filter(
        // The same fetches over a longer time.
        (limit) => COUNTED_BY_MEMBER.includes(limit) && limit !== 'fetches_day',
      ).length !== 1,
  );
  expect(uncounted.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
});

/** Spellings of one path that some router or proxy treats as equal. */
function spellings(path: string): string[] {
  const last = path.lastIndexOf('/');
  return [
    `${path}/`,
    `/${path}`,
    `${path.slice(0, last)}/${path.slice(last)}`,
    path.toUpperCase(),
    `${path.slice(0, last)}/${path.charAt(last + 1).toUpperCase()}${path.slice(last + 2)}`,
    `${path}.json`,
    `${path};x=1`,
    `${path}%20`,
    `${path}%00`,
    `${path.slice(0, last)}%2F${path.slice(last + 1)}`,
    `/x/..${path}`,
    `/./${path.slice(1)}`,
    `${path}?`,
    `${path}#x`,
    path.replace('api', '%61pi'),
  ];
}

const LIMITS = {
  LIMIT_CHECK_EMAIL: '1/60',
  LIMIT_REGISTER: '1/60',
  LIMIT_REFRESH: '1/60',
  LIMIT_SENSITIVE: '1/60/300',
  LIMIT_LOGIN_IP: '1/900/900',
  LIMIT_LOGIN_ACCOUNT: 'off',
};

test.each(Object.keys(LIMITED).concat('POST /api/auth/login'))(
  'A30 %s is limited in every spelling of its path, with each method and by its form',
  async (name) => {
    const world = await createWorld(LIMITS);
    const [method = '', path = ''] = name.split(' ');
    const member = await world.member({ transport: 'bearer', ip: '203.0.113.9' });
    const body = JSON.stringify({
      email: 'x@example.org',
      password: 'wrong password',
      transport: 'bearer',
    });
    const guarded = !path.startsWith('/api/auth/');
    const knock = (url: string, verb = method) =>
      member.raw({
        method: verb as 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          ...(guarded ? { authorization: `Bearer ${member.tokens.access}` } : {}),
        },
        payload: body,
      });
    let status = 0;
    for (let count = 0; count < 4 && status !== 429; count++) status = (await knock(path)).status;
    expect(status).toBe(429);
    for (const url of spellings(path)) {
      const response = await knock(url);
      expect([url, [404, 429, 400].includes(response.status)]).toEqual([url, true]);
      // 400 only for an invalid URL, never from the operation behind it.
      if (response.status === 400) expect([url, /%00|%2F/.test(url)]).toEqual([url, true]);
    }
    const verbs = ['HEAD', 'PATCH', 'OPTIONS', method === 'PUT' ? 'POST' : 'PUT'];
    const others = world.app.routes.filter(({ url }) => url === path).map((one) => one.method);
    // Reading the state of an export is another operation on the same path.
    for (const verb of verbs.filter((one) => !(one === 'HEAD' && others.includes('GET'))))
      expect([verb, [404, 429].includes((await knock(path, verb)).status)]).toEqual([verb, true]);
    const browser = world.visitor({ ip: '203.0.113.9' });
    await browser.get('/api/auth/csrf');
    const form = await browser.submit(formUrl(method, path), {
      email: 'x@example.org',
      password: 'wrong password',
    });
    // A member's form needs the member's cookies; without them it is refused before it is counted.
    expect(guarded ? [303, 401] : [429]).toContain(form.status);
  },
);

/** How often a password was really compared with a hash. */
function countGuesses(world: World): () => number {
  const { passwords } = world.ctx;
  const matches = passwords.matches.bind(passwords);
  let guesses = 0;
  passwords.matches = (password, stored, ...rest) => {
    guesses++;
    return matches(password, stored, ...rest);
  };
  return () => guesses;
}

test('ASVS 6.1.1, 6.3.1 four hundred concurrent guesses from one address: little more than thirty are made', async () => {
  const world = await createWorld({ LIMIT_LOGIN_ACCOUNT: 'off' });
  const codes = new Map<string, number>();
  await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      const { body } = await world
        .visitor()
        .logIn(`absent${index}@example.org`, 'wrong password', 'bearer');
      codes.set(body.code, (codes.get(body.code) ?? 0) + 1);
    }),
  );
  // Plus those that are being hashed when the thirtieth fails.
  expect(codes.get('bad_credentials')).toBeLessThanOrEqual(30 + 2 * availableParallelism());
  const { body } = await world.visitor().logIn('absent@example.org', 'wrong password', 'bearer');
  expect(body.code).toBe('rate_limited');
});

test('ASVS 6.1.1, 6.3.1 guesses at one account from two hundred addresses are delayed, and its owner is not locked out', async () => {
  const world = await createWorld();
  const victim = await world.member();
  const codes = new Map<string, number>();
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const attacker = world.visitor({ ip: `198.51.100.${index}` });
      const { body } = await attacker.logIn(victim.email, 'wrong password', 'bearer');
      codes.set(body.code, (codes.get(body.code) ?? 0) + 1);
    }),
  );
  expect(codes.get('bad_credentials')).toBeLessThanOrEqual(5 + 2 * availableParallelism());
  // The open session keeps working; only new log-ins are delayed, for at most a quarter of an hour.
  expect((await victim.get('/api/settings/sessions')).status).toBe(200);
  const waiting = await world.visitor({ ip: '192.0.2.1' }).logIn(victim.email, PASSWORD);
  expect(Number(waiting.headers['retry-after'] ?? 0)).toBeLessThanOrEqual(900);
});

test('A31, ASVS 6.3.1 a blocked address makes no guess at all, even with the right password', async () => {
  const world = await createWorld({ LIMIT_LOGIN_IP: '3/900/900', LIMIT_LOGIN_ACCOUNT: 'off' });
  const member = await world.member({ ip: '192.0.2.2' });
  for (let count = 0; count < 3; count++)
    await world.visitor().logIn(member.email, 'wrong password');
  const guesses = countGuesses(world);
  for (const password of [PASSWORD, 'wrong password'])
    expect((await world.visitor().logIn(member.email, password)).status).toBe(429);
  expect(guesses()).toBe(0);
});
