import { expect, test } from 'vitest';
import { enqueueMail } from '../../src/mail/actions/enqueue-mail.ts';
import { signWebhook } from '../../src/mail/webhook.ts';
import type { Client } from '../support/client.ts';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const SECRET = 'a secret of the relay, which is long enough';
const smtp = await startSmtp();
const settings = {
  ...smtp.settings,
  MAIL_BOUNCE_ADDRESS: 'bounce@lamplight.example',
  MAIL_WEBHOOK_SECRET: SECRET,
};
const world = await createWorld(settings);
const lamplight = operatorOf({ ...settingsOf(world.ctx.config), ...settings });
let names = 0;

async function send(email: string, uid: number | null = null) {
  await world.ctx.tx((trx) =>
    enqueueMail(world.ctx, trx, { kind: 'test', cause: `bounce:${++names}`, to: { uid, email } }),
  );
  await runMailJobs(world);
}

async function stateOf(email: string) {
  const [row] = await world.sql('select * from mail_address_state where email_key = $1', [email]);
  return row;
}

async function report(events: object[], change: Record<string, string> = {}, message?: string) {
  const body = JSON.stringify({ events, message });
  const id = change['webhook-id'] ?? `msg_${++names}`;
  const time = change['webhook-timestamp'] ?? String(Math.floor(world.ctx.now().getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signWebhook(SECRET, id, time, Buffer.from(body)),
    ...change,
  };
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/mail/events',
    headers,
    payload: body,
  });
  return { status: response.statusCode, body: response.json() };
}

function bounceOf(to: string, status = '5.1.1'): string {
  return [
    `To: ${to}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.example',
    '',
    'Final-Recipient: rfc822; somebody@example.org',
    'Action: failed',
    `Status: ${status}`,
    '',
    '--x--',
    '',
  ].join('\r\n');
}

test('two reports by the mailbox disable an address: each mail has its own envelope sender', async () => {
  const address = 'gone@example.org';
  for (let n = 0; n < 2; n++) {
    await send(address);
    const sender = smtp.mailsTo(address)[n]?.envelope.from ?? '';
    expect(sender).toMatch(/^bounce\+\d+\.[0-9a-f]{20}@lamplight\.example$/);
    const outcome = await lamplight('mail bounce', { input: bounceOf(sender.toUpperCase()) });
    expect(outcome).toEqual({ code: 0, stdout: 'The report is counted.\n', stderr: '' });
    // Again: a server that was interrupted repeats it.
    expect((await lamplight('mail bounce', { input: bounceOf(sender) })).code).toBe(0);
    expect(await stateOf(address)).toMatchObject({ score: 2 * (n + 1) });
  }
  expect(await stateOf(address)).toMatchObject({ reason: 'bounce', detail: '5.1.1' });
  await send(address);
  expect(smtp.mailsTo(address)).toHaveLength(2);
  const [last] = await world.sql('select state, error from mail order by id desc limit 1');
  expect(last).toEqual({ state: 'dropped', error: 'the address is disabled: bounce' });
});

test('a forged report has no effect', async () => {
  await send('target@example.org');
  const sender = smtp.mailsTo('target@example.org')[0]?.envelope.from ?? '';
  const forged = sender.replace(/\.[0-9a-f]{20}/, '.00000000000000000000');
  const outcome = await lamplight('mail bounce', { input: bounceOf(forged) });
  expect(outcome.stdout).toContain('no report');
  expect(await stateOf('target@example.org')).toBeUndefined();
});

test('the webhook takes signed reports only: not another secret, not old ones, not another body', async () => {
  await send('hook@example.org');
  const event = {
    type: 'bounce',
    address: 'hook@example.org',
    permanent: true,
    detail: '550 5.1.1',
  };
  const now = Math.floor(world.ctx.now().getTime() / 1000);
  const wrong = signWebhook('x'.repeat(40), 'msg_a', String(now), Buffer.from('{}'));
  for (const change of [
    { 'webhook-signature': wrong },
    { 'webhook-signature': '' },
    { 'webhook-timestamp': String(now - 301) },
    { 'webhook-id': 'a b' },
  ])
    expect((await report([event], change)).status).toBe(401);
  const unsigned = await world.visitor().post('/api/mail/events', { events: [event] });
  expect(unsigned.status).toBe(401);
  expect(await stateOf('hook@example.org')).toBeUndefined();

  expect((await report([event], { 'webhook-id': 'msg_same' })).body).toEqual({ taken: 1 });
  expect((await report([event], { 'webhook-id': 'msg_same' })).body).toEqual({ taken: 0 });
  expect(await stateOf('hook@example.org')).toMatchObject({ score: 2, disabled_at: null });
  const unknown = { type: 'complaint', address: 'never-written-to@example.org' };
  expect((await report([unknown])).body).toEqual({ taken: 0 });
  const sender = smtp.mailsTo('hook@example.org')[0]?.envelope.from ?? '';
  const message = bounceOf(sender, '4.2.2');
  expect((await report([], {}, message)).body).toEqual({ taken: 1 });
  expect(await stateOf('hook@example.org')).toMatchObject({ score: 3, disabled_at: null });
});

test('without MAIL_WEBHOOK_SECRET the webhook refuses everything', async () => {
  const closed = await createWorld(smtp.settings);
  const time = String(Math.floor(Date.now() / 1000));
  const body = Buffer.from(
    JSON.stringify({ events: [{ type: 'complaint', address: 'a@b.example' }] }),
  );
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'x',
    'webhook-timestamp': time,
    'webhook-signature': signWebhook('', 'x', time, body),
  };
  const url = '/api/mail/events';
  const { statusCode } = await closed.app.inject({ method: 'POST', url, headers, payload: body });
  expect(statusCode).toBe(401);
});

test('a member sees why the address is disabled, and enables it once a day', async () => {
  const email = 'member@example.org';
  const member: Client = await world.member({ email });
  await send(email, member.uid);
  expect((await member.get('/api/settings/mail-address')).body.state).toBe('working');
  expect((await member.post('/api/settings/mail-address/enable')).status).toBe(409);
  await report([{ type: 'complaint', address: email }]);
  expect((await member.get('/api/settings/mail-address')).body).toMatchObject({
    state: 'disabled',
    reason: 'complaint',
  });
  expect((await member.get('/settings?tab=security')).text).toContain('邮件发不到你的邮箱');
  expect((await member.post('/api/settings/mail-address/enable')).status).toBe(200);
  expect((await member.get('/settings?tab=security')).text).not.toContain('邮件发不到你的邮箱');
  await report([{ type: 'complaint', address: email }]);
  const again = await member.post('/api/settings/mail-address/enable');
  expect([again.status, again.body.retry_after > 86_000]).toEqual([429, true]);
  world.wait(24 * 3600 + 1);
  await member.logIn(email, PASSWORD);
  expect((await member.post('/api/settings/mail-address/enable')).status).toBe(200);
});

test('a relay that refuses an unknown recipient at once counts like a report; a refusal of the sender does not', async () => {
  smtp.behave('refuse', 'wrong@example.org');
  smtp.behave('refuse_text', 'policy@example.org');
  for (let n = 0; n < 2; n++) {
    await send('wrong@example.org');
    await send('policy@example.org');
  }
  expect(await stateOf('wrong@example.org')).toMatchObject({ score: 4, detail: '550 5.1.1' });
  expect(await stateOf('policy@example.org')).toBeUndefined();
});
