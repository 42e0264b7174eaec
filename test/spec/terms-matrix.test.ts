import { describe, expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../src/platform/http/csrf.ts';
import type { Client } from '../support/client.ts';
import { digestDatabase } from '../support/database-digest.ts';
import { sampleBody, sampleUrl } from '../support/sample-requests.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/**
 * 0060: every write of the route table × somebody who has not accepted the newest terms. A new write is included. What
 * stays possible is listed here, so that nothing is opened by accident.
 */
const world = await createWorld({ LIMIT_SENSITIVE: 'off', LIMIT_PASSWORD: 'off' });
const owner = await world.member({ role: 'owner', exp: 30 });
const member = await world.member({ exp: 5000 });
const admin = await world.member({ role: 'admin', exp: 5000 });
const texts = { 'title.en': 'Terms', 'body.en': '<p>Be kind.</p>' };
const published = await owner.put('/api/admin/pages/terms', {
  ...texts,
  version: 0,
  must_accept: true,
});
if (published.status !== 200) throw new Error(published.text);

/** The account, its keys and devices, its data, its inbox, and the way out: accepting. */
const OPEN = /^\/api\/(auth|settings|messages|mail|pages\/accept)\b/;
const PUBLIC_PROFILE = /^\/api\/settings\/(profile|avatar)\b/;
const writes = world.app.routes.filter(
  ({ method, url, access }) =>
    isUnsafe(method) && url.startsWith('/api/') && access !== 'public' && access !== 'owner',
);
const isOfAccount = ({ route }: DeclaredRoute) => route.config?.of_account === true;
const named = (routes: DeclaredRoute[]) =>
  routes.map((route) => [`${route.method} ${route.url}`, route] as const);

function send(client: Client, { method, route }: DeclaredRoute) {
  const url = sampleUrl(route);
  if (route.config?.multipart) return client.upload(url, Buffer.from('x'));
  return client.send(method as 'POST', url, sampleBody(route));
}

describe('0060 who has not accepted the newest terms', () => {
  test('the table has writes of both kinds', () => {
    expect(writes.filter(isOfAccount).length).toBeGreaterThan(20);
    expect(writes.filter((route) => !isOfAccount(route)).length).toBeGreaterThan(60);
  });

  test.each(named(writes.filter((route) => !isOfAccount(route))))(
    '%s is refused and writes nothing',
    async (_, route) => {
      const client = route.access === 'member' || route.access === 'optional' ? member : admin;
      const before = await digestDatabase(world, ['session']);
      const { status, body } = await send(client, route);
      expect([status, body?.code]).toEqual([403, 'terms_not_accepted']);
      expect(await digestDatabase(world, ['session'])).toBe(before);
    },
  );

  test('what stays possible concerns the account', () => {
    const open = writes.filter(isOfAccount).map(({ url }) => url);
    expect(open.filter((url) => !OPEN.test(url))).toEqual([]);
    expect(open.filter((url) => PUBLIC_PROFILE.test(url))).toEqual([]);
    for (const url of ['/api/settings/export', '/api/pages/accept']) expect(open).toContain(url);
  });

  test('the forms without scripts are as open as their operations', () => {
    const forms = world.app.routes.filter(({ route }) => route.config?.form);
    const operations = new Map(
      writes.map((one) => [
        (one.route.schema as { operationId?: string } | undefined)?.operationId,
        isOfAccount(one),
      ]),
    );
    const differing = forms.filter(({ route }) => {
      const known = operations.get(route.config?.form);
      return known !== undefined && known !== (route.config?.of_account === true);
    });
    expect(differing.map(({ url }) => url)).toEqual([]);
  });

  test('they read everything, take their data along, and delete their account', async () => {
    const leaving = await world.member();
    await world.sql('update users set accepted_terms = 0 where uid = $1', [leaving.uid]);
    for (const url of ['/', '/posts', '/messages', '/settings', '/studio', '/terms'])
      expect((await leaving.get(url, { headers: { accept: 'text/html' } })).status, url).toBe(200);
    const exported = await leaving.post('/api/settings/export', { password: PASSWORD });
    expect([exported.status, exported.text]).toEqual([202, expect.any(String)]);
    const deleted = await leaving.post('/api/settings/delete-account', { password: PASSWORD });
    expect([deleted.status, deleted.text]).toEqual([200, expect.any(String)]);
  });
});
