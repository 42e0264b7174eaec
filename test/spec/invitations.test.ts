import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { startSmtp } from '../support/smtp.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const smtp = await startSmtp();
const world = await createWorld(smtp.settings);
const owner = await world.member({ role: 'owner', exp: 30, transport: 'bearer' });
const admin = await world.member({ role: 'admin', exp: 30, transport: 'bearer' });

// Before registration needs an invitation.
const members = await Promise.all(
  Array.from({ length: 4 }, () => world.member({ exp: 300, transport: 'bearer' })),
);
const maker = await world.member({ role: 'admin', exp: 30, transport: 'bearer' });
const nextMember = () => members.pop() as Client;

let people = 0;
const change = (values: Record<string, unknown>) => owner.put('/api/admin/site-settings', values);
const create = (input: object = {}, who: Client = admin) =>
  who.post('/api/settings/invitations', input);
const newEmail = () => `invited-${people++}@example.org`;
const register = (invitation?: string, more: object = {}) =>
  world.visitor().post('/api/auth/register', {
    email: newEmail(),
    password: PASSWORD,
    ...(invitation === undefined ? {} : { invitation }),
    ...more,
  });
const find = async (id: number, who: Client = admin) => {
  const { body } = await who.get('/api/settings/invitations?limit=100');
  return body.items.find((one: { id: number }) => one.id === id);
};
const page = { headers: { accept: 'text/html', 'accept-language': 'en' } };

await change({ 'registration.mode': 'invitation' });

describe('0059 registration by invitation', () => {
  test('without an invitation nobody joins, and with one they do, and both sides are known', async () => {
    const refused = await register();
    expect([refused.status, refused.body.code]).toEqual([403, 'invitation_required']);
    const made = await create({ uses_max: 2, note: ' class 3B ' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ state: 'open', uses: 0, uses_max: 2, note: 'class 3B' });
    expect(made.body.link).toMatch(/^https?:\/\/[^/]+\/invite\/[0-9A-Za-z]{24}$/);
    expect(made.headers['cache-control']).toBe('no-store');
    const joined = await register(made.body.link);
    expect(joined.status).toBe(201);
    const listed = await find(made.body.id);
    expect(listed).toMatchObject({ uses: 1, state: 'open' });
    expect(listed.joined.map((one: { member: { uid: number } }) => one.member.uid)).toEqual([
      joined.body.user.uid,
    ]);
    expect(listed).not.toHaveProperty('link');
    const { body } = await admin.get(`/api/admin/users?q=${joined.body.user.uid}`);
    expect(body.items[0].invited_by.uid).toBe(admin.uid);
    const shown = await admin.get(`/admin/users?q=${joined.body.user.uid}`, page);
    expect(shown.text).toContain(`Invited by <a href="/admin/users?q=${admin.uid}">`);
  });

  test('the token at the end of the link is enough, and no column has it', async () => {
    const { body } = await create();
    const token = body.link.split('/').at(-1);
    const rows = await world.sql('select * from invitation where id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await register(` ${token} `)).status).toBe(201);
  });

  test('two registrations with the last use make exactly one member', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await create();
      const both = await Promise.all([register(body.link), register(body.link)]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
      expect(both.find(({ status }) => status === 403)?.body.code).toBe('invitation_used_up');
      expect(await find(body.id)).toMatchObject({ uses: 1, state: 'used_up' });
    }
  });

  test('twenty registrations through a link for seven make seven members', async () => {
    const { body } = await create({ uses_max: 7 });
    const all = await Promise.all(Array.from({ length: 20 }, () => register(body.link)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(7);
    const listed = await find(body.id);
    expect([listed.uses, listed.joined.length]).toEqual([7, 7]);
  });

  test('a refused registration uses nothing', async () => {
    const { body } = await create();
    const taken = await register(body.link, { email: admin.email });
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
    const common = await register(body.link, { password: 'password' });
    expect(common.body.code).toBe('password_too_common');
    expect((await register(body.link, { password: 'short' })).status).toBe(400);
    expect(await find(body.id)).toMatchObject({ uses: 0, state: 'open' });
    expect((await register(body.link)).status).toBe(201);
  });

  test('a wrong, expired or withdrawn invitation is refused with its reason', async () => {
    for (const wrong of ['x'.repeat(24), 'https://example.org/elsewhere'])
      expect((await register(wrong)).body.code).toBe('invitation_unknown');
    expect((await register('  ')).body.code).toBe('invitation_required');

    const withdrawn = await create();
    expect((await admin.delete(`/api/settings/invitations/${withdrawn.body.id}`)).status).toBe(204);
    expect((await register(withdrawn.body.link)).body.code).toBe('invitation_revoked');
    expect(await find(withdrawn.body.id)).toMatchObject({ state: 'revoked' });

    const short = await create({ days: 1 });
    await world.sql(
      `update invitation set expires_at = now() - interval '1 second' where id = $1`,
      [short.body.id],
    );
    expect((await register(short.body.link)).body.code).toBe('invitation_expired');
  });

  test('an invitation is valid for 14 days unless its maker chooses otherwise', async () => {
    const { body } = await create();
    const days = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000;
    expect(days).toBe(14);
    for (const input of [{ days: 0 }, { days: 366 }, { uses_max: 0 }, { uses_max: 101 }])
      expect((await create(input)).status, JSON.stringify(input)).toBe(400);
    expect((await create({ uses_max: 100, days: 365 })).status).toBe(201);
  });

  test('members invite from the level that the owner chose, and only as long as it is so', async () => {
    const member = nextMember();
    expect((await create({}, member)).body.code).toBe('role_required');
    await change({ 'registration.inviters': '3' });
    expect((await create({}, member)).body).toMatchObject({
      code: 'level_too_low',
      required_level: 3,
    });
    await change({ 'registration.inviters': '2' });
    const { status, body } = await create({}, member);
    expect(status).toBe(201);
    await change({ 'registration.inviters': 'staff' });
    expect((await register(body.link)).body.code).toBe('invitation_revoked');
    expect(await find(body.id, member)).toMatchObject({ state: 'suspended' });
    await change({ 'registration.inviters': '2' });
    expect((await register(body.link)).status).toBe(201);
    await change({ 'registration.inviters': 'staff' });
  });

  test('nobody joins by the invitation of a banned member', async () => {
    await change({ 'registration.inviters': '1' });
    const member = nextMember();
    const { body } = await create({}, member);
    const reason = 'spam';
    await admin.put(`/api/admin/users/${member.uid}/status`, { status: 'banned', reason });
    expect((await register(body.link)).body.code).toBe('invitation_revoked');
    await change({ 'registration.inviters': 'staff' });
  });

  test('a member sees and withdraws their own only; the staff all, which the staff log has', async () => {
    await change({ 'registration.inviters': '1' });
    const [one, other] = [nextMember(), nextMember()];
    const { body } = await create({ note: 'mine' }, one);
    expect((await other.get('/api/settings/invitations')).body.items).toEqual([]);
    expect((await other.delete(`/api/settings/invitations/${body.id}`)).status).toBe(404);
    for (const who of [world.visitor(), other]) {
      expect([401, 403]).toContain((await who.get('/api/admin/invitations')).status);
      const { status } = await who.delete(`/api/admin/invitations/${body.id}`);
      expect([401, 403]).toContain(status);
    }
    const all = await admin.get('/api/admin/invitations');
    expect(all.body.items[0]).toMatchObject({
      id: body.id,
      note: 'mine',
      inviter: { uid: one.uid },
    });
    expect((await admin.delete(`/api/admin/invitations/${body.id}`)).status).toBe(204);
    expect((await admin.delete(`/api/admin/invitations/${body.id}`)).status).toBe(204);
    const log = await admin.get(`/api/admin/staff-log?subject_kind=user&subject_id=${one.uid}`);
    expect(log.body.items).toHaveLength(1);
    expect(log.body.items[0]).toMatchObject({ action: 'invitation.revoke' });
    await change({ 'registration.inviters': 'staff' });
  });

  test('of the links that can be used, one person has a hundred at most', async () => {
    await world.sql(
      `insert into invitation (uid, token_hash, uses_max, created_at, expires_at)
       select $1, sha256(convert_to('link ' || n, 'utf8')), 1, now(), now() + interval '1 day'
         from generate_series(1, 99) n`,
      [maker.uid],
    );
    const both = await Promise.all([create({}, maker), create({}, maker)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('while registration is closed not even an invitation helps, and the pages show it', async () => {
    const { body } = await create();
    await change({ 'registration.mode': 'closed' });
    expect((await register(body.link)).body.code).toBe('registration_closed');
    expect((await create()).body.code).toBe('registration_closed');
    const closed = await world.visitor().get('/register', page);
    expect(closed.text).toContain('This site accepts no registrations at the moment.');
    expect(closed.text).not.toContain('name="password"');
    const logIn = await world.visitor().get('/login', page);
    expect(logIn.text).toContain('This site accepts no registrations at the moment.');
    await change({ 'registration.mode': 'invitation' });
    expect((await register(body.link)).status).toBe(201);
  });

  test('on an open site an invitation is not needed, and still records who invited', async () => {
    await change({ 'registration.mode': 'open' });
    const { body } = await create();
    expect((await register()).status).toBe(201);
    const joined = await register(body.link);
    expect(joined.status).toBe(201);
    expect(await find(body.id)).toMatchObject({ uses: 1 });
    expect((await register(body.link)).status).toBe(201);
    expect((await register('nothing')).status).toBe(201);
    expect(await find(body.id)).toMatchObject({ uses: 1 });
    await change({ 'registration.mode': 'invitation' });
  });

  test('the link leads to the form without leaving the token in the address', async () => {
    const { body } = await create();
    const visitor = world.visitor();
    const opened = await visitor.get(new URL(body.link).pathname, page);
    expect([opened.status, opened.headers['location']]).toEqual([303, '/register']);
    expect(opened.headers['referrer-policy']).toBe('no-referrer');
    const form = await visitor.get('/register', page);
    expect(form.text).toContain('invites you to join');
    expect(form.text).toContain(`name="invitation" value="${body.link.split('/').at(-1)}"`);
    expect((await world.visitor().get('/invite/short', page)).status).toBe(404);
    expect((await world.visitor().get('/login', page)).text).toContain(
      'Members join this site by invitation.',
    );
  });

  test('the form without scripts shows why an invitation cannot be used', async () => {
    const { body } = await create();
    await register(body.link);
    const visitor = world.visitor();
    await visitor.get(new URL(body.link).pathname, page);
    const form = await visitor.get('/register', page);
    expect(form.text).toContain('This invitation is used up.');
    expect(form.text).toContain('id="invitation"');
  });

  test('a mail brings the link to an address, once a day', async () => {
    const to = 'Friend@example.org';
    const made = await create({ send_to: to });
    expect(made.body.sent_to).toBe('friend@example.org');
    const [waiting] = await world.sql(`select data from mail where kind = 'invitation_link'`);
    expect(JSON.stringify(waiting)).not.toContain(made.body.link.split('/').at(-1));
    const mail = await smtp.nextMailTo(world, to);
    expect(mail.text).toContain(made.body.link);
    const again = await create({ send_to: 'friend@example.org' });
    expect([again.status, again.body.code]).toEqual([409, 'invitation_sent']);
    expect((await create({ send_to: 'no address' })).status).toBe(400);
  });

  test('D63 without mail it is refused', async () => {
    const silent = await createWorld();
    const staff = await silent.member({ role: 'admin', exp: 30, transport: 'bearer' });
    const input = { send_to: 'friend@example.org' };
    const { body } = await staff.post('/api/settings/invitations', input);
    expect(body.code).toBe('mail_off');
  });

  test('links that nobody used leave the list 90 days after their end; addresses are forgotten', async () => {
    const unused = await create();
    const used = await create({ uses_max: 2, send_to: 'later@example.org' });
    await register(used.body.link);
    await world.sql(
      `update invitation set expires_at = now() - interval '91 days' where id = any($1)`,
      [[unused.body.id, used.body.id]],
    );
    await JOBS.tasks['accounts_sweep']?.(world.ctx, {});
    expect(await find(unused.body.id)).toBeUndefined();
    expect(await find(used.body.id)).toMatchObject({ uses: 1, sent_to: null });
  });
});
