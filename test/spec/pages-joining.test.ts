import { describe, expect, test } from 'vitest';
import { type Client, cookieHeader } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off', LIMIT_LOGIN_IP: 'off' });

describe('§5.6 /login and /register', () => {
  test.each(['/login', '/register'])('%s is a complete form without scripts', async (url) => {
    const page = await open(world.visitor(), `${url}?next=/posts?sort=hot`);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/autocomplete="username( webauthn)?"[^>]*type="email"/);
    expect(page.text).toContain(url === '/login' ? 'current-password' : 'new-password');
    expect(page.text).toContain('name="next" value="/posts?sort=hot"');
    expect(page.text).not.toContain('autofocus');
  });

  test('D7 a logged-in member is redirected to the page they came for', async () => {
    const member = await world.member();
    const response = await open(member, '/login?next=/messages');
    expect([response.status, response.headers['location']]).toEqual([303, '/messages']);
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])(
    'A19 next never leads to another site: %j',
    async (next) => {
      const visitor = world.visitor();
      const page = await open(visitor, `/login?next=${encodeURIComponent(next)}`);
      expect(page.text).toContain('name="next" value="/"');
      const member = await world.member();
      const response = await open(member, `/login?next=${encodeURIComponent(next)}`);
      expect(response.headers['location']).toBe('/');
    },
  );

  test('§4 logging in by the form opens a session and redirects', async () => {
    const { email } = await world.member();
    const visitor = world.visitor();
    await open(visitor, '/login?next=/messages');
    const done = await sendForm(visitor, '/auth/login', {
      email,
      password: PASSWORD,
      next: '/messages',
    });
    expect([done.status, done.headers['location']]).toEqual([303, '/messages']);
    expect((await visitor.get('/api/settings/sessions')).status).toBe(200);
  });

  test('§4 registering by the form opens a session and redirects', async () => {
    const visitor = world.visitor();
    await open(visitor, '/register');
    const done = await sendForm(visitor, '/auth/register', {
      email: 'by-form@example.org',
      password: PASSWORD,
      next: '/posts',
    });
    expect([done.status, done.headers['location']]).toEqual([303, '/posts']);
    expect((await visitor.get('/api/settings/sessions')).status).toBe(200);
  });
});

describe('a refused form', () => {
  test('§5.4 a wrong password and an unknown address give the same message; the address stays in the form, the password does not', async () => {
    const { email } = await world.member();
    const password = 'not the password';
    const pages = await Promise.all(
      [email, 'absent@example.org'].map(async (address) => {
        const visitor = world.visitor();
        await open(visitor, '/login');
        return sendForm(visitor, '/auth/login', { email: address, password, next: '/posts' });
      }),
    );
    for (const page of pages) {
      expect(page.status).toBe(401);
      expect(page.text).toContain('邮箱或密码不正确。');
      expect(page.text).toContain('role="alert"');
      expect(page.text).toContain('name="next" value="/posts"');
      expect(page.text).not.toContain(password);
    }
    expect(pages[0]?.text).toContain(`value="${email}"`);
  });

  test.each([
    ['email', { email: 'me@here', password: PASSWORD }, 400, '请填写完整的邮箱地址'],
    ['password', { email: 'a@example.org', password: 'short' }, 400, '密码需要 8 到 128 个字符。'],
    ['password', { email: 'b@example.org', password: 'password1' }, 422, '该密码过于常见'],
  ])('D10 errors are shown at the field, in the reader’s language: %s', async (...one) => {
    const [field, fields, status, sentence] = one;
    const visitor = world.visitor();
    await open(visitor, '/register');
    const page = await sendForm(visitor, '/auth/register', fields);
    expect(page.status).toBe(status);
    expect(page.text).toContain(`<a href="#${field}">${sentence}`);
    expect(page.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid`));
  });

  test('D10 a taken address links to the log-in', async () => {
    const { email } = await world.member();
    const visitor = world.visitor();
    await open(visitor, '/register');
    const page = await sendForm(visitor, '/auth/register', { email, password: PASSWORD });
    expect(page.status).toBe(409);
    expect(page.text).toContain('这个邮箱已有账号，请直接登录。');
  });

  test('D6 a form without its token is refused, and comes back with a valid one', async () => {
    const { email } = await world.member();
    const visitor = world.visitor();
    await open(visitor, '/login');
    const fields = { email, password: PASSWORD, next: '/posts' };
    const refused = await sendForm(visitor, '/auth/login', { ...fields, csrf_token: 'x.y' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(`value="${email}"`);
    const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(refused.text)?.[1] ?? '';
    const again = await sendForm(visitor, '/auth/login', { ...fields, csrf_token });
    expect([again.status, again.headers['location']]).toEqual([303, '/posts']);
  });

  test('D13 a limited visitor sees how long to wait', async () => {
    const { email } = await world.member();
    const visitor = world.visitor();
    await open(visitor, '/login');
    let page = await sendForm(visitor, '/auth/login', { email, password: 'wrong' });
    for (let tries = 0; page.status === 401 && tries < 10; tries++)
      page = await sendForm(visitor, '/auth/login', { email, password: 'wrong' });
    expect(page.status).toBe(429);
    const seconds = page.headers['retry-after'];
    expect(page.text).toContain(`data-retry-after="${seconds}"`);
    expect(page.text).toContain(`${seconds} 秒后再试`);
  });
});

describe('D15 restoring', () => {
  test('the right password of a deleted account shows a question; only confirming it restores', async () => {
    const member = await world.member();
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    const visitor = world.visitor();
    await open(visitor, '/login');
    const fields = { email: member.email, password: PASSWORD, next: '/messages' };
    const question = await sendForm(visitor, '/auth/login', fields);
    expect(question.status).toBe(409);
    expect(question.text).toContain('要恢复账号吗？');
    expect(question.text).toMatch(/账号将于 .*日永久删除。/);
    const [row] = await world.sql('select deleted_at from users where uid = $1', [member.uid]);
    expect(row?.['deleted_at']).not.toBeNull();

    const restore_token = /name="restore_token" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
    const confirmation = { restore_token, next: '/messages' };
    const done = await sendForm(visitor, '/auth/confirm-restore', confirmation);
    expect([done.status, done.headers['location']]).toEqual([303, '/messages']);

    const again = await sendForm(world.visitor(), '/auth/confirm-restore', confirmation);
    expect(again.status).toBe(401);
    expect(again.text).toContain('恢复凭证已失效');
    expect(again.text).toContain('action="/auth/login"');
  });

  test('/restore alone explains how', async () => {
    const page = await open(world.visitor(), '/restore');
    expect(page.text).toContain('30 天内');
  });
});

test('password managers find the page for changing a password', async () => {
  const response = await world.visitor().get('/.well-known/change-password');
  expect([response.status, response.headers['location']]).toEqual([302, '/settings?tab=security']);
});

function open(client: Client, url: string) {
  return client.get(url, { headers: { accept: 'text/html' } });
}

/** Sends the form like a browser without scripts, with the CSRF token of the opened page. */
async function sendForm(client: Client, url: string, fields: Record<string, string>) {
  if (!client.cookies.has('csrf')) await client.get('/api/auth/csrf');
  return client.raw({
    method: 'POST',
    url,
    headers: {
      cookie: cookieHeader(client.cookies),
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: new URLSearchParams({
      csrf_token: client.cookies.get('csrf') ?? '',
      ...fields,
    }).toString(),
  });
}
