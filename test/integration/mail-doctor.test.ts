import { expect, test } from 'vitest';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { startSmtp } from '../support/smtp.ts';
import { createWorld } from '../support/world.ts';

const auth = { user: 'lamplight', pass: 'a secret of the relay' };
const smtp = await startSmtp({ auth });
const world = await createWorld();
const site = { ...settingsOf(world.ctx.config), ...smtp.settings };

async function examine(options = '', env: Record<string, string> = {}) {
  const { stdout } = await operatorOf({ ...site, ...env })(`doctor --offline --json ${options}`);
  const { checks } = JSON.parse(stdout) as {
    checks: { name: string; state: string; found: string }[];
  };
  const found = checks.filter(({ name }) => name.endsWith('mail'));
  return { stdout, found: found.map((one) => [one.name, one.state, one.found]) };
}

test('the doctor logs in at the SMTP server, and sends a test mail only on request', async () => {
  const { found } = await examine();
  expect(found).toEqual([['mail', 'good', expect.stringContaining('accepts the log-in')]]);
  expect(smtp.mails).toEqual([]);
  const sent = await examine('--mail operator@example.org');
  expect(sent.found[1]).toEqual(['test mail', 'good', expect.stringContaining('accepted one for')]);
  expect(smtp.mailsTo('operator@example.org')[0]?.subject).toBe(
    'Test mail: Lamplight can send mail',
  );
});

test('the doctor reports a wrong password, a closed port and a wrong address, and prints no secret', async () => {
  const wrong = await examine('--mail a@example.org,b@example.org', {
    SMTP_URL: smtp.url.replace(/:[^:@]*@/, ':not-the-password@'),
  });
  expect(wrong.found).toEqual([
    ['mail', 'wrong', expect.stringContaining('535')],
    ['test mail', 'wrong', 'a@example.org,b@example.org is not an address'],
  ]);
  expect(wrong.stdout).not.toContain('not-the-password');
  const closed = await examine('', { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(closed.found).toEqual([['mail', 'wrong', expect.stringContaining('ECONNREFUSED')]]);
  expect(smtp.mailsTo('a@example.org')).toEqual([]);
});

test('D63 without SMTP settings the log-in page shows the contact that the owner wrote, escaped', async () => {
  const owner = await world.member({ role: 'owner' });
  const page = async () => (await world.visitor().get('/login')).text;
  expect(await page()).toContain('请联系本站的运营者重设。');
  const set = (contact: string) =>
    owner.put('/api/admin/site-settings', { 'site.contact': contact });
  expect((await set('help@lamplight.example')).status).toBe(200);
  expect(await page()).toContain('<a href="mailto:help@lamplight.example">');
  await set('https://lamplight.example/help');
  expect(await page()).toContain('<a href="https://lamplight.example/help">');
  await set('群 <b>12345</b>');
  expect(await page()).toContain('群 &lt;b>12345&lt;/b>');
  expect((await set('javascript:alert(1)')).status).toBe(200);
  expect(await page()).not.toContain('href="javascript:');
  expect((await set('a\nb')).status).toBe(400);
  expect(
    (await (await world.member()).put('/api/admin/site-settings', { 'site.contact': 'x' })).status,
  ).toBe(403);
  expect((await owner.get('/admin/site-settings')).text).toContain('value="javascript:alert(1)"');
  await set('');
  expect(await page()).toContain('请联系本站的运营者重设。');
  expect((await owner.get('/admin/audit-log')).text).toContain('联系方式');
});
