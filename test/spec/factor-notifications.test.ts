import { expect, test } from 'vitest';
import { resetFactorsByCommand } from '../../src/accounts/actions/reset-factors.ts';
import { SECURITY_EVENTS } from '../../src/accounts/store/security-events.ts';
import { addPasskey } from '../support/authenticator.ts';
import type { Client } from '../support/client.ts';
import { turnOnTotp } from '../support/factors.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/** Without mail settings only the inbox tells members of a change that somebody else made. */
const world = await createWorld({ LIMIT_SENSITIVE: 'off', LIMIT_PASSWORD: 'off' });
const { origin, hostname: rpId } = new URL(world.ctx.config.BASE_URL);

async function notificationsOf(member: Client, locale = 'zh-CN'): Promise<[string, string][]> {
  const headers = { 'accept-language': locale };
  const { status, body } = await member.get('/api/messages?category=system', { headers });
  expect(status).toBe(200);
  return body.items.map(({ kind, text }: { kind: string; text: string }) => [kind, text]).reverse();
}

test('D64, ASVS 6.3.7 without mail every change of a factor is an unread notification that leads to the settings', async () => {
  const member = await world.member();
  const app = await turnOnTotp(world, member);
  await member.post('/api/settings/recovery-codes');
  await addPasskey(member, { origin, rpId });
  await member.put('/api/settings/passkey-step', { enabled: true });
  await member.put('/api/settings/passkey-step', { enabled: false });
  await member.delete('/api/settings/totp');
  expect(app.codes).toHaveLength(10);
  const notifications = await notificationsOf(member);
  expect(notifications.map(([kind]) => kind)).toEqual([
    'totp_added',
    'recovery_codes_made',
    'passkey_added',
    'passkey_step_on',
    'passkey_step_off',
    'totp_removed',
  ]);
  expect(notifications[0]?.[1]).toBe('账号开启了两步验证（验证器应用）。');
  expect((await notificationsOf(member, 'en'))[0]?.[1]).toBe(
    'Two-step verification with an authenticator app was turned on.',
  );
  const { text } = await member.get('/messages', { headers: { accept: 'text/html' } });
  expect(text).toContain('href="/settings?tab=security"');
  expect(await world.sql('select id from mail where uid = $1', [member.uid])).toEqual([]);
});

test('D64, ASVS 6.3.7 a used recovery code and the operator’s reset are notifications too', async () => {
  const member = await world.member();
  const { codes } = await turnOnTotp(world, member);
  const visitor = world.visitor();
  const { challenge } = (await visitor.logIn(member.email, PASSWORD)).body;
  expect(
    (await visitor.post('/api/auth/second-factor', { challenge, code: codes[0] })).status,
  ).toBe(200);
  await resetFactorsByCommand(world.ctx, member.uid, 'lost phone');
  await member.logIn(member.email, PASSWORD);
  expect((await notificationsOf(member)).map(([kind]) => kind)).toEqual([
    'totp_added',
    'recovery_code_used',
    'factors_reset',
  ]);
});

test('the table accepts every security event of the program, and no other', async () => {
  const [row] = await world.sql(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'security_event_kind_known'",
  );
  const known = [...String(row?.['rule']).matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect(known.sort()).toEqual([...SECURITY_EVENTS].sort());
});
