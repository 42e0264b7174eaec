import { describe, expect, test } from 'vitest';
import { addPasskey, assertion, usePasskey } from '../support/authenticator.ts';
import type { Client } from '../support/client.ts';
import { eventsOf, mailedChanges, turnOnTotp } from '../support/factors.ts';
import { BASE_URL, createWorld, PASSWORD } from '../support/world.ts';

const MINUTE = 60;
const { origin, hostname: rpId } = new URL(BASE_URL);
const site = { origin, rpId };
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_PASSWORD: 'off',
  LIMIT_LOGIN_IP: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@example.org',
});

async function memberWithPasskey() {
  const member = await world.member();
  const { passkey, id, response } = await addPasskey(member, site);
  expect(response.status).toBe(201);
  return { member, passkey, id };
}

const logIn = (visitor: Client, passkey: string) => visitor.post('/api/auth/passkey', { passkey });

describe('D64 passkeys', () => {
  test('D64, ASVS 6.3.3, 6.3.7 a passkey is added, mailed about, and logs in without password and second step', async () => {
    const { member, passkey } = await memberWithPasskey();
    await turnOnTotp(world, member);
    const visitor = world.visitor();
    const opened = await logIn(visitor, await usePasskey(visitor, passkey, site));
    expect([opened.status, opened.body.user.uid]).toEqual([200, member.uid]);
    const [session] = await world.sql('select method from session where id = $1', [
      opened.body.session_id,
    ]);
    expect(session?.['method']).toBe('passkey');
    const { passkeys } = (await visitor.get('/api/settings/factors')).body;
    expect(passkeys).toMatchObject([{ name: 'Laptop', backed_up: false }]);
    expect(passkeys[0].last_used_at).not.toBeNull();
    expect(await eventsOf(world, member.uid)).toEqual(['passkey_added', 'totp_added']);
    expect(await mailedChanges(world, member.uid)).toEqual(['passkey_added', 'totp_added']);
  });

  test('ASVS 6.7.1, 6.7.2 what the browser is asked for: user verification, a discoverable key, a challenge of 256 bits', async () => {
    const { member, passkey } = await memberWithPasskey();
    const { options } = await addPasskey(member, site);
    expect(options).toMatchObject({
      rp: { id: rpId },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.id.toString('base64url') }],
    });
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
    const request = (await world.visitor().get('/api/auth/passkey/options')).body;
    expect(request).toMatchObject({ rpId, userVerification: 'required', allowCredentials: [] });
    expect(Buffer.from(request.challenge, 'base64url')).toHaveLength(32);
    const [row] = await world.sql('select public_key from passkey where uid = $1', [member.uid]);
    expect(row?.['public_key']).toBeInstanceOf(Buffer);
  });

  const WRONG: [string, Parameters<typeof usePasskey>[3]][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['a challenge that is not ours', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['another member’s handle', { userHandle: Buffer.from('1').toString('base64url') }],
  ];
  test.each(WRONG)('ASVS 6.5.7, 6.7.1 a response with %s is refused', async (_, wrong) => {
    const { passkey } = await memberWithPasskey();
    const visitor = world.visitor();
    const refused = await logIn(visitor, await usePasskey(visitor, passkey, site, wrong));
    expect([refused.status, refused.body.code]).toEqual([401, 'passkey_refused']);
  });

  test.each(WRONG.slice(0, 4))('ASVS 6.7.1 a new passkey with %s is refused', async (_, wrong) => {
    const member = await world.member();
    const { response } = await addPasskey(member, site, wrong);
    expect([response.status, response.body.code]).toEqual([401, 'passkey_refused']);
  });

  test('ASVS 6.5.1 a response works once, also when it is sent twice at once', async () => {
    const { passkey } = await memberWithPasskey();
    const visitor = world.visitor();
    const copy = world.visitor();
    const response = await usePasskey(visitor, passkey, site);
    copy.cookies.set('passkey', visitor.cookies.get('passkey') ?? '');
    const both = await Promise.all([logIn(visitor, response), logIn(copy, response)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('ASVS 6.6.2, 6.7.2 a challenge is of one browser and of five minutes', async () => {
    const { passkey } = await memberWithPasskey();
    const visitor = world.visitor();
    const elsewhere = world.visitor();
    const response = await usePasskey(visitor, passkey, site);
    expect((await logIn(elsewhere, response)).body.code).toBe('passkey_refused');
    world.wait(6 * MINUTE);
    expect((await logIn(visitor, response)).body.code).toBe('passkey_refused');
  });

  test('a challenge to add a passkey is of one member, and logs nobody in', async () => {
    const { passkey, member } = await memberWithPasskey();
    const { challenge } = (await member.get('/api/settings/passkeys/options')).body;
    const visitor = world.visitor();
    visitor.cookies.set('passkey', member.cookies.get('passkey') ?? '');
    const response = assertion(passkey, { ...site, challenge });
    expect((await logIn(visitor, response)).body.code).toBe('passkey_refused');
  });

  test('D64 a counter that goes back is refused, recorded and mailed', async () => {
    const { member, passkey } = await memberWithPasskey();
    const visitor = world.visitor();
    passkey.counter = 10;
    expect((await logIn(visitor, await usePasskey(visitor, passkey, site))).status).toBe(200);
    const copied = await usePasskey(visitor, passkey, site, { counter: 5 });
    expect((await logIn(visitor, copied)).body.code).toBe('passkey_refused');
    expect(await eventsOf(world, member.uid)).toEqual(['passkey_added', 'passkey_cloned']);
    expect(await mailedChanges(world, member.uid)).toEqual(['passkey_added', 'passkey_cloned']);
  });

  test('garbage is refused, not an error', async () => {
    const visitor = world.visitor();
    await visitor.get('/api/auth/passkey/options');
    for (const text of [
      '{}',
      '[]',
      'null',
      '{"id":5}',
      '{"id":"AA","response":null}',
      'not json',
    ]) {
      const { status } = await logIn(visitor, text);
      expect([text, status]).toEqual([text, 401]);
    }
  });

  test('a passkey is of one account only, and there are at most twenty', async () => {
    const { member, passkey } = await memberWithPasskey();
    await world.sql(
      `insert into passkey (uid, credential_id, public_key, counter, transports, name, backed_up, created_at)
       select uid, decode(md5(n::text || uid), 'hex'), public_key, 0, transports, 'n' || n, false, now()
         from passkey, generate_series(2, 20) as n where credential_id = $1`,
      [passkey.id],
    );
    const { response } = await addPasskey(member, site);
    expect([response.status, response.body.code]).toEqual([422, 'too_many']);
    const copied = await addPasskey(await world.member(), site, { passkey });
    expect([copied.response.status, copied.response.body.code]).toEqual([409, 'passkey_taken']);
  });
});

describe('D64 removing', () => {
  test('D64, ASVS 6.5.6 a removed passkey logs in no more; its name is its member’s', async () => {
    const { member, passkey, id } = await memberWithPasskey();
    const other = await world.member();
    expect((await other.delete(`/api/settings/passkeys/${id}`)).status).toBe(404);
    expect((await other.put(`/api/settings/passkeys/${id}`, { name: 'x' })).status).toBe(404);
    expect((await member.put(`/api/settings/passkeys/${id}`, { name: ' 书房 ' })).status).toBe(204);
    expect((await member.get('/api/settings/factors')).body.passkeys[0].name).toBe('书房');
    expect((await member.delete(`/api/settings/passkeys/${id}`)).status).toBe(204);
    const visitor = world.visitor();
    const refused = await logIn(visitor, await usePasskey(visitor, passkey, site));
    expect(refused.body.code).toBe('passkey_refused');
    expect(await eventsOf(world, member.uid)).toEqual(['passkey_added', 'passkey_removed']);
  });

  test('D64 the last way in stays, also when two passkeys are removed at once', async () => {
    const { member, id } = await memberWithPasskey();
    const second = await addPasskey(member, site, { name: 'Phone' });
    expect((await member.delete('/api/settings/password')).status).toBe(204);
    const both = await Promise.all([
      member.delete(`/api/settings/passkeys/${id}`),
      member.delete(`/api/settings/passkeys/${second.id}`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('last_factor');
  });

  test('D64 the password goes only when a passkey is there, and can be set again', async () => {
    const member = await world.member();
    expect((await member.delete('/api/settings/password')).body.code).toBe('last_factor');
    const { passkey } = await addPasskey(member, site);
    const elsewhere = world.visitor();
    await elsewhere.logIn(member.email, PASSWORD);
    expect((await member.delete('/api/settings/password')).status).toBe(204);
    expect((await elsewhere.get('/api/settings/factors')).status).toBe(401);
    expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(401);

    const visitor = world.visitor();
    await logIn(visitor, await usePasskey(visitor, passkey, site));
    world.wait(16 * MINUTE);
    const body = { new_password: `${PASSWORD} 3` };
    expect((await visitor.put('/api/settings/password', body)).body.code).toBe(
      'confirmation_required',
    );
    const confirmation = { passkey: await usePasskey(visitor, passkey, site) };
    expect((await visitor.post('/api/settings/confirm', confirmation)).status).toBe(204);
    expect((await visitor.put('/api/settings/password', body)).status).toBe(200);
    expect((await world.visitor().logIn(member.email, body.new_password)).status).toBe(200);
    expect(await eventsOf(world, member.uid)).toEqual([
      'passkey_added',
      'password_removed',
      'password_changed',
    ]);
  });

  test('ASVS 7.5.3 another member’s passkey confirms nothing', async () => {
    const { passkey } = await memberWithPasskey();
    const { member } = await memberWithPasskey();
    const body = { passkey: await usePasskey(member, passkey, site) };
    expect((await member.post('/api/settings/confirm', body)).body.code).toBe('passkey_refused');
  });

  test('D64 a member without a password deletes the account and restores it by passkey', async () => {
    const { member, passkey } = await memberWithPasskey();
    await member.delete('/api/settings/password');
    expect((await member.post('/api/settings/delete-account', {})).status).toBe(200);
    const visitor = world.visitor();
    const offered = await logIn(visitor, await usePasskey(visitor, passkey, site));
    expect([offered.status, offered.body.code]).toEqual([409, 'restore_required']);
    const { restore_token } = offered.body;
    expect((await visitor.post('/api/auth/confirm-restore', { restore_token })).status).toBe(200);
  });
});

describe('D64 a passkey after the password', () => {
  test('D64, ASVS 6.3.4 the member chooses it; a passkey or a recovery code finishes the log-in', async () => {
    const { member, passkey, id } = await memberWithPasskey();
    const none = await world.member();
    const early = await none.put('/api/settings/passkey-step', { enabled: true });
    expect(early.body.code).toBe('wrong_state');
    const on = await member.put('/api/settings/passkey-step', { enabled: true });
    expect(on.body.recovery_codes).toHaveLength(10);

    const visitor = world.visitor();
    const { body } = await visitor.logIn(member.email, PASSWORD);
    expect([body.code, body.ways]).toEqual([
      'second_factor_required',
      ['passkey', 'recovery_code'],
    ]);
    const finish = async (used: typeof passkey) =>
      visitor.post('/api/auth/second-factor', {
        challenge: body.challenge,
        passkey: await usePasskey(visitor, used, site),
      });
    const other = await memberWithPasskey();
    expect((await finish(other.passkey)).body.code).toBe('passkey_refused');
    expect((await finish(passkey)).status).toBe(200);

    await member.delete(`/api/settings/passkeys/${id}`);
    expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(200);
    const [row] = await world.sql('select second_factor from users where uid = $1', [member.uid]);
    expect(row?.['second_factor']).toBe(false);
  });
});
