import { expect, test } from 'vitest';
import { digestDatabase } from '../support/database-digest.ts';
import { seedRoutes } from '../support/seed-routes.ts';
import { createWorld } from '../support/world.ts';

/**
 * Side effects of a request that are not the route's: the daily check-in (SPEC §5.3) and the time of last use, also of the
 * studio, which lists what changed since then.
 */
const world = await createWorld();
const site = await seedRoutes(world);
const gets = world.app.routes
  .filter(({ method, url }) => method === 'GET' && !url.includes('*'))
  .map((route) => [route.url, route] as const);

test('ASVS 3.5.3 at the start every member has checked in and no delta is pending', async () => {
  for (const one of [site.author, site.reader, site.owner]) {
    expect((await one.get('/api/level/info')).status).toBe(200);
    // Reading the list builds one notification from a day's likes (D45).
    expect((await one.get('/api/messages')).status).toBe(200);
  }
  expect(gets.length).toBeGreaterThan(60);
});

test.each(gets)(
  'ASVS 3.5.3 GET and HEAD %s change nothing, for any caller',
  async (_url, route) => {
    const before = await digestDatabase(world, ['session', 'studio_visit']);
    const url = site.addressOf(route);
    for (const client of [world.visitor(), site.author, site.reader, site.owner]) {
      await client.get(url, { headers: { accept: 'text/html' } });
      await client.send('HEAD' as 'GET', url);
      await client.get(`${url}?_method=DELETE&liked=true`);
    }
    expect(await digestDatabase(world, ['session', 'studio_visit'])).toBe(before);
  },
);

/** D51: the one deliberate exception, listed here so that there is no second. */
const RECORDS_OPENING = [
  '/posts/:id',
  '/posts/:id/folders',
  '/api/posts/:id',
  '/api/admin/posts/:id',
];

test.each(gets.filter(([url]) => /\/posts\/:id/.test(url)))(
  'ASVS 3.5.3, D51 GET %s of a draft by staff writes one row to the staff log if it shows the draft, and nothing else',
  async (url, route) => {
    const text = { title: '未成', body: '<p>x</p>', draft: true };
    const { id } = (await site.author.post('/api/studio/posts', text)).body;
    const address = site.addressOf(route).replace(`/posts/${site.post}`, `/posts/${id}`);
    const openings = async () =>
      (await world.sql('select from staff_action where subject_id = $1', [id])).length;
    const before = await digestDatabase(world, ['session', 'staff_action']);
    for (const client of [world.visitor(), site.author, site.reader, site.owner])
      await client.get(address, { headers: { accept: 'text/html' } });
    expect(await digestDatabase(world, ['session', 'staff_action'])).toBe(before);
    expect(await openings()).toBe(RECORDS_OPENING.includes(url) ? 1 : 0);
  },
);

test('ASVS 3.5.3 the digest can fail: it detects one like', async () => {
  const before = await digestDatabase(world, ['session']);
  await site.owner.post(`/api/posts/${site.post}/like`);
  expect(await digestDatabase(world, ['session'])).not.toBe(before);
});
