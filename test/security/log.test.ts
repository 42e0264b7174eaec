import { expect, test } from 'vitest';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ LIMIT_LOGIN_IP: '2/900/900', LIMIT_LOGIN_ACCOUNT: 'off' });
type Line = Record<string, unknown>;

/** The lines logged during the call. */
async function linesOf(what: () => Promise<unknown>): Promise<Line[]> {
  const before = world.logged.length;
  await what();
  return world.logged.slice(before).map((line) => JSON.parse(line) as Line);
}

const member = await world.member();
const admin = await world.member({ role: 'admin' });
const banned = await world.member({ status: 'banned' });
const attacker = world.visitor({ ip: '192.0.2.77' });

const EVENTS: [string, () => Promise<unknown>, Line][] = [
  [
    'a log-in',
    () => world.visitor().logIn(member.email, PASSWORD),
    { method: 'POST', route: '/api/auth/login', status: 200 },
  ],
  [
    'a failed log-in',
    () => attacker.logIn(member.email, 'wrong password'),
    { route: '/api/auth/login', status: 401, code: 'bad_credentials' },
  ],
  [
    'a limit that was hit',
    async () => {
      for (let count = 0; count < 3; count++) await attacker.logIn(member.email, 'wrong password');
    },
    { route: '/api/auth/login', status: 429, code: 'rate_limited' },
  ],
  [
    'an anonymous call',
    () => world.visitor().get('/api/messages'),
    { route: '/api/messages', status: 401, code: 'unauthenticated' },
  ],
  [
    'a call that needs another role',
    () => member.get('/api/admin/users'),
    { route: '/api/admin/users', status: 403, code: 'role_required', uid: member.uid },
  ],
  [
    'a write by a banned member',
    () => banned.post('/api/folders', { name: 'x' }),
    { route: '/api/folders', status: 403, code: 'banned', uid: banned.uid },
  ],
  [
    'a forged call',
    () => member.post('/api/folders', { name: 'x' }, { headers: { 'x-csrf-token': 'x' } }),
    { route: '/api/folders', status: 403, code: 'csrf_failed', uid: member.uid },
  ],
  [
    'an invalid call',
    () => member.post('/api/folders', { surprise: 1 }),
    { route: '/api/folders', status: 400, code: 'invalid_input', uid: member.uid },
  ],
  [
    'a staff action',
    () => admin.put(`/api/admin/users/${banned.uid}/status`, { status: 'active', reason: 'x' }),
    { route: '/api/admin/users/:uid/status', status: 200, uid: admin.uid },
  ],
];

test.each(EVENTS)(
  'ASVS 16.2.1, 16.3.1, 16.3.2, 16.3.3 %s is one line with user, action, time and request id',
  async (_, act, expected) => {
    const lines = await linesOf(act);
    const line = lines.find(
      (one) => one['msg'] === 'request' && one['status'] === expected['status'],
    );
    expect(line).toMatchObject({
      ...expected,
      level: 30,
      time: expect.any(Number),
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ms: expect.any(Number),
    });
  },
);

test('ASVS 16.3.3 a replayed token, a new password and a deletion are security events in the log and in the database', async () => {
  const person = await world.member({ transport: 'bearer' });
  const spent = person.tokens.refresh;
  const refresh = (refresh_token: unknown) =>
    world.visitor().post('/api/auth/refresh', { refresh_token, transport: 'bearer' });
  const lines = await linesOf(async () => {
    const second = (await refresh(spent)).body;
    await refresh(second.refresh_token);
    await refresh(spent);
    const other = await world.member();
    const passwords = { current_password: PASSWORD, new_password: 'quite another one' };
    await other.put('/api/settings/password', passwords);
    await other.post('/api/settings/delete-account', { password: 'quite another one' });
  });
  const events = lines
    .filter((line) => line['msg'] === 'security event')
    .map((line) => line['event']);
  expect(events).toEqual(['session_reused', 'password_changed', 'account_deleted']);
  const rows = await world.sql('select kind from security_event order by id');
  expect(rows.map((row) => row['kind'])).toEqual(events);
});

test("ASVS 16.4.1 a caller's input cannot end or begin a log line", async () => {
  const lines = await linesOf(async () => {
    await world.visitor().get('/api/nothing%0A{"level":60,"msg":"forged"}');
    await world.visitor({ user_agent: 'x\u2028{"msg":"forged"}' }).get('/api/nothing');
    await member.post('/api/folders', { 'x\n{"msg":"forged"}': 1 });
  });
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.filter((line) => line['msg'] === 'forged')).toEqual([]);
});
