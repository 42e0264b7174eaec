import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const remarkOf = (sid: string) => `/api/settings/sessions/${sid}/remark`;

/** Another request of the same browser, sent before it receives any response. */
function sameAs(visitor: Client): Client {
  const same = world.visitor();
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
  return same;
}

test('D8 the same key and body get the stored response, marked as replayed, and the effect happens once', async () => {
  const member = await world.member();
  const first = await member.post('/api/settings/sessions/destroy-others', {}, withKey('once'));
  await world.visitor().logIn(member.email, PASSWORD);
  const second = await member.post('/api/settings/sessions/destroy-others', {}, withKey('once'));
  expect([first.body, second.body]).toEqual([{ ended: 0 }, { ended: 0 }]);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await member.get('/api/settings/sessions')).body.items).toHaveLength(2);
});

test('D8 the same key with another body is refused', async () => {
  const member = await world.member();
  await member.put(remarkOf(member.session_id), { remark: 'one' }, withKey('k'));
  const other = await member.put(remarkOf(member.session_id), { remark: 'two' }, withKey('k'));
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  expect((await member.get('/api/settings/sessions')).body.items[0].remark).toBe('one');
});

test('D8 twenty concurrent requests with one key have one effect and get its response or "in progress"', async () => {
  const email = 'idempotent@example.org';
  const visitor = world.visitor();
  await visitor.get('/api/auth/csrf');
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      sameAs(visitor).post('/api/auth/register', { email, password: PASSWORD }, withKey('reg')),
    ),
  );
  const done = responses.filter((one) => one.status === 201);
  expect(done.length).toBeGreaterThanOrEqual(1);
  expect(new Set(done.map((one) => one.text)).size).toBe(1);
  for (const response of responses)
    expect(['request_in_progress', undefined]).toContain(response.body.code);
  expect(await world.sql('select 1 from users where email_key = $1', [email])).toHaveLength(1);
});

test('D8 a replayed registration returns the same working session', async () => {
  const visitor = world.visitor();
  await visitor.get('/api/auth/csrf');
  const body = { email: 'replay@example.org', password: PASSWORD };
  const retry = sameAs(visitor);
  const first = await visitor.post('/api/auth/register', body, withKey('r'));
  const second = await retry.post('/api/auth/register', body, withKey('r'));
  expect([second.status, second.text]).toEqual([201, first.text]);
  expect((await retry.get('/api/settings/sessions')).body.items).toHaveLength(1);
});

test('D8 a key belongs to its caller: another caller with the same key and body gets their own response', async () => {
  const [one, two] = [await world.member(), await world.member()];
  await one.post('/api/settings/sessions/destroy-others', {}, withKey('shared'));
  const other = await two.post('/api/settings/sessions/destroy-others', {}, withKey('shared'));
  expect(other.headers['idempotent-replayed']).toBeUndefined();
  const anonymous = await world
    .visitor()
    .post('/api/settings/sessions/destroy-others', {}, withKey('shared'));
  expect(anonymous.status).toBe(401);
});

test('D8 a refusal is not stored: the retry may succeed', async () => {
  const member = await world.member();
  const wrong = { current_password: 'wrong one', new_password: 'a new password 9' };
  expect((await member.put('/api/settings/password', wrong, withKey('p'))).status).toBe(403);
  const right = { current_password: PASSWORD, new_password: 'a new password 9' };
  expect((await member.put('/api/settings/password', right, withKey('p'))).status).toBe(200);
});

test('D8 a refusal with an intended effect has it under a key too', async () => {
  const member = await world.member({ transport: 'bearer' });
  const refresh = (token: unknown, key: string) =>
    world
      .visitor()
      .post('/api/auth/refresh', { refresh_token: token, transport: 'bearer' }, withKey(key));
  const grandparent = member.tokens.refresh;
  const parent = (await refresh(grandparent, 'a')).body.refresh_token;
  await refresh(parent, 'b');
  expect((await refresh(grandparent, 'c')).body.code).toBe('session_reused');
  const [row] = await world.sql('select end_reason from session where id = $1', [
    member.session_id,
  ]);
  expect(row?.['end_reason']).toBe('reused');
});

test('D8 a response is stored for a day, encrypted, and then the key is free again', async () => {
  const member = await world.member({ transport: 'bearer' });
  await member.put(remarkOf(member.session_id), { remark: '灯下的书桌' }, withKey('day'));
  const [row] = await world.sql('select reply from idempotent_reply where uid = $1', [member.uid]);
  expect(String(row?.['reply'])).not.toContain('灯下');
  await world.sql(
    "update idempotent_reply set created_at = created_at - interval '25 hours' where uid = $1",
    [member.uid],
  );
  const later = await member.put(remarkOf(member.session_id), { remark: 'other' }, withKey('day'));
  expect([later.status, later.headers['idempotent-replayed']]).toEqual([200, undefined]);
});

test('D8 a key has 1 to 64 characters', async () => {
  const member = await world.member();
  for (const key of ['', 'x'.repeat(65)]) {
    const response = await member.put(remarkOf(member.session_id), { remark: 'x' }, withKey(key));
    expect([key.length, response.status]).toEqual([key.length, 400]);
  }
});
