import { describe, expect, test } from 'vitest';
import { type Canaries, createFullMember, createStaff } from '../support/full-member.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld } from '../support/world.ts';

/** A member with content of every kind, and every other viewer: private text is in no byte of any response. */
const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const staff = await createStaff(world);
const life = await createFullMember(world, staff, { tag: 'quiet', ip: '198.51.100.77' });
const site = await seedRoutes(world, staff);
const { client, canaries, posts } = life;
const [stored] = await world.sql('select password_hash from users where uid = $1', [client.uid]);

const OPEN: (keyof Canaries)[] = [
  ...(['name', 'signature', 'title', 'body', 'comment', 'old_name'] as const),
  // The series contains the public post.
  ...(['series', 'series_about'] as const),
];
const hidden: [string, string][] = [
  ...Object.entries(canaries).filter(([name]) => !OPEN.includes(name as keyof Canaries)),
  ['password hash', String(stored?.['password_hash'])],
  ['session', client.session_id],
  ['token', client.tokens.access ?? ''],
];

const gets = world.app.routes
  .filter(
    ({ method, url, route }) => method === 'GET' && !route.config?.internal && !url.includes('*'),
  )
  .map((route) => [route.url, route] as const);

/** Of the member and their content, and of all members. */
function addressesOf(url: string): string[] {
  const theirs = url
    .replace(':uid', String(client.uid))
    .replace(':sid', client.session_id)
    .replace(/(\/posts\/):id/, `$1${posts.public}`)
    .replace(/(\/comments\/):id/, `$1${life.comment}`);
  return [site.addressOf({ url: theirs }), site.addressOf({ url })];
}

describe.each([
  ['an anonymous visitor', world.visitor()],
  ['a member', site.reader],
])('ASVS 8.2.3, 15.3.1 private fields are hidden from %s', (_, viewer) => {
  test.each(gets)('GET %s', async (url) => {
    for (const address of new Set(addressesOf(url))) {
      for (const accept of ['application/json', 'text/html']) {
        const { text } = await viewer.get(address, { headers: { accept } });
        const leaked = hidden.filter(([, value]) => text.includes(value)).map(([name]) => name);
        expect([address, leaked]).toEqual([address, []]);
      }
    }
  });
});

test('ASVS 8.2.3 the owner sees their private fields, so this test can fail', async () => {
  const { remark } = canaries;
  await client.put(`/api/settings/sessions/${client.session_id}/remark`, { remark });
  const own = await client.get('/api/settings/sessions');
  for (const field of ['ip', 'remark'] as const) expect(own.text).toContain(canaries[field]);
  expect((await client.get('/api/studio/posts?limit=100')).text).toContain(canaries.draft);
  const listed = await site.admin.get(`/api/admin/users?q=${client.uid}`);
  expect(listed.text).toContain(canaries.email);
  expect(listed.text).not.toContain(String(stored?.['password_hash']));
  expect(listed.text).not.toContain(canaries.ip);
});
