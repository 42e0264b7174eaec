import { describe, expect, test } from 'vitest';
import { type Client, cookieHeader } from '../../../test/support/client.ts';
import { createWorld, PASSWORD, type World } from '../../../test/support/world.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { createSetupToken } from '../actions/set-up-owner.ts';

const EMAIL = 'owner@example.org';

describe('the set-up form', async () => {
  const world = await createWorld();

  test('D17 is open while there is no owner, and works without scripts', async () => {
    const page = await openSetup(world.visitor());
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form class="form" method="post" action="/setup">');
    for (const name of ['token', 'email', 'password', 'audit_enabled']) {
      expect(page.text).toContain(
        `<label class="${name === 'audit_enabled' ? 'check' : 'field'}-label" for="${name}">`,
      );
    }
  });

  test('D17 a wrong token is refused (setup_token_invalid) at its field, and the typed values stay, except the password', async () => {
    const page = await fillIn(world, { token: 'wrong "token"', audit_enabled: 'on' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('role="alert"');
    expect(page.text).toContain('<a href="#token">The set-up token is wrong.');
    expect(page.text).toMatch(
      /id="token"[^>]*aria-describedby="token-hint token-error"[^>]*aria-invalid/,
    );
    expect(page.text).toContain('value="wrong &quot;token&quot;"');
    expect(page.text).toContain(`value="${EMAIL}"`);
    expect(page.text).toMatch(/id="audit_enabled"[^>]* checked/);
    expect(page.text).not.toContain(PASSWORD);
  });

  test('D6 without a CSRF token it is refused, and the page comes back with a fresh one', async () => {
    const owner = world.visitor();
    await openSetup(owner);
    const refused = await sendForm(owner, filled(world));
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('did not pass a safety check');

    const csrf_token = tokenIn(refused.text);
    const again = await sendForm(owner, { ...filled(world), csrf_token, password: 'short' });
    expect(again.status).toBe(400);
  });

  test('D6 sent from another site it is refused', async () => {
    const owner = world.visitor();
    const csrf_token = tokenIn((await openSetup(owner)).text);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await sendForm(owner, { ...filled(world), csrf_token }, headers)).status).toBe(403);
  });

  test('D10 a common password is refused kindly', async () => {
    const page = await fillIn(world, { password: 'Password123' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('<a href="#password">This password is too common.');
  });

  test.each(['short', 'x'.repeat(129)])(
    'D10 a password of the wrong length is explained: %s',
    async (password) => {
      const page = await fillIn(world, { password });
      expect(page.status).toBe(400);
      expect(page.text).toContain(
        '<a href="#password">The password needs 8 to 128 characters.</a>',
      );
      expect(page.text).not.toContain(`value="${password}"`);
    },
  );

  test('all mistakes are shown at once', async () => {
    const page = await fillIn(world, { email: 'me@here', password: 'short' });
    expect(page.text).toContain('<a href="#email">');
    expect(page.text).toContain('<a href="#password">');
  });

  test('a form no browser would send gets the page back, not a bare error', async () => {
    const twice = new URLSearchParams(filled(world));
    twice.append('email', 'second@example.org');
    const page = await fillIn(world, {}, twice);
    expect(page.status).toBe(400);
    expect(page.text).toContain('The request is not valid.');
    expect((await fillIn(world, { role: 'owner' })).status).toBe(400);
  });

  test('an address already in use is refused at its field', async () => {
    await world.member({ email: 'taken@example.org' });
    const page = await fillIn(world, { email: 'Taken@example.org' });
    expect(page.status).toBe(409);
    expect(page.text).toContain('<a href="#email">This e-mail address is taken.</a>');
  });

  test('D17 none of these tries made an owner', async () => {
    expect(await owners(world)).toEqual([]);
  });
});

describe('the finished set-up', () => {
  test('D17 D49 creates the owner, who can log in, and leaves the review of posts off', async () => {
    const world = await createWorld();
    const page = await fillIn(world, { email: ` ${EMAIL} ` });
    expect([page.status, page.headers['location']]).toEqual([303, '/admin/site-settings']);
    expect(await owners(world)).toEqual([EMAIL]);
    expect(await getSiteSetting(world.ctx.db, 'audit.enabled')).toBe(false);
    const response = await world.visitor().logIn(EMAIL, PASSWORD);
    expect(response.body.user.role).toBe('owner');
  });

  test('D49 stores the choice to review posts', async () => {
    const world = await createWorld();
    await fillIn(world, { audit_enabled: 'on' });
    expect(await getSiteSetting(world.ctx.db, 'audit.enabled')).toBe(true);
  });

  test('0053 stores the first texts of the site, logs the owner in, and starts them at Lv1, all in the staff log', async () => {
    const world = await createWorld();
    const owner = world.visitor();
    const csrf_token = tokenIn((await openSetup(owner)).text);
    const typed = { site_name: ' 海边书店 ', site_description: 'By the sea', site_language: 'en' };
    await sendForm(owner, { ...filled(world), csrf_token, ...typed });
    const page = await owner.get('/admin/site-settings', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('海边书店');
    const log = await world.sql(
      'select action, reason, before, after from staff_action order by id',
    );
    expect(log).toMatchObject([
      { action: 'setting.change', after: { 'site.name': '海边书店', 'site.language': 'en' } },
      { action: 'user.first_level', before: { level: 0 }, after: { level: 1 } },
    ]);
    expect(log[1]?.['reason']).not.toBe('');
    const gained = await world.sql("select delta from exp_entry where reason = 'opening'");
    expect(gained).toEqual([{ delta: 1 }]);
  });

  test('0053 a name that is too long is refused at its field', async () => {
    const world = await createWorld();
    const page = await fillIn(world, { site_name: 'x'.repeat(41) });
    expect(page.status).toBe(400);
    expect(page.text).toContain('<a href="#site_name">');
    expect(await owners(world)).toEqual([]);
  });

  test('D17 closes the page: afterwards it is not found, whatever is sent', async () => {
    const world = await createWorld();
    const late = world.visitor();
    const csrf_token = tokenIn((await openSetup(late)).text);
    await fillIn(world);

    expect((await openSetup(late)).status).toBe(404);
    expect((await sendForm(late, { ...filled(world), csrf_token })).status).toBe(404);
    expect((await sendForm(late, { ...filled(world), csrf_token, token: 'x' })).status).toBe(404);
    expect((await sendForm(late, filled(world))).status).toBe(404);
    expect(await owners(world)).toEqual([EMAIL]);
  });

  test('D17 two people finishing at once make exactly one owner', async () => {
    const world = await createWorld();
    const people = await Promise.all(
      ['one@example.org', 'two@example.org'].map(async (email) => {
        const visitor = world.visitor();
        const csrf_token = tokenIn((await openSetup(visitor)).text);
        return { visitor, fields: { ...filled(world), email, csrf_token } };
      }),
    );
    const pages = await Promise.all(people.map((one) => sendForm(one.visitor, one.fields)));
    expect(pages.map((page) => page.status).sort()).toEqual([303, 404]);
    expect(await owners(world)).toHaveLength(1);
  });

  test('D8 a set-up sent twice with one idempotency key gets two responses and is done once', async () => {
    const world = await createWorld();
    const visitor = world.visitor();
    const fields = { ...filled(world), csrf_token: tokenIn((await openSetup(visitor)).text) };
    // A retry sends the cookies of the first try: its response was lost.
    const key = { 'idempotency-key': 'k', cookie: cookieHeader(visitor.cookies) };
    const first = await sendForm(visitor, fields, key);
    const second = await sendForm(visitor, fields, key);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.text).toBe(first.text);
    expect(await owners(world)).toHaveLength(1);
  });
});

function filled(world: World): Record<string, string> {
  return { token: createSetupToken(world.ctx), email: EMAIL, password: PASSWORD };
}

/** Opens the page and sends its form, as a browser would. */
async function fillIn(world: World, changes: Record<string, string> = {}, whole?: URLSearchParams) {
  const visitor = world.visitor();
  const csrf_token = tokenIn((await openSetup(visitor)).text);
  if (!whole) return sendForm(visitor, { ...filled(world), csrf_token, ...changes });
  whole.set('csrf_token', csrf_token);
  return sendForm(visitor, whole);
}

function openSetup(visitor: Client) {
  return visitor.get('/setup', { headers: { accept: 'text/html', 'accept-language': 'en' } });
}

function sendForm(
  visitor: Client,
  fields: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
) {
  return visitor.raw({
    method: 'POST',
    url: '/setup',
    headers: {
      cookie: cookieHeader(visitor.cookies),
      accept: 'text/html',
      'accept-language': 'en',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

function tokenIn(page: string): string {
  return /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

async function owners(world: World) {
  const rows = await world.sql("select email from users where role = 'owner'");
  return rows.map((row) => row['email']);
}
