import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import type { Client } from '../support/client.ts';
import { sampleBody } from '../support/sample-requests.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** D56: on every route, a banned admin gets the same response as a banned member. */
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_LOGIN_IP: 'off',
  LIMIT_LOGIN_ACCOUNT: 'off',
});
const site = await seedRoutes(world);
// Numbers that occur nowhere else on a page, so that they can be replaced.
await world.sql('alter table users alter column uid restart with 7000001');
const draft = (
  await site.author.post('/api/studio/posts', {
    title: 'secretdraft',
    body: '<p>x</p>',
    draft: true,
  })
).body.id as number;
await site.author.put('/api/space/privacy', { follows_public: false });

const [plain, bannedAdmin] = [await bannedPerson('member'), await bannedPerson('admin')];

/** Banned through the API, then logged in again: SPEC §3 allows that. */
async function bannedPerson(role: 'member' | 'admin'): Promise<Client> {
  const client = await world.member({ role, exp: 2000 });
  const change = await site.owner.put(`/api/admin/users/${client.uid}/status`, {
    status: 'banned',
    reason: 'test',
  });
  expect(change.status).toBe(200);
  expect((await client.get('/api/level/info')).status).toBe(401);
  expect((await client.logIn(client.email, PASSWORD)).status).toBe(200);
  return client;
}

const routes = world.app.routes.filter(
  // A log-out would end the session that the next route needs.
  ({ url, route }) => !route.config?.internal && !url.includes('*') && !url.includes('/auth/'),
);

function addressesOf(route: DeclaredRoute): string[] {
  const address = site.addressOf(route);
  if (!/\/posts\/:id/.test(route.url)) return [address];
  return [address, address.replace(`/posts/${site.post}`, `/posts/${draft}`)];
}

async function responseTo(client: Client, route: DeclaredRoute, address: string): Promise<string> {
  const { method } = route;
  const body = isUnsafe(method) ? sampleBody(route.route) : undefined;
  const response = await client.send(method as 'GET', address, body, {
    headers: address.startsWith('/api/') ? {} : { accept: 'text/html' },
  });
  // Parts that identify the caller or the request, not their rights.
  const text = response.text
    .replaceAll(client.email, 'EMAIL')
    .replaceAll(client.session_id, 'SESSION')
    .replaceAll(String(client.uid), 'UID')
    .replace(/avatar-tone-\d/g, 'TONE')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/[\w-]{16}\.[\w-]{43}/g, 'CSRF')
    // A new passkey challenge, secret and QR code for every request.
    .replace(/"(challenge|id|secret|uri|setup)":"[^"]*"/g, '"$1":RANDOM')
    .replace(/ d="M[\dhvzM -]+"/g, ' d=QR')
    .replace(/<code>[A-Z2-7 -]+<\/code>|name="setup" value="[^"]*"/g, 'SECRET')
    .replace(/(data-message="|\/messages\/)\d+/g, '$1N')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d{4}年\d+月\d+日 \d\d:\d\d/g, 'TIME')
    .replace(/"id":\d+/g, '"id":N')
    .replace(/data-viewer="[^"]*"|^id: \d+$/gm, 'MOMENT');
  return `${response.status} ${response.headers['location'] ?? ''} ${text}`;
}

/** A page is too long to print; the first difference is enough. */
function firstDifference(got: string, expected: string): string[] {
  if (got === expected) return [];
  const at = [...got].findIndex((letter, index) => letter !== expected[index]);
  const from = Math.max(0, (at < 0 ? got.length : at) - 80);
  return [got.slice(from, from + 200), expected.slice(from, from + 200)];
}

describe('D56 banned staff', () => {
  test('the list of routes includes the staff pages and the staff API', () => {
    const staff = routes.filter(({ access }) => access === 'admin' || access === 'owner');
    expect(staff.filter(({ url }) => url.startsWith('/api/admin/')).length).toBeGreaterThan(15);
    expect(staff.filter(({ url }) => url.startsWith('/admin')).length).toBeGreaterThan(8);
  });

  test.each(routes.map((one) => [`${one.method} ${one.url}`, one] as const))(
    'D56 a banned admin gets the same response as a banned member: %s',
    async (_, route) => {
      for (const address of addressesOf(route)) {
        const expected = await responseTo(plain, route, address);
        const got = await responseTo(bannedAdmin, route, address);
        expect([address, ...firstDifference(got, expected)]).toEqual([address]);
        if (route.access === 'admin' || route.access === 'owner') expect(expected).toMatch(/^403 /);
      }
    },
  );

  test('the response to their log-in has the role member', async () => {
    const { body } = await bannedAdmin.logIn(bannedAdmin.email, PASSWORD);
    expect(body.user).toMatchObject({ role: 'member', status: 'banned' });
  });

  test('hidden follower lists stay hidden', async () => {
    const { status, body } = await bannedAdmin.get(`/api/users/${site.author.uid}/followers`);
    expect([status, body.code]).toEqual([403, 'list_private']);
  });
});

test('D56 an unban restores the stored role, and staff pages open again', async () => {
  const before = await site.owner.get(`/api/admin/users?q=${bannedAdmin.uid}`);
  expect(before.body.items[0]).toMatchObject({ role: 'admin', status: 'banned' });
  await site.owner.put(`/api/admin/users/${bannedAdmin.uid}/status`, {
    status: 'active',
    reason: 'test',
  });
  await bannedAdmin.logIn(bannedAdmin.email, PASSWORD);
  expect((await bannedAdmin.get('/api/admin/users')).status).toBe(200);
});
