import { describe, expect, test } from 'vitest';
import { renderMailToken } from '../../src/mail/actions/mail-tokens.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const MINUTE = 60;
const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_PASSWORD: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@example.org',
});

async function memberWithoutPassword(): Promise<Client> {
  const member = await world.member();
  await world.sql(
    `with setting as materialized (select set_config('lamplight.keep_session', '*', true))
     update users set password_hash = null from setting where uid = $1`,
    [member.uid],
  );
  return member;
}

async function mailedCode(uid: number): Promise<string> {
  const [mail] = await world.sql(
    `select data ->> 'token' as token from mail where uid = $1 and kind = 'confirm_identity'
     order by id desc limit 1`,
    [uid],
  );
  const rendered = await renderMailToken(world.ctx, uid, String(mail?.['token']));
  return rendered?.code ?? '';
}

const deleteAccount = (member: Client) => member.post('/api/settings/delete-account', {});

describe('D64 asking again before a sensitive change', () => {
  test('D64 a member with a password must send it, as before', async () => {
    const member = await world.member();
    const missing = await deleteAccount(member);
    expect([missing.status, missing.body.code, missing.body.errors[0].pointer]).toEqual([
      400,
      'invalid_input',
      '/password',
    ]);
    const wrong = await member.post('/api/settings/delete-account', { password: 'not it at all' });
    expect(wrong.body.code).toBe('wrong_password');
  });

  test('D64, ASVS 7.5.1, 7.5.3 a member without a password deletes the account by a mailed code', async () => {
    const member = await memberWithoutPassword();
    world.wait(16 * MINUTE);
    const refused = await deleteAccount(member);
    expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_required']);

    expect((await member.post('/api/settings/confirm/code')).status).toBe(204);
    const code = await mailedCode(member.uid);
    expect(code).toMatch(/^\d{6}$/);
    expect((await member.post('/api/settings/confirm', { code: '000000x' })).body.code).toBe(
      'wrong_code',
    );
    expect((await member.post('/api/settings/confirm', { code })).status).toBe(204);
    const again = await member.post('/api/settings/confirm', { code });
    expect(again.body.code).toBe('wrong_code');
    expect((await deleteAccount(member)).status).toBe(200);
  });

  test('D64, ASVS 6.5.1, 6.6.3 a mailed code ends after five wrong tries and after ten minutes', async () => {
    const member = await memberWithoutPassword();
    await member.post('/api/settings/confirm/code');
    const code = await mailedCode(member.uid);
    for (let n = 0; n < 5; n++)
      await member.post('/api/settings/confirm', { code: code === '111111' ? '222222' : '111111' });
    expect((await member.post('/api/settings/confirm', { code })).body.code).toBe('wrong_code');
    await member.post('/api/settings/confirm/code');
    const fresh = await mailedCode(member.uid);
    world.wait(11 * MINUTE);
    const late = await member.post('/api/settings/confirm', { code: fresh });
    expect(late.body.code).toBe('wrong_code');
  });

  test('D64 the password confirms for 15 minutes; a mailed code is not for members with one', async () => {
    const member = await world.member();
    expect((await member.post('/api/settings/confirm/code')).status).toBe(404);
    const wrong = await member.post('/api/settings/confirm', { password: 'not it at all' });
    expect(wrong.body.code).toBe('wrong_password');
    world.wait(10 * MINUTE);
    expect((await member.post('/api/settings/confirm', { password: PASSWORD })).status).toBe(204);
    world.wait(14 * MINUTE);
    expect((await member.get('/api/settings/totp')).status).toBe(200);
    world.wait(2 * MINUTE);
    expect((await member.get('/api/settings/totp')).body.code).toBe('confirmation_required');
  });

  test('D64 only this session is confirmed', async () => {
    const member = await memberWithoutPassword();
    world.wait(16 * MINUTE);
    const elsewhere = await world.member();
    expect((await elsewhere.post('/api/settings/confirm', { password: PASSWORD })).status).toBe(
      204,
    );
    expect((await deleteAccount(member)).body.code).toBe('confirmation_required');
  });
});

describe('D64 without scripts', () => {
  test('D64 a refused form shows the page that confirms, with the way back', async () => {
    const member = await memberWithoutPassword();
    world.wait(16 * MINUTE);
    const refused = await member.submit('/settings/delete-account', { next: '/restore' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('确认是你本人');
    expect(refused.text).toContain('data-address="/confirm?next=%2Frestore"');

    const sent = await member.submit('/settings/confirm/code', {
      next: '/confirm?next=%2Fsettings%3Ftab%3Dsecurity&sent=1',
    });
    expect(sent.status).toBe(303);
    const page = await member.get(String(sent.headers['location']));
    expect(page.text).toContain('name="code"');
    const wrong = await member.submit('/settings/confirm', { code: 'x', next: '/settings' });
    expect([wrong.status, wrong.text.includes('name="code"')]).toEqual([403, true]);
    const right = await member.submit('/settings/confirm', {
      code: await mailedCode(member.uid),
      next: '/settings?tab=security',
    });
    expect([right.status, right.headers['location']]).toEqual([303, '/settings?tab=security']);
    const deleted = await member.submit('/settings/delete-account', { next: '/restore' });
    expect([deleted.status, deleted.headers['location']]).toEqual([303, '/restore']);
  });

  test('ASVS 3.7.2 the way back is on this site', async () => {
    const member = await world.member();
    const page = await member.get('/confirm?next=https%3A%2F%2Fevil.example%2F');
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('evil.example');
  });
});
