import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SITE_WORDS } from '../../src/accounts/common-passwords.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('ASVS 6.1.2 the operations guide lists the words of this site that make no password', () => {
  expect(read('docs/operations.md')).toContain(`(${SITE_WORDS.join(', ')})`);
});

test('ASVS 6.2.11 a password of such words, digits and signs is refused, when registering and when changing it', async () => {
  const member = await world.member();
  const register = (password: string) =>
    world.visitor().post('/api/auth/register', { email: `${Math.random()}@example.org`, password });
  const change = (new_password: string) =>
    member.put('/api/settings/password', { current_password: PASSWORD, new_password });
  for (const guess of [
    'Lamplight',
    'lamplight2026',
    'LampLight-18!',
    '灯火2026-11',
    'adminadmin!',
  ]) {
    expect([guess, (await register(guess)).body.code]).toEqual([guess, 'password_too_common']);
    expect([guess, (await change(guess)).body.code]).toEqual([guess, 'password_too_common']);
  }
  for (const fine of ['lamplight over the river', '灯火阑珊处那人却', 'lamplight 492 118 305'])
    expect([fine, (await register(fine)).status]).toEqual([fine, 201]);
});

test('ASVS 6.2.10 a password stays valid for years', async () => {
  const own = await createWorld();
  const { email } = await own.member();
  own.wait(3 * 365 * 24 * 3600);
  const later = own.visitor();
  expect((await later.logIn(email, PASSWORD)).status).toBe(200);
  expect((await later.get('/api/settings/sessions')).status).toBe(200);
});

test('ASVS 6.2.6, 6.2.7 every field for a password is masked, names its purpose to password managers and allows pasting', async () => {
  const member = await world.member();
  const fields: string[] = [];
  for (const [client, url] of [
    [world.visitor(), '/'],
    [world.visitor(), '/login'],
    [world.visitor(), '/register'],
    [member, '/settings?tab=security'],
    [(await createWorld()).visitor(), '/setup'],
  ] as const) {
    const { text } = await client.get(url, { headers: { accept: 'text/html' } });
    const found = text.match(/<input[^>]*\bname="[^"]*password[^"]*"[^>]*>/g) ?? [];
    if (url !== '/') expect([url, found.length > 0]).toEqual([url, true]);
    fields.push(...found);
  }
  for (const field of fields) {
    expect(field).toContain('type="password"');
    expect(field).toMatch(/autocomplete="(current|new)-password"/);
    expect(field).not.toMatch(/\bon\w+=|readonly/);
  }
  const scripts = globSync('src/{accounts,ui}/client/**/*.ts');
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((path) => /['"]paste['"]/.test(read(path)))).toEqual([]);
});

test('ASVS 6.4.2 no operation takes or returns a hint or a secret question', async () => {
  const { body: document } = await world.visitor().get('/openapi.json');
  const operations = Object.entries(document.paths).filter(([path]) =>
    /^\/api\/(auth|settings)\//.test(path),
  );
  expect(operations.length).toBeGreaterThan(10);
  const text = JSON.stringify([operations, document.components.schemas]);
  const names = [...text.matchAll(/"([a-z_]+)":\{"/g)].map(([, name = '']) => name);
  expect(names).toContain('new_password');
  expect(names.filter((name) => /hint|question|birth|maiden/.test(name))).toEqual([]);
});
