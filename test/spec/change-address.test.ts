import { expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import {
  createMailWorld,
  kindsTo,
  linkIn,
  mailsTo,
  runResetJobs,
  verify,
} from '../support/account-mail.ts';
import type { Client } from '../support/client.ts';
import { turnOnTotp } from '../support/factors.ts';
import { PASSWORD } from '../support/world.ts';

const world = await createMailWorld();
const DAY = 24 * 3600;
const THIEF = 'the password of a thief';
const OWNER = 'the lamp of the owner';
let count = 0;
const newAddress = (name = 'new') => `${name}.${++count}@example.net`;

async function verifiedMember(): Promise<Client> {
  const member = await world.member();
  await verify(world, member);
  return member;
}

const request = (member: Client, email: string, password = PASSWORD) =>
  member.post('/api/settings/email/change', { email, password });
const confirm = (body: object, client = world.visitor()) =>
  client.post('/api/auth/confirm-address-change', body);
const undo = (token: string) => world.visitor().post('/api/auth/undo-address-change', { token });
const undoLink = async (address: string) => (await linkIn(world, address, 'address_changed')).token;
const emailOf = async (uid: number) =>
  (await world.sql('select email from users where uid = $1', [uid]))[0]?.['email'];

/** Through the mails, as somebody would who reads the new address. */
async function change(member: Client, email: string, password = PASSWORD): Promise<void> {
  expect((await request(member, email, password)).status).toBe(204);
  const { token } = await linkIn(world, email, 'change_address');
  expect((await confirm({ token })).status).toBe(200);
}

test('D63 the old address stays until the new one is confirmed, and learns of it then', async () => {
  const member = await verifiedMember();
  const old = member.email;
  const email = newAddress();
  expect((await request(member, email)).status).toBe(204);
  expect((await member.get('/api/settings/email')).body).toMatchObject({
    email: old,
    pending: { email },
  });
  expect((await world.visitor().logIn(old, PASSWORD)).status).toBe(200);
  expect(await kindsTo(world, old)).not.toContain('address_changed');
  const { token } = await linkIn(world, email, 'change_address');
  expect((await confirm({ token })).body).toEqual({ email });
  expect((await world.visitor().logIn(old, PASSWORD)).status).toBe(401);
  expect((await world.visitor().logIn(email, PASSWORD)).status).toBe(200);
  const settings = (await member.get('/api/settings/email')).body;
  expect(settings).toMatchObject({ email, pending: null });
  expect(settings.verified_at).not.toBeNull();
  expect(await kindsTo(world, old)).toContain('address_changed');
  expect((await confirm({ token })).body.code).toBe('mail_link_invalid');
});

test('the code of the mail confirms it too, and five wrong ones end the code', async () => {
  const member = await verifiedMember();
  const email = newAddress();
  await request(member, email);
  const { code } = await linkIn(world, email, 'change_address');
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 4; tries++)
    expect((await confirm({ code: wrong }, member)).body.code).toBe('mail_code_wrong');
  expect((await confirm({ code }, member)).status).toBe(200);
  const another = newAddress();
  await request(member, another);
  const next = await linkIn(world, another, 'change_address');
  const bad = next.code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries++) await confirm({ code: bad }, member);
  expect((await confirm({ code: next.code }, member)).body.code).toBe('mail_code_wrong');
});

test('ASVS 7.5.1 a change needs the password, and another address', async () => {
  const member = await verifiedMember();
  const email = newAddress();
  expect((await request(member, email, 'a guess')).body.code).toBe('wrong_password');
  expect((await member.post('/api/settings/email/change', { email })).body.code).toBe(
    'wrong_password',
  );
  expect((await request(member, member.email.toUpperCase())).body.code).toBe('email_same');
  expect((await request(member, 'no address')).body.code).toBe('invalid_input');
  expect(await mailsTo(world, email)).toEqual([]);
});

test('ASVS 6.3.8 a change to an address with an account looks the same; its owner gets a mail', async () => {
  const [member, other] = [await verifiedMember(), await world.member()];
  const free = await request(member, newAddress());
  const taken = await request(member, other.email);
  expect([taken.status, taken.text]).toEqual([free.status, free.text]);
  expect((await member.get('/api/settings/email')).body.pending.email).toBe(other.email);
  expect(await kindsTo(world, other.email)).toEqual(['verify_address', 'already_registered']);
  expect(
    await world.sql("select id from mail_token where uid = $1 and purpose = 'change_address'", [
      member.uid,
    ]),
  ).toEqual([]);
});

test('an address that is taken after the mail was sent is refused, and nothing changes', async () => {
  const member = await verifiedMember();
  const email = newAddress();
  await request(member, email);
  const { token } = await linkIn(world, email, 'change_address');
  await world.member({ email });
  expect((await confirm({ token })).body.code).toBe('email_taken');
  expect(await emailOf(member.uid)).toBe(member.email);
});

test('of two accounts that confirm one address at once, one gets it', async () => {
  const [one, two] = [await verifiedMember(), await verifiedMember()];
  const email = newAddress();
  await request(one, email);
  const first = await linkIn(world, email, 'change_address');
  await request(two, email);
  const second = await linkIn(world, email, 'change_address');
  const both = await Promise.all([
    confirm({ token: first.token }),
    confirm({ token: second.token }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a new request ends the link of the first, and cancelling ends both', async () => {
  const member = await verifiedMember();
  const [a, b] = [newAddress('a'), newAddress('b')];
  await request(member, a);
  const first = await linkIn(world, a, 'change_address');
  await request(member, b);
  expect((await confirm({ token: first.token })).body.code).toBe('mail_link_invalid');
  const second = await linkIn(world, b, 'change_address');
  expect((await member.delete('/api/settings/email/change')).status).toBe(204);
  expect((await confirm({ token: second.token })).body.code).toBe('mail_link_invalid');
  expect((await member.delete('/api/settings/email/change')).status).toBe(404);
  expect(await emailOf(member.uid)).toBe(member.email);
});

test('a link to confirm is valid for a day, and a pending change no longer', async () => {
  const member = await verifiedMember();
  const email = newAddress();
  await request(member, email);
  const { token } = await linkIn(world, email, 'change_address');
  await world.wait(DAY);
  expect((await confirm({ token })).body.code).toBe('mail_link_invalid');
  await member.logIn(member.email, PASSWORD);
  expect((await member.get('/api/settings/email')).body.pending).toBeNull();
  await JOBS.tasks['address_changes_sweep']?.(world.ctx, {});
  expect(await world.sql('select id from email_change where uid = $1', [member.uid])).toEqual([]);
});

test('ASVS 7.4.3 the old address undoes the change for 7 days: everybody is signed out, a new password is needed', async () => {
  const member = await verifiedMember();
  const old = member.email;
  const stolen = newAddress('thief');
  await change(member, stolen);
  await member.put('/api/settings/password', { current_password: PASSWORD, new_password: THIEF });
  const token = await undoLink(old);
  const undone = await undo(token);
  expect([undone.status, undone.body.email]).toEqual([200, old]);
  expect(await emailOf(member.uid)).toBe(old);
  expect((await member.get('/api/settings/email')).status).toBe(401);
  for (const [email, password] of [
    [old, PASSWORD],
    [old, THIEF],
    [stolen, THIEF],
  ] as const)
    expect((await world.visitor().logIn(email, password)).status).toBe(401);
  const body = { token: undone.body.reset_token, new_password: OWNER };
  expect((await world.visitor().post('/api/auth/reset-password', body)).status).toBe(200);
  expect((await world.visitor().logIn(old, OWNER)).status).toBe(200);
  expect((await undo(token)).body.code).toBe('mail_link_invalid');
});

test('a thief who changes the address again cannot stop the first old address', async () => {
  const member = await verifiedMember();
  const old = member.email;
  const [second, third] = [newAddress('second'), newAddress('third')];
  await change(member, second);
  const first = await undoLink(old);
  await change(member, third);
  const later = await undoLink(second);
  await request(member, newAddress('fourth'));
  expect((await undo(first)).body.email).toBe(old);
  // The links of the later changes ended with them.
  expect((await undo(later)).body.code).toBe('mail_link_invalid');
  expect(await emailOf(member.uid)).toBe(old);
  expect(await world.sql('select id from email_change where uid = $1', [member.uid])).toEqual([]);
});

test('undoing removes the app that the thief added, and leaves an older one', async () => {
  const [victim, careful] = [await verifiedMember(), await verifiedMember()];
  for (const member of [victim, careful]) await turnOnTotp(world, member);
  await world.sql(
    "update second_factor set totp_added_at = totp_added_at - interval '2 days' where uid = $1",
    [careful.uid],
  );
  for (const member of [victim, careful]) {
    await change(member, newAddress('thief'));
    expect((await undo(await undoLink(member.email))).status).toBe(200);
  }
  const left = await world.sql('select uid from users where second_factor and uid = any($1)', [
    [victim.uid, careful.uid],
  ]);
  expect(left.map(({ uid }) => Number(uid))).toEqual([careful.uid]);
});

test('undoing ends the recovery codes that the thief made for an older app, and leaves older codes', async () => {
  const [victim, careful] = [await verifiedMember(), await verifiedMember()];
  for (const member of [victim, careful]) {
    await turnOnTotp(world, member);
    await world.sql(
      "update second_factor set totp_added_at = totp_added_at - interval '2 days' where uid = $1",
      [member.uid],
    );
    await world.sql(
      "update recovery_code set created_at = created_at - interval '2 days' where uid = $1",
      [member.uid],
    );
  }
  expect((await victim.post('/api/settings/recovery-codes')).status).toBe(200);
  for (const member of [victim, careful]) {
    await change(member, newAddress('thief'));
    expect((await undo(await undoLink(member.email))).status).toBe(200);
  }
  const left = await world.sql(
    'select uid, count(*)::int as codes from recovery_code where uid = any($1) group by uid',
    [[victim.uid, careful.uid]],
  );
  expect(left.map(({ uid, codes }) => [Number(uid), codes])).toEqual([[careful.uid, 10]]);
});

test('undoing a later change leaves the link of the first', async () => {
  const member = await verifiedMember();
  const old = member.email;
  const [second, third] = [newAddress('second'), newAddress('third')];
  await change(member, second);
  const first = await undoLink(old);
  await change(member, third);
  expect((await undo(await undoLink(second))).body.email).toBe(second);
  expect((await undo(first)).body.email).toBe(old);
});

test('of concurrent uses of one link to undo, one succeeds', async () => {
  const member = await verifiedMember();
  const old = member.email;
  await change(member, newAddress());
  const token = await undoLink(old);
  const all = await Promise.all([undo(token), undo(token), undo(token)]);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('after 7 days the change stays, and the old address is free again', async () => {
  const member = await verifiedMember();
  const old = member.email;
  const email = newAddress();
  await change(member, email);
  const token = await undoLink(old);
  await world.wait(7 * DAY);
  expect((await undo(token)).body.code).toBe('mail_link_invalid');
  await JOBS.tasks['address_changes_sweep']?.(world.ctx, {});
  expect((await world.member({ email: old })).uid).not.toBe(member.uid);
});

test('while a change can be undone nobody else gets the old address', async () => {
  const member = await verifiedMember();
  const old = member.email;
  await change(member, newAddress());
  const taken = await world
    .visitor()
    .post('/api/auth/register', { email: old, password: PASSWORD, transport: 'bearer' });
  expect(taken.body.code).toBe('email_taken');
  const check = await world.visitor().post('/api/auth/check-email', { email: old });
  expect(check.body).toEqual({ available: false });
  const thief = await verifiedMember();
  await request(thief, old);
  const { token } = await linkIn(world, old, 'change_address');
  expect((await confirm({ token })).body.code).toBe('email_taken');
  expect((await undo(await undoLink(old))).status).toBe(200);
});

test('a registration that races the confirmation does not get the old address', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await verifiedMember();
    const old = member.email;
    const email = newAddress();
    await request(member, email);
    const { token } = await linkIn(world, email, 'change_address');
    const tries = Array.from({ length: 5 }, () =>
      world
        .visitor()
        .post('/api/auth/register', { email: old, password: PASSWORD, transport: 'bearer' }),
    );
    const [done, ...registered] = await Promise.all([confirm({ token }), ...tries]);
    expect(done.status).toBe(200);
    expect(registered.filter(({ status }) => status === 201)).toEqual([]);
  }
});

test('an old address that was never verified may be a typing error: it learns of the change, and cannot undo it', async () => {
  const member = await world.member();
  const typo = member.email;
  await change(member, newAddress());
  const mail = (await mailsTo(world, typo)).find(({ kind }) => kind === 'address_changed');
  expect(mail?.data.token_id).toBeNull();
  expect((await world.member({ email: typo })).uid).not.toBe(member.uid);
});

test('whoever asks for a reset at the old address gets the link to undo again', async () => {
  const member = await verifiedMember();
  const old = member.email;
  await change(member, newAddress());
  await world.visitor().post('/api/auth/request-password-reset', { email: old });
  await runResetJobs(world);
  const kinds = await kindsTo(world, old);
  expect(kinds.filter((kind) => kind === 'address_changed')).toHaveLength(2);
  expect(kinds).not.toContain('reset_password');
  expect((await undo(await undoLink(old))).status).toBe(200);
});

test('undoing works after the thief has deleted the account', async () => {
  const member = await verifiedMember();
  const old = member.email;
  await change(member, newAddress());
  await member.post('/api/settings/delete-account', { password: PASSWORD });
  const { body } = await undo(await undoLink(old));
  const input = { token: body.reset_token, new_password: OWNER };
  expect((await world.visitor().post('/api/auth/reset-password', input)).status).toBe(200);
  expect((await world.visitor().logIn(old, OWNER)).body.code).toBe('restore_required');
});

test('an account without a password is signed out by an undo too', async () => {
  const member = await verifiedMember();
  const old = member.email;
  await change(member, newAddress());
  await world.sql(
    `with quiet as (select set_config('lamplight.keep_session', '*', true))
     update users set password_hash = null from quiet where uid = $1`,
    [member.uid],
  );
  expect((await member.get('/api/settings/email')).status).toBe(200);
  expect((await undo(await undoLink(old))).status).toBe(200);
  expect((await member.get('/api/settings/email')).status).toBe(401);
});

test('ASVS 6.3.7 every change is recorded', async () => {
  const member = await verifiedMember();
  const old = member.email;
  await change(member, newAddress());
  await undo(await undoLink(old));
  expect(
    await world.sql('select kind from security_event where uid = $1 order by id', [member.uid]),
  ).toEqual([
    { kind: 'email_verified' },
    { kind: 'email_changed' },
    { kind: 'email_change_undone' },
  ]);
});

test('the pages work without scripts: settings, confirmation, undo, new password', async () => {
  const member = await verifiedMember();
  const old = member.email;
  const email = newAddress();
  const refused = await member.submit('/settings/email/change', { email, password: 'a guess' });
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('email-password-error');
  expect(refused.text).toContain(`value="${email}"`);
  await member.submit('/settings/email/change', { email, password: PASSWORD });
  expect((await member.get('/settings?tab=security')).text).toContain(`等待确认：${email}`);
  const reader = world.visitor();
  await reader.get(`/change-address/${(await linkIn(world, email, 'change_address')).token}`);
  const page = await reader.get('/change-address');
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  expect(
    (await reader.submit('/auth/confirm-address-change', { token, next: '/login' })).status,
  ).toBe(303);
  const owner = world.visitor();
  await owner.get(`/undo-change/${await undoLink(old)}`);
  const undoPage = await owner.get('/undo-change');
  expect(undoPage.text).toContain(old);
  const undoToken = /name="token" value="([^"]+)"/.exec(undoPage.text)?.[1] ?? '';
  const done = await owner.submit('/auth/undo-address-change', {
    token: undoToken,
    next: '/reset',
  });
  expect(done.headers['location']).toBe('/reset');
  expect((await owner.get('/reset')).text).toContain('name="new_password"');
  expect((await owner.get('/undo-change')).text).toContain('这个链接不能用了');
});
