import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { type Client, cookieHeader } from '../support/client.ts';
import { createFullMember, createStaff } from '../support/full-member.ts';
import { sampleBody } from '../support/sample-requests.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/**
 * Content of every kind, then every route as every kind of user: all responses, cookies, log lines and outgoing
 * calls.
 */
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_LOGIN_IP: 'off',
  LIMIT_LOGIN_ACCOUNT: 'off',
  LIMIT_CHECK_EMAIL: 'off',
});
const responses: LightMyRequestResponse[] = [];
const inject = world.app.inject.bind(world.app) as (
  options: object,
) => Promise<LightMyRequestResponse>;
world.app.inject = (async (options: object) => {
  const response = await inject(options);
  responses.push(response);
  return response;
}) as never;

const contacted = new Set<string>();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: never[]) {
  const [first, second] = args.flat(2) as unknown as [
    { host?: string; port?: number } | number,
    string?,
  ];
  const { host, port } = typeof first === 'object' ? first : { host: second, port: first };
  contacted.add(`${host}:${port}`);
  return (connect as (...all: never[]) => Socket).apply(this, args);
} as never;
afterAll(() => {
  Socket.prototype.connect = connect;
});

/** Would catch a service that fetches URLs from user input. */
let visits = 0;
const trap = createServer((socket) => {
  visits++;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(trap, 'listening');
afterAll(() => trap.close());
const trapped = `http://127.0.0.1:${(trap.address() as { port: number }).port}/picture.png`;

const cookieMember = await world.member({ email: 'jar@example.org', exp: 2000 });
await live();

async function live(): Promise<void> {
  const staff = await createStaff(world);
  await createFullMember(world, staff, { tag: 'loud', ip: '198.51.100.78' });
  const site = await seedRoutes(world, staff);
  const body = `<p><a href="${trapped}">a</a></p><img src="${trapped}" alt=""><p>${trapped}</p>`;
  await cookieMember.post('/api/studio/posts', { title: trapped, body, cover_url: trapped });
  await cookieMember.post(`/api/posts/${site.post}/comments`, {
    body: trapped,
    image_url: trapped,
  });
  await cookieMember.put('/api/settings/profile', { signature: trapped });
  await cookieMember.post('/api/auth/refresh');
  const owner = await world.member({ exp: 2000 });
  await world.sql("update users set role = 'member' where role = 'owner'");
  await world.sql("update users set role = 'owner' where uid = $1", [owner.uid]);
  for (const client of [world.visitor(), cookieMember, owner]) {
    for (const route of world.app.routes) {
      if (/log-?out|delete-account|destroy|\/auth\//.test(route.url)) continue;
      await call(client, route.method, site.addressOf(route), sampleBody(route.route));
    }
  }
  await world.visitor().logIn(cookieMember.email, 'a wrong password');
  const passwords = { current_password: PASSWORD, new_password: 'another fine password' };
  await cookieMember.put('/api/settings/password', passwords);
  await cookieMember.post('/api/settings/delete-account', { password: 'another fine password' });
  const back = await world.visitor().logIn(cookieMember.email, 'another fine password');
  await cookieMember.post('/api/auth/confirm-restore', { restore_token: back.body.restore_token });
  await cookieMember.post('/api/auth/logout');
}

function call(client: Client, method: string, url: string, body: object | undefined) {
  if (!isUnsafe(method) || url.startsWith('/api/'))
    return client.send(method as 'GET', url, body, { headers: { accept: 'text/html' } });
  return client.submit(url, body as Record<string, string>);
}

type SetCookie = { name: string; value: string; text: string };
function cookiesOf(list: LightMyRequestResponse[]): SetCookie[] {
  return list
    .flatMap((response) => response.headers['set-cookie'] ?? [])
    .map((text) => ({
      name: text.slice(0, text.indexOf('=')),
      value: decodeURIComponent(/=([^;]*)/.exec(text)?.[1] ?? ''),
      text,
    }));
}

const cookies = cookiesOf(responses);
const tokens = new Set(
  cookies.filter(({ name, value }) => /^(sid|rt)$/.test(name) && value).map(({ value }) => value),
);

test('the record is complete', () => {
  expect(responses.length).toBeGreaterThan(300);
  expect(tokens.size).toBeGreaterThanOrEqual(8);
  for (const status of [200, 201, 204, 303, 400, 401, 403, 404])
    expect(responses.map((one) => one.statusCode)).toContain(status);
  expect(responses.filter((one) => one.statusCode >= 500).map((one) => one.raw.req.url)).toEqual(
    [],
  );
});

test('ASVS 3.3.2, 3.3.4 every cookie is SameSite and host-only, and scripts can read only the CSRF token', () => {
  for (const { name, text, value } of cookies) {
    expect([text, / Domain=/i.test(text)]).toEqual([text, false]);
    expect(text).toContain('; Path=/');
    if (value === '') continue;
    expect(text).toMatch(/; SameSite=(Lax|Strict)/);
    expect([name, / HttpOnly/.test(text)]).toEqual([name, name !== 'csrf']);
  }
});

test("ASVS 3.3.4 no cookie's token is in a body, a page or another header", () => {
  for (const { body, headers, raw } of responses) {
    const { 'set-cookie': _, ...others } = headers;
    const text = `${body}${JSON.stringify(others)}`;
    const leaked = [...tokens].filter((token) => text.includes(token));
    expect([raw.req.url, leaked]).toEqual([raw.req.url, []]);
  }
});

test('ASVS 14.2.1 no URL in a response contains a secret', () => {
  const csrf = cookies.filter(({ name }) => name === 'csrf').map(({ value }) => value);
  const secrets = [...tokens, ...csrf.filter(Boolean), PASSWORD, 'another fine password'];
  for (const { body, headers, raw } of responses) {
    const links = [...body.matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/g)].map(String);
    const text = decodeURIComponent(
      JSON.stringify([headers.location, headers['link'], links]).replace(/%(?![0-9a-f]{2})/gi, ''),
    );
    expect([raw.req.url, secrets.filter((one) => text.includes(one))]).toEqual([raw.req.url, []]);
  }
  const queried = world.app.routes.flatMap(({ route }) =>
    Object.keys(
      (route.schema as { querystring?: { properties: object } })?.querystring?.properties ?? {},
    ),
  );
  expect(queried.filter((name) => /pass|token|secret|session|sid|csrf/.test(name))).toEqual([]);
});

test('ASVS 16.2.5 the log contains no credential', () => {
  const log = world.logged.join('\n');
  expect(world.logged.length).toBeGreaterThan(100);
  const secrets = [
    ...tokens,
    PASSWORD,
    'another fine password',
    'a wrong password',
    'jar@example.org',
  ];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('§6 In-app only, ASVS 1.3.6 the service connects to its database only, whatever URLs users write', () => {
  const { hostname, port } = new URL(world.ctx.config.DATABASE_URL);
  expect([...contacted]).toEqual([`${hostname}:${port || 5432}`]);
  expect(visits).toBe(0);
});

test('ASVS 3.3.1, 3.3.3 on https every cookie is Secure; all but display preferences have the __Host- prefix', async () => {
  const https = await createWorld({ BASE_URL: 'https://lamplight.example' });
  const recorded: LightMyRequestResponse[] = [];
  const jar = new Map<string, string>();
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await https.app.inject({
      method,
      url,
      headers: {
        cookie: cookieHeader(jar),
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': jar.get('__Host-csrf') ?? '',
      },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value } of response.cookies) jar.set(name, value);
    recorded.push(response);
    return response.statusCode;
  };
  for (const url of ['/lang/en', '/theme/dark', '/login', '/api/auth/csrf', '/setup'])
    await send('GET', url);
  const account = { email: 'safe@example.org', password: PASSWORD };
  expect(await send('POST', '/api/auth/register', account)).toBe(201);
  expect(await send('GET', '/api/settings/sessions')).toBe(200);
  expect(await send('POST', '/api/auth/refresh')).toBe(200);
  expect(await send('POST', '/api/auth/logout')).toBe(204);
  const set = cookiesOf(recorded);
  const names = new Set(set.map(({ name }) => name));
  expect([...names].filter((name) => !name.startsWith('__Host-')).sort()).toEqual([
    'lang',
    'theme',
  ]);
  expect(names.size).toBeGreaterThanOrEqual(6);
  for (const { text } of set) expect(text).toMatch(/; Secure/);
});
