import { describe, expect, test } from 'vitest';
import { resetFactorsByCommand } from '../../src/accounts/actions/reset-factors.ts';
import { addPasskey } from '../support/authenticator.ts';
import { eventsOf, mailedChanges, turnOnTotp } from '../support/factors.ts';
import { BASE_URL, createWorld, PASSWORD } from '../support/world.ts';

const SWITCH = '/api/admin/site-settings/staff.second_factor_required';
const { origin, hostname: rpId } = new URL(BASE_URL);
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_PASSWORD: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@example.org',
});
const owner = await world.member({ role: 'owner' });
const admin = await world.member({ role: 'admin' });
const author = await world.member({ exp: 1 });
const text = { title: '一', body: '<p>二</p>' };
const post = (await author.post('/api/studio/posts', text)).body.id;
await world.sql(`update post set status = 'locked', locked_from = 'public' where id = $1`, [post]);

describe('D64 the staff can be required to have a second factor', () => {
  test('D64 only an owner who has one switches it on, and it is in the staff log', async () => {
    const early = await owner.put(SWITCH, { value: true });
    expect([early.status, early.body.code]).toEqual([403, 'second_factor_needed']);
    expect((await admin.put(SWITCH, { value: true })).body.code).toBe('role_required');
    await turnOnTotp(world, owner);
    expect((await owner.put(SWITCH, { value: true })).body.value).toBe(true);
    const log = await owner.get('/api/admin/staff-log');
    expect(log.body.items[0]).toMatchObject({
      action: 'setting.change',
      after: { 'staff.second_factor_required': true },
    });
  });

  test('D64, ASVS 6.3.3 an admin without one is only a member, until they have one', async () => {
    const refused = await admin.get('/api/admin/staff-log');
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_needed']);
    // Nowhere else either: what only staff may see is hidden too.
    expect((await admin.get(`/api/posts/${post}`)).status).toBe(404);
    expect((await owner.get(`/api/posts/${post}`)).status).toBe(200);
    const page = await admin.get('/admin', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['location']]).toEqual([303, '/settings?tab=security']);
    expect((await admin.get('/settings?tab=security')).text).toContain('本站要求管理人员');

    await turnOnTotp(world, admin);
    expect((await admin.get('/api/admin/staff-log')).status).toBe(200);
    const open = await admin.get('/admin', { headers: { accept: 'text/html' } });
    expect(open.headers['location']).not.toBe('/settings?tab=security');
    expect((await admin.get('/settings?tab=security')).text).not.toContain('本站要求管理人员');
  });

  test('D64 the staff keep their last one; a second one can replace it', async () => {
    const refused = await admin.delete('/api/settings/totp');
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_needed']);
    const { id } = await addPasskey(admin, { origin, rpId });
    expect((await admin.put('/api/settings/passkey-step', { enabled: true })).status).toBe(200);
    expect((await admin.delete('/api/settings/totp')).status).toBe(204);
    const last = await admin.delete(`/api/settings/passkeys/${id}`);
    expect(last.body.code).toBe('second_factor_needed');
  });

  test('D64 members and visitors are not concerned', async () => {
    expect((await author.get('/api/admin/staff-log')).body.code).toBe('role_required');
    expect((await world.visitor().get('/api/admin/staff-log')).status).toBe(401);
    expect((await author.get('/settings?tab=security')).text).not.toContain('本站要求管理人员');
  });
});

describe('D64 the operator’s reset', () => {
  test('D64, ASVS 6.5.6 removes every factor, ends every session, and is recorded and mailed', async () => {
    const member = await world.member();
    await turnOnTotp(world, member);
    await addPasskey(member, { origin, rpId });
    await resetFactorsByCommand(world.ctx, member.uid, 'lost phone');
    expect((await member.get('/api/settings/factors')).status).toBe(401);
    expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(200);
    expect((await eventsOf(world, member.uid)).at(-1)).toBe('factors_reset');
    expect((await mailedChanges(world, member.uid)).at(-1)).toBe('factors_reset');
    const [entry] = await world.sql(
      `select reason, before from staff_action where subject_id = $1 order by id desc limit 1`,
      [member.uid],
    );
    expect(entry).toEqual({ reason: 'lost phone', before: { passkeys: 1, totp: true } });
  });

  test('D64 it takes nobody’s last way in', async () => {
    const member = await world.member();
    await addPasskey(member, { origin, rpId });
    await member.delete('/api/settings/password');
    await expect(resetFactorsByCommand(world.ctx, member.uid, 'lost')).rejects.toMatchObject({
      code: 'last_factor',
    });
  });
});
