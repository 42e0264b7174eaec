import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const owner = await world.member({ role: 'owner', exp: 30, transport: 'bearer' });
const admin = await world.member({ role: 'admin', exp: 30, transport: 'bearer' });

const change = (values: Record<string, unknown>) => owner.put('/api/admin/site-settings', values);
const page = (url = '/') =>
  world.visitor().get(url, { headers: { accept: 'text/html', 'accept-language': 'en' } });
const newestEntry = async () =>
  (await admin.get('/api/admin/staff-log?subject_kind=site_setting&limit=1')).body.items[0];

describe("0053 the owner's site", () => {
  test('§5.5b only the owner changes it', async () => {
    for (const who of [world.visitor(), admin]) {
      const { status } = await who.put('/api/admin/site-settings', { 'site.name': 'x' });
      expect([401, 403]).toContain(status);
    }
    const refused = await admin.get('/admin/site-settings', { headers: { accept: 'text/html' } });
    expect(refused.status).toBe(403);
  });

  test('D47 the name and description are on every page, in feeds and the manifest at once, and logged with before and after', async () => {
    expect((await page()).text).toContain('<title>Lamplight</title>');
    const { status } = await change({
      'site.name': ' 海边书店 ',
      'site.description': 'A shop by the sea',
    });
    expect(status).toBe(200);
    const { text } = await page();
    expect(text).toContain('<title>海边书店</title>');
    expect(text).toContain('content="A shop by the sea"');
    expect(text).toContain('property="og:site_name" content="海边书店"');
    expect(text).not.toContain('Lamplight');
    expect((await page('/login')).text).toContain('Log in to 海边书店');
    const manifest = await world.visitor().get('/manifest.webmanifest');
    expect(JSON.parse(manifest.text)).toMatchObject({
      name: '海边书店',
      description: 'A shop by the sea',
    });
    expect((await world.visitor().get('/feed.atom')).text).toContain('<title>海边书店</title>');
    expect(await newestEntry()).toMatchObject({
      action: 'setting.change',
      before: { 'site.name': '', 'site.description': '' },
      after: { 'site.name': '海边书店', 'site.description': 'A shop by the sea' },
    });
    await change({ 'site.name': '', 'site.description': '' });
    expect((await page()).text).toContain('<title>Lamplight</title>');
  });

  test('the default color adds no request; another one has a sheet of its own, in both themes and without inline styles', async () => {
    expect((await page()).text).not.toContain('/site.css');
    const { body } = await change({ 'site.accent': '#FFD400' });
    const accent = body.items.find((one: { key: string }) => one.key === 'site.accent');
    expect(accent).toMatchObject({ value: '#ffd400', shown: { dark: '#ffd400' } });
    const { text } = await page();
    const href =
      /<link rel="stylesheet" href="(\/site\.css\?v=[0-9a-f]{12})"/.exec(text)?.[1] ?? '';
    expect(text).not.toMatch(/<style|\sstyle=/);
    const sheet = await world.visitor().get(href);
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(sheet.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(sheet.text).toContain(`--accent:light-dark(${accent.shown.light},#ffd400)`);
    expect((await world.visitor().get('/site.css?v=other')).headers['cache-control']).toContain(
      'no-cache',
    );
    await change({ 'site.accent': '' });
  });

  test('wrong values are refused with the field, and nothing is stored', async () => {
    for (const values of [
      { 'site.accent': 'red' },
      { 'site.language': 'fr' },
      { 'posts.publish_level': 7 },
      { 'footer.links': 'x javascript:alert(1)' },
      { 'announcement.url': 'javascript:alert(1)' },
      { 'site.name': 'a\nb' },
      { 'site.logo': 'x' },
    ]) {
      const { status, body } = await change({ 'site.contact': 'stored?', ...values });
      expect([status, body.code], JSON.stringify(values)).toEqual([400, 'invalid_input']);
    }
    const { body } = await owner.get('/api/admin/site-settings');
    expect(body.items.find((one: { key: string }) => one.key === 'site.contact').value).toBe('');
  });

  test('footer links, record numbers and the announcement are where visitors see them', async () => {
    await change({
      'announcement.text': 'Closed on Monday',
      'announcement.url': '/posts',
      'footer.links': 'About us /about/energy',
      'site.icp_number': '京ICP备12345678号-1',
      'site.police_number': '京公网安备11010502030000号',
    });
    const { text } = await page();
    expect(text).toContain('<a href="/posts">Closed on Monday</a>');
    expect(text).toContain('About us');
    expect(text).toContain('href="https://beian.miit.gov.cn/"');
    expect(text).toContain('code=11010502030000"');
    expect((await page('/tags')).text).not.toContain('Closed on Monday');
    await change({
      'announcement.text': '',
      'footer.links': '',
      'site.icp_number': '',
      'site.police_number': '',
    });
  });

  test('a logo makes every icon, in the header too; removing it brings back the default', async () => {
    const logo = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#336699' },
    })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(logo)]), 'logo.png');
    const multipart = new Response(form);
    const sent = await world.app.inject({
      method: 'POST',
      url: '/api/admin/site-logo',
      headers: {
        'content-type': multipart.headers.get('content-type') ?? '',
        authorization: `Bearer ${owner.tokens.access ?? ''}`,
      },
      payload: Buffer.from(await multipart.arrayBuffer()),
    });
    expect(sent.statusCode, sent.body).toBe(200);
    const { version } = sent.json();
    expect((await page()).text).toContain(`src="/icons/96.png?v=${version}"`);
    for (const [url, side] of [
      ['/icons/192.png', 192],
      ['/icons/maskable-512.png', 512],
      ['/apple-touch-icon.png', 180],
    ] as const) {
      const icon = await world.app.inject(url);
      expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ width: side, height: side });
    }
    expect((await world.app.inject('/favicon.ico')).rawPayload.subarray(0, 4).toString('hex')).toBe(
      '00000100',
    );
    expect(await newestEntry()).toMatchObject({ after: { 'site.logo': true } });
    expect((await owner.delete('/api/admin/site-logo')).status).toBe(204);
    expect((await page()).text).toContain('class="logo-seal"');
  });

  test('closed registration refuses new members, and those who are here log in', async () => {
    await change({ 'registration.mode': 'closed' });
    const refused = await world
      .visitor()
      .post('/api/auth/register', { email: 'late@example.org', password: 'correct horse battery' });
    expect([refused.status, refused.body.code]).toEqual([403, 'registration_closed']);
    await change({ 'registration.mode': 'open' });
  });

  test('D23 the level to publish is the owner’s choice; staff need Lv1 at most', async () => {
    const member = await world.member({ exp: 30, transport: 'bearer' });
    const post = { title: 'A title', body: '<p>A text.</p>' };
    await change({ 'posts.publish_level': 6 });
    const refused = await member.post('/api/studio/posts', post);
    expect([refused.body.code, refused.body.required_level]).toEqual(['level_too_low', 6]);
    expect((await owner.post('/api/studio/posts', post)).status).toBe(201);
    await change({ 'posts.publish_level': 0 });
    const fresh = await world.member({ transport: 'bearer' });
    expect((await fresh.post('/api/studio/posts', post)).status).toBe(201);
    await change({ 'posts.publish_level': 1 });
  });

  test('the page has every group and its forms work without scripts', async () => {
    const form = await owner.get('/admin/site-settings', { headers: { accept: 'text/html' } });
    expect(form.status).toBe(200);
    for (const id of ['identity', 'language', 'people', 'home', 'security'])
      expect(form.text).toContain(`id="${id}"`);
    expect(form.text).toContain('action="/admin/site-settings/update"');
  });
});
