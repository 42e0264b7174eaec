import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deriveAccent } from '../../src/site-settings/accent.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld } from '../support/world.ts';

const smtp = await startSmtp();
const world = await createWorld(smtp.settings);
const owner = await world.member({ role: 'owner', exp: 300 });
const member = await world.member({ exp: 300 });
const headers = { accept: 'text/html', 'accept-language': 'en' };

const { body: post } = await member.post('/api/studio/posts', {
  title: 'A post',
  body: '<p>A text.</p>',
  tags: ['harbor'],
});
const picture = async () =>
  (await world.app.inject({ url: `/posts/${post.id}/share.jpg` })).rawPayload;
const pictureBefore = await picture();

await owner.put('/api/admin/site-settings', {
  'site.name': 'Harbor Books',
  'site.accent': '#c2185b',
});
const logo = await sharp({
  create: { width: 256, height: 256, channels: 3, background: '#c2185b' },
})
  .png()
  .toBuffer();
await owner.upload('/api/admin/site-logo', logo);

const PUBLIC = [
  ...['/', '/posts', `/posts/${post.id}`, `/space/${member.uid}`, '/tags', '/tags/harbor'],
  ...['/search?q=text', '/about', '/about/energy', '/docs', '/login', '/register', '/forgot'],
  ...['/restore', '/history', '/missing'],
];
const MEMBERS = [
  ...['/messages', '/settings', '/settings?tab=security', '/settings/api-tokens', '/studio'],
  ...['/studio/write', '/studio/analytics', '/settings/blocks', '/settings/invitations'],
  `/report/post/${post.id}`,
];
const STAFF = ['/admin/queue', '/admin/users', '/admin/site-settings', '/admin/invitations'];

test.each([
  ...PUBLIC.map((url) => [url, undefined] as const),
  ...MEMBERS.map((url) => [url, member] as const),
  ...STAFF.map((url) => [url, owner] as const),
])('0053 %s has the name, the color and the logo of the owner', async (url, who) => {
  const { text } = await (who ?? world.visitor()).get(url, { headers });
  expect(text).toMatch(/<title>[^<]*Harbor Books<\/title>/);
  expect(text).toMatch(/<link rel="stylesheet" href="\/site\.css\?v=[0-9a-f]{12}"/);
  expect(text).toMatch(/<img[^>]*src="\/icons\/96\.png\?v=[0-9a-f]{12}"/);
  expect(text).not.toContain('logo-seal');
});

test('0053 a mail has the name, the color and the logo of the owner', async () => {
  const { body } = await owner.post('/api/settings/invitations', { send_to: 'a@b.example' });
  expect(body.sent_to).toBe('a@b.example');
  await runMailJobs(world);
  const mail = await smtp.nextMailTo(world, 'a@b.example');
  expect(mail.subject).toContain('Harbor Books');
  expect(mail.html).toContain('#c2185b');
  expect(mail.html).toContain('cid:logo@site');
  expect(mail.attachments).toHaveLength(1);
});

test('0053 a share picture has the name, the color and the logo of the owner', async () => {
  const after = await picture();
  expect(after.equals(pictureBefore)).toBe(false);
  const { data, info } = await sharp(after)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let pink = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
    if (Math.abs(r - 0xc2) < 24 && Math.abs(g - 0x18) < 24 && Math.abs(b - 0x5b) < 24) pink += 1;
  }
  expect(pink).toBeGreaterThan(500);
  // Along the lower edge, in the shade for dark backgrounds.
  const accent = deriveAccent('#c2185b')?.dark.accent ?? '';
  const expected = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  const edge = data.subarray(-info.channels);
  for (const [channel, value] of expected.entries())
    expect(Math.abs((edge[channel] ?? 0) - value)).toBeLessThan(12);
});
