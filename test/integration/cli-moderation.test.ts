import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { turnOnTotp } from '../support/factors.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const lamplight = operatorOf(settingsOf(world.ctx.config));
const owner = await world.member({ role: 'owner' });

const logOf = (uid: number) =>
  world.sql(
    'select actor_uid, action, reason, before, after from staff_action where subject_id = $1 order by id',
    [uid],
  );
const kindsOf = async (uid: number) =>
  (await world.sql('select kind from notification where uid = $1 order by id', [uid])).map(
    ({ kind }) => kind,
  );
const sessions = async (client: { get(path: string): Promise<{ status: number }> }) =>
  (await client.get('/api/settings/sessions')).status;

test('D16, D47 user ban ends the sessions, notifies, and is in the staff log as the command line; user unban lifts it', async () => {
  const member = await world.member({ email: 'loud@example.org' });
  const who = `user ${member.uid} (loud@example.org)`;
  const banned = await lamplight('user ban loud@example.org --reason Flooding');
  expect(banned).toEqual({
    code: 0,
    stdout: `${who} is banned and signed out everywhere\n`,
    stderr: '',
  });
  expect(await sessions(member)).toBe(401);
  const timed = await lamplight(`user ban ${member.uid} --days 0 --reason Flooding`);
  expect(timed.code).not.toBe(0);
  const again = await lamplight(`user ban ${member.uid} --reason Flooding`);
  expect(again).toMatchObject({ code: 0, stdout: `${who} is banned already\n` });
  const lifted = await lamplight(`user unban ${member.uid} --reason Mistake`);
  expect(lifted).toMatchObject({ code: 0, stdout: `${who} is no longer banned\n` });

  expect(await kindsOf(member.uid)).toEqual(['account_banned', 'account_unbanned']);
  const [active, out] = [{ status: 'active' }, { status: 'banned' }];
  expect(await logOf(member.uid)).toEqual([
    { actor_uid: null, action: 'user.ban', reason: 'Flooding', before: active, after: out },
    { actor_uid: null, action: 'user.unban', reason: 'Mistake', before: out, after: active },
  ]);

  const log = await owner.get(`/api/admin/staff-log?subject_kind=user&subject_id=${member.uid}`);
  expect(log.body.items).toMatchObject([
    { actor: null, action: 'user.unban' },
    { actor: null, action: 'user.ban' },
  ]);
  const page = await owner.get('/admin/audit-log', { headers: { accept: 'text/html' } });
  expect(page.text).toContain('命令行');
});

test('D17 the owner can be neither banned nor deleted, an admin can; a reason is required', async () => {
  const admin = await world.member({ role: 'admin' });
  const [ban, remove, reasonless, empty, ofAdmin, unknown] = await Promise.all([
    lamplight(`user ban ${owner.uid} --reason x`),
    lamplight(`user delete ${owner.uid} --yes`),
    lamplight(`user ban ${admin.uid}`),
    lamplight(`user ban ${admin.uid} --reason=`),
    lamplight(`user ban ${admin.uid} --reason x`),
    lamplight('user ban nobody@example.org --reason x'),
  ]);
  expect([ban, remove, reasonless, empty, ofAdmin, unknown].map(({ code }) => code)).toEqual([
    1, 1, 2, 2, 0, 1,
  ]);
  expect(ban.stderr).toContain('cannot be banned');
  expect(remove.stderr).toContain('who cannot be deleted');
  expect(await sessions(owner)).toBe(200);
  expect(await sessions(admin)).toBe(401);
});

test('D15 user delete hides an account as its member can, is confirmed, and logging in restores it', async () => {
  const member = await world.member({ email: 'leaving@example.org', exp: 1 });
  const reader = await world.member({ exp: 1 });
  await member.post(`/api/users/${reader.uid}/follow`);
  const unconfirmed = await lamplight(`user delete ${member.uid}`);
  expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await sessions(member)).toBe(200);

  const deleted = await lamplight('user delete leaving@example.org --reason Letter --yes');
  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  expect(deleted.stdout).toContain(`user ${member.uid} (leaving@example.org) is deleted`);
  expect(deleted.stdout).toMatch(/Logging in until \d{4}-\d\d-\d\dT\d\d:\d\dZ restores/);
  expect(await sessions(member)).toBe(401);
  expect((await reader.get(`/api/users/${member.uid}`)).status).toBe(404);
  expect((await reader.get(`/api/users/${reader.uid}`)).body.follower_count).toBe(0);
  expect(await logOf(member.uid)).toEqual([
    {
      actor_uid: null,
      action: 'user.delete',
      reason: 'Letter',
      before: { deleted: false },
      after: { deleted: true },
    },
  ]);
  const twice = await lamplight(`user delete ${member.uid} --yes`);
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('deleted already') });

  const returning = world.visitor();
  const { body } = await returning.logIn('leaving@example.org', PASSWORD);
  expect(body.code).toBe('restore_required');
  const restored = await returning.post('/api/auth/confirm-restore', {
    restore_token: body.restore_token,
  });
  expect(restored.status).toBe(200);
  expect((await reader.get(`/api/users/${reader.uid}`)).body.follower_count).toBe(1);
});

test('user export works for banned and for deleted members', async () => {
  const directory = emptyDirectory();
  const [banned, deleted] = [await world.member({ status: 'banned' }), await world.member()];
  await lamplight(`user delete ${deleted.uid} --yes`);
  for (const { uid } of [banned, deleted]) {
    const path = join(directory, `${uid}.zip`);
    expect(await lamplight(`user export ${uid} --out ${path}`)).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(true);
  }
});

test('D63 user reset-link prints a link that sets a new password, and is in the staff log', async () => {
  const member = await world.member({ email: 'forgetful@example.org' });
  const { code, stdout } = await lamplight('user reset-link forgetful@example.org');
  expect(code).toBe(0);
  const [, token = ''] = /\/reset\/(v2\.\S+)/.exec(stdout) ?? [];
  const new_password = 'a lamp in the harbour';
  const reset = await world.visitor().post('/api/auth/reset-password', { token, new_password });
  expect(reset.status).toBe(200);
  expect((await world.visitor().logIn(member.email, new_password)).status).toBe(200);
  expect(await logOf(member.uid)).toHaveLength(1);
});

test('D64 user reset-factors removes them, signs out everywhere, and needs a reason', async () => {
  const member = await world.member({ email: 'lost@example.org' });
  await turnOnTotp(world, member);
  expect((await lamplight('user reset-factors lost@example.org')).code).toBe(2);
  const { code } = await lamplight('user reset-factors lost@example.org --reason Lost');
  expect(code).toBe(0);
  expect(await sessions(member)).toBe(401);
  expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(200);
  expect(await logOf(member.uid)).toMatchObject([{ actor_uid: null, reason: 'Lost' }]);
});
