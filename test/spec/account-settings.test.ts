import { describe, expect, test } from 'vitest';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const NEW_PASSWORD = 'another good one 7';

describe('§4 PUT /api/settings/password', () => {
  test('§4 PUT /api/settings/password, ASVS 6.2.2, 6.3.7, 7.4.3 ends every other session, renews this one and notifies the member', async () => {
    const member = await world.member();
    const elsewhere = world.visitor();
    await elsewhere.logIn(member.email, PASSWORD, 'bearer');
    const before = new Map(member.cookies);
    await member.put(`/api/settings/sessions/${member.session_id}/remark`, { remark: '书房' });

    const response = await member.put('/api/settings/password', {
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
    });
    expect(response.status).toBe(200);
    expect((await elsewhere.get('/api/settings/sessions')).status).toBe(401);
    const list = await member.get('/api/settings/sessions');
    expect(list.body.items).toMatchObject([
      { sid: member.session_id, remark: '书房', is_current: true },
    ]);

    const thief = world.visitor();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await thief.get('/api/settings/sessions')).status).toBe(401);
    const refresh = await thief.post('/api/auth/refresh');
    expect(refresh.body.code).toBe('login_required');
    expect((await member.get('/api/settings/sessions')).status).toBe(200);

    expect((await world.visitor().logIn(member.email, PASSWORD)).status).toBe(401);
    expect((await world.visitor().logIn(member.email, NEW_PASSWORD)).status).toBe(200);
    expect(await world.sql('select kind from notification where uid = $1', [member.uid])).toEqual([
      { kind: 'password_changed' },
    ]);
  });

  test('ASVS 6.2.3, 7.5.1 needs the current password', async () => {
    const member = await world.member();
    const wrong = await member.put('/api/settings/password', {
      current_password: 'not it',
      new_password: NEW_PASSWORD,
    });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
    const common = await member.put('/api/settings/password', {
      current_password: PASSWORD,
      new_password: 'password1',
    });
    expect([common.status, common.body.code, common.body.errors[0].pointer]).toEqual([
      422,
      'password_too_common',
      '/new_password',
    ]);
  });

  test('only one of two concurrent changes succeeds', async () => {
    const member = await world.member({ transport: 'bearer' });
    const responses = await Promise.all(
      ['first choice 11', 'second choice 22'].map((new_password) =>
        member.put('/api/settings/password', { current_password: PASSWORD, new_password }),
      ),
    );
    // By then the loser's password check or its tokens are void.
    expect(responses.filter((one) => one.status === 200)).toHaveLength(1);
    expect(responses.filter((one) => [401, 403].includes(one.status))).toHaveLength(1);
  });
});

describe('§4 GET /api/settings/sessions', () => {
  test('§4 GET /api/settings/sessions, §2 Session.device, §5.2b the list names the devices and marks the current one', async () => {
    const phone = world.visitor({
      user_agent:
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
      ip: '2001:db8::7',
    });
    await phone.register('devices@example.org', PASSWORD);
    world.wait(1);
    const desktop = world.visitor();
    await desktop.logIn('devices@example.org', PASSWORD);
    const { items } = (await desktop.get('/api/settings/sessions')).body;
    expect(items).toMatchObject([
      { sid: desktop.session_id, is_current: true },
      {
        sid: phone.session_id,
        is_current: false,
        browser: 'WeChat',
        os: 'Android',
        device_type: 'mobile',
        ip: '2001:db8::7',
      },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/salt|user_agent|generation/);
  });

  test('D2 the list is paged by cursor and refuses a broken cursor', async () => {
    const member = await world.member({ transport: 'bearer' });
    for (let count = 0; count < 4; count++)
      await world.visitor().logIn(member.email, PASSWORD, 'bearer');
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const query: Record<string, string> = cursor ? { limit: '2', cursor } : { limit: '2' };
      const { body, headers } = await member.get('/api/settings/sessions', { query });
      const link =
        body.next_cursor &&
        `<http://localhost:3000/api/settings/sessions?limit=2&cursor=${body.next_cursor}>; rel="next"`;
      expect(headers['link']).toBe(link ?? undefined);
      seen.push(...body.items.map((item: { sid: string }) => item.sid));
      expect(body.items.length).toBeLessThanOrEqual(2);
      cursor = body.next_cursor;
      if (!cursor) break;
    }
    expect(new Set(seen).size).toBe(5);
    for (const cursor of [
      'x',
      '!!',
      Buffer.from('[1,2]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      expect((await member.get('/api/settings/sessions', { query: { cursor } })).status).toBe(400);
    }
  });
});

describe('§4 DELETE /api/settings/sessions/:sid', () => {
  test('§4 DELETE /api/settings/sessions/:sid, ASVS 7.5.2, 10.4.9 ends one session, which fails on its next request', async () => {
    const member = await world.member({ transport: 'bearer' });
    const other = world.visitor();
    await other.logIn(member.email, PASSWORD, 'bearer');
    expect((await member.delete(`/api/settings/sessions/${other.session_id}`)).status).toBe(204);
    expect((await other.get('/api/settings/sessions')).status).toBe(401);
    expect((await member.delete(`/api/settings/sessions/${other.session_id}`)).status).toBe(404);
  });

  test("A05, ASVS 7.5.2, 8.2.2 another member's session is not found and stays open", async () => {
    const [member, victim] = [await world.member(), await world.member()];
    const before = await world.sql('select * from session where id = $1', [victim.session_id]);
    const foreign = await member.delete(`/api/settings/sessions/${victim.session_id}`);
    const missing = await member.delete(`/api/settings/sessions/${'A'.repeat(22)}`);
    const { instance: _a, ...first } = foreign.body;
    const { instance: _b, ...second } = missing.body;
    expect(first).toEqual(second);
    const remark = await member.put(`/api/settings/sessions/${victim.session_id}/remark`, {
      remark: 'mine',
    });
    expect(remark.status).toBe(404);
    expect(await world.sql('select * from session where id = $1', [victim.session_id])).toEqual(
      before,
    );
  });
});

test('§4 POST /api/settings/sessions/destroy-others ends all but the current session', async () => {
  const member = await world.member({ transport: 'bearer' });
  const others = [world.visitor(), world.visitor()];
  for (const other of others) await other.logIn(member.email, PASSWORD, 'bearer');
  expect((await member.post('/api/settings/sessions/destroy-others')).body).toEqual({ ended: 2 });
  for (const other of others) expect((await other.get('/api/settings/sessions')).status).toBe(401);
  expect((await member.get('/api/settings/sessions')).status).toBe(200);
});

test('§4 PUT /api/settings/sessions/:sid/remark, §2 Session.remark names a device', async () => {
  const member = await world.member();
  const url = `/api/settings/sessions/${member.session_id}/remark`;
  expect((await member.put(url, { remark: ' 家里的电脑 ' })).body).toEqual({
    remark: '家里的电脑',
  });
  expect((await member.put(url, { remark: 'x'.repeat(65) })).status).toBe(400);
  expect((await member.get('/api/settings/sessions')).body.items[0].remark).toBe('家里的电脑');
});

test('§4 GET /api/settings/audit-status: it returns whether review is on; D49 it is off on a fresh install', async () => {
  const member = await world.member();
  expect((await member.get('/api/settings/audit-status')).body).toEqual({ audit_enabled: false });
});

describe('§4 POST /api/settings/delete-account and §4 POST /api/auth/confirm-restore', () => {
  /** Every row of every table that refers to the user, as text; without sessions and history, which change. */
  async function rowsOf(uid: number): Promise<string> {
    const tables = await world.sql(
      `select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'uid'
          and table_name not in ('session', 'restore_token', 'security_event') order by 1`,
    );
    const parts = [];
    for (const { table_name } of tables) {
      const rows = await world.sql(
        // A card counts its versions.
        `select (to_jsonb(t) - 'version')::text as row from "${table_name}" t where uid = $1 order by 1`,
        [uid],
      );
      parts.push(`${table_name}: ${rows.map((row) => row['row']).join('\n')}`);
    }
    return parts.join('\n');
  }

  test('§4 POST /api/settings/delete-account, §4 POST /api/auth/confirm-restore, D15 a deleted account is restored within the window, every row byte-equal to before', async () => {
    const member = await world.member();
    await world.sql(
      "insert into notification (uid, kind, cause, created_at) values ($1, 'password_changed', 'test', now())",
      [member.uid],
    );
    const before = await rowsOf(member.uid);
    expect(
      (await member.post('/api/settings/delete-account', { password: 'wrong one' })).body.code,
    ).toBe('wrong_password');
    const deleted = await member.post('/api/settings/delete-account', { password: PASSWORD });
    expect(deleted.status).toBe(200);
    expect(member.cookies.has('sid')).toBe(false);
    expect(await rowsOf(member.uid)).not.toBe(before);

    const visitor = world.visitor();
    const login = await visitor.logIn(member.email, PASSWORD);
    expect([login.status, login.body.code]).toEqual([409, 'restore_required']);
    expect(login.body.restorable_until).toBe(deleted.body.restorable_until);
    expect(visitor.cookies.has('sid')).toBe(false);

    const restored = await visitor.post('/api/auth/confirm-restore', {
      restore_token: login.body.restore_token,
    });
    expect(restored.status).toBe(200);
    expect((await visitor.get('/api/settings/sessions')).status).toBe(200);
    expect(await rowsOf(member.uid)).toBe(before);
    const history = await world.sql('select kind from security_event where uid = $1 order by id', [
      member.uid,
    ]);
    expect(history.map((row) => row['kind'])).toEqual(['account_deleted', 'account_restored']);
  });

  test('ASVS 6.5.1, 6.5.2, 6.5.5 the restore token works once, for ten minutes, and is stored hashed', async () => {
    const member = await world.member();
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    const first = (await world.visitor().logIn(member.email, PASSWORD)).body.restore_token;
    const stored = await world.sql(
      "select encode(token_hash, 'base64') as hash from restore_token where uid = $1",
      [member.uid],
    );
    expect(JSON.stringify(stored)).not.toContain(first);
    world.wait(601);
    const late = await world.visitor().post('/api/auth/confirm-restore', { restore_token: first });
    expect([late.status, late.body.code]).toEqual([401, 'restore_token_invalid']);

    const second = (await world.visitor().logIn(member.email, PASSWORD)).body.restore_token;
    const [uid, random] = second.split('.');
    expect(uid).toBe(String(member.uid));
    for (const restore_token of [
      `${member.uid + 1}.${random}`,
      random,
      `9007199254740993.${random}`,
    ]) {
      const wrong = await world.visitor().post('/api/auth/confirm-restore', { restore_token });
      expect([wrong.status, wrong.body.code]).toEqual([401, 'restore_token_invalid']);
    }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.visitor().post('/api/auth/confirm-restore', { restore_token: second }),
      ),
    );
    expect(responses.filter((one) => one.status === 200)).toHaveLength(1);
    expect(responses.filter((one) => one.body.code === 'restore_token_invalid')).toHaveLength(9);
  });

  test('D16 a ban survives deletion and restore', async () => {
    const member = await world.member({ transport: 'bearer' });
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    await world.sql("update users set status = 'banned' where uid = $1", [member.uid]);
    const { restore_token } = (await world.visitor().logIn(member.email, PASSWORD)).body;
    const restored = await world.visitor().post('/api/auth/confirm-restore', { restore_token });
    expect(restored.body.user.status).toBe('banned');
  });

  test('the owner cannot delete their account', async () => {
    const owner = await world.member({ role: 'owner' });
    const response = await owner.post('/api/settings/delete-account', { password: PASSWORD });
    expect([response.status, response.body.code]).toEqual([409, 'owner_must_stay']);
  });
});
