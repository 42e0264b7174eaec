import { describe, expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', exp: 30, transport: 'bearer' });
const member = await world.member({ exp: 30 });
const staff = await world.member({ role: 'admin', exp: 30 });
const change = (zone: string) => owner.put('/api/admin/site-settings', { 'site.time_zone': zone });
const headers = { accept: 'text/html', 'accept-language': 'en' };
const page = async (url: string, who = world.visitor()) => (await who.get(url, { headers })).text;

const { body: post } = await member.post('/api/studio/posts', {
  title: 'On clocks',
  body: '<p>A text about clocks.</p>',
});
// Noon in UTC: evening in Shanghai, the small hours in Honolulu, midnight in Auckland.
await world.sql(
  `update post set published_at = '2026-01-10 12:00Z', created_at = '2026-01-10 12:00Z',
          updated_at = '2026-01-10 12:00Z' where id = $1`,
  [post.id],
);

describe('0059 the time zone of the site', () => {
  test('times on pages are by its clock, on cached pages at once', async () => {
    const paths = [`/posts/${post.id}`, '/posts', `/space/${member.uid}`];
    for (const path of paths) expect(await page(path), path).toContain('Jan 10, 2026, 8:00 PM');
    await change('Pacific/Honolulu');
    for (const path of paths) expect(await page(path), path).toContain('Jan 10, 2026, 2:00 AM');
    expect(await page('/posts')).toContain('data-zone="Pacific/Honolulu"');
    await change('Pacific/Auckland');
    for (const path of paths) expect(await page(path), path).toContain('Jan 11, 2026, 1:00 AM');
    expect(await page('/admin/posts?status=approved', staff)).toContain('Jan 11, 2026');
    await change('Asia/Shanghai');
    for (const path of paths) expect(await page(path), path).toContain('Jan 10, 2026, 8:00 PM');
    expect(await page('/posts')).not.toContain('data-zone');
  });

  test('a time that somebody enters is by its clock too, and the form names it', async () => {
    const { body: draft } = await member.post('/api/studio/posts', {
      title: 'Later',
      body: '<p>A text for later.</p>',
      draft: true,
    });
    await change('Europe/Berlin');
    expect(await page(`/studio/submit?id=${draft.id}`, member)).toContain('Central European');
    const day = new Date(world.ctx.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const { body } = await member.post(`/api/studio/posts/${draft.id}/submit`, {
      publish_at: `${day}T12:00`,
    });
    const hour = new Date(body.schedule.publish_at).toLocaleString('en', {
      timeZone: 'Europe/Berlin',
      hour: 'numeric',
      hour12: false,
    });
    expect(hour).toBe('12');
    await change('Asia/Shanghai');
  });

  test('D9 the days of check-ins stay those of Shanghai', async () => {
    await change('Pacific/Honolulu');
    const newcomer = await world.member({ exp: 30 });
    await newcomer.post('/api/level/checkin');
    const [row] = await world.sql('select day::text from user_checkin where uid = $1', [
      newcomer.uid,
    ]);
    const today = world.ctx.now().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
    expect(row?.['day']).toBe(today);
    const settings = await page('/admin/site-settings', owner);
    expect(settings).toContain('are always those of Beijing');
    await change('Asia/Shanghai');
  });

  test('only a zone that exists is one', async () => {
    for (const zone of ['Mars/Olympus', '+08:00', '../etc/localtime', ''])
      expect((await change(zone)).status, zone).toBe(400);
    expect((await change('Asia/Kolkata')).status).toBe(200);
    await change('Asia/Shanghai');
  });
});
