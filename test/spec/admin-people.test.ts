import { describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20', LIMIT_LOGIN_IP: 'off' });
const owner = await world.member({ role: 'owner', transport: 'bearer' });
const MISSING = 999_999_999;

const newAdmin = () => world.member({ role: 'admin', transport: 'bearer' });
const newMember = () => world.member({ transport: 'bearer' });
const setStatus = (staff: Client, whom: { uid: number }, status: string, reason = 'spam') =>
  staff.put(`/api/admin/users/${whom.uid}/status`, { status, reason });
const setRole = (staff: Client, whom: { uid: number }, role: string) =>
  staff.put(`/api/admin/users/${whom.uid}/role`, { role });
const look = async (whom: { uid: number }) =>
  (await owner.get(`/api/admin/users/${whom.uid}`)).body;
const logOf = async (whom: { uid: number }) =>
  (await owner.get(`/api/admin/staff-log?subject_kind=user&subject_id=${whom.uid}`)).body.items;
const notificationsOf = (whom: { uid: number }) =>
  world.sql('select kind, payload, actor_uid from notification where uid = $1 order by id', [
    whom.uid,
  ]);

async function rename(whom: { uid: number }, name: string): Promise<void> {
  await world.sql('update users set username = $2, username_key = $2 where uid = $1', [
    whom.uid,
    name,
  ]);
}

async function search(query: Record<string, string>): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const response = await owner.get('/api/admin/users', {
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    expect(response.status).toBe(200);
    found.push(...response.body.items.map((one: { uid: number }) => one.uid));
    cursor = response.body.next_cursor;
  } while (cursor);
  return found;
}

describe('§5.5 who may do what to whom', () => {
  type Actor = 'anonymous' | 'member' | 'banned' | 'admin' | 'owner';
  const operations: Record<string, (who: Client, whom: Client) => ReturnType<Client['get']>> = {
    list: (who) => who.get('/api/admin/users'),
    read: (who, whom) => who.get(`/api/admin/users/${whom.uid}`),
    ban: (who, whom) => setStatus(who, whom, 'banned'),
    unban: (who, whom) => setStatus(who, whom, 'active'),
    promote: (who, whom) => setRole(who, whom, 'admin'),
    demote: (who, whom) => setRole(who, whom, 'member'),
  };
  const closed = { anonymous: 'unauthenticated', member: 'role_required', banned: 'role_required' };
  const byStaff: Record<string, { admin: string | number; owner: string | number }> = {
    list: { admin: 200, owner: 200 },
    read: { admin: 200, owner: 200 },
    ban: { admin: 200, owner: 200 },
    unban: { admin: 200, owner: 200 },
    promote: { admin: 'role_required', owner: 200 },
    demote: { admin: 'role_required', owner: 200 },
  };

  async function actorOf(kind: Actor): Promise<Client> {
    if (kind === 'anonymous') return world.visitor();
    if (kind === 'member') return newMember();
    if (kind === 'banned') return world.member({ status: 'banned', transport: 'bearer' });
    return kind === 'admin' ? newAdmin() : owner;
  }

  test.each(
    Object.keys(operations).flatMap((operation) =>
      (['anonymous', 'member', 'banned', 'admin', 'owner'] as Actor[]).map(
        (actor) => [actor, operation] as const,
      ),
    ),
  )('§5.5a the %s and the operation %s on a member', async (actor, operation) => {
    const [who, whom] = [await actorOf(actor), await newMember()];
    const before = await look(whom);
    const response = await operations[operation]?.(who, whom);
    const outcome = response?.status === 200 ? 200 : response?.body.code;
    const expected = { ...closed, ...byStaff[operation] }[actor];
    expect(outcome).toBe(expected);
    if (outcome !== 200) expect(await look(whom)).toEqual(before);
  });

  test('D56 a banned admin can use no staff route', async () => {
    const [admin, whom] = [await newAdmin(), await newMember()];
    await setStatus(owner, admin, 'banned');
    await admin.logIn(admin.email, PASSWORD, 'bearer');
    expect((await admin.get('/api/admin/users')).body.code).toBe('role_required');
    expect((await setStatus(admin, whom, 'banned')).body.code).toBe('role_required');
    expect((await look(whom)).status).toBe('active');
  });

  test('no staff member acts on themselves, and no admin on an admin', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    expect((await setStatus(admin, admin, 'banned')).body.code).toBe('not_on_oneself');
    expect((await setStatus(owner, owner, 'banned')).body.code).toBe('not_on_oneself');
    expect((await setRole(owner, owner, 'member')).body.code).toBe('not_on_oneself');
    expect((await setStatus(admin, other, 'banned')).body.code).toBe('role_required');
    expect((await look(other)).status).toBe('active');
    expect((await setStatus(owner, other, 'banned')).status).toBe(200);
    expect((await setStatus(admin, other, 'active')).body.code).toBe('role_required');
    expect((await look(other)).status).toBe('banned');
  });

  test('D17 the owner cannot be banned or demoted', async () => {
    const admin = await newAdmin();
    const response = await setStatus(admin, owner, 'banned');
    expect([response.status, response.body.code]).toEqual([403, 'owner_protected']);
    expect(await look(owner)).toMatchObject({ role: 'owner', status: 'active' });
    expect(await logOf(owner)).toEqual([]);
  });

  test('D17 the owner appoints admins, and no second owner', async () => {
    const whom = await newMember();
    expect((await whom.get('/api/admin/users')).status).toBe(403);
    const made = await owner.put(`/api/admin/users/${whom.uid}/role`, {
      role: 'admin',
      reason: 'knows everybody',
    });
    expect([made.status, made.body.role]).toEqual([200, 'admin']);
    expect((await whom.get('/api/admin/users')).status).toBe(200);
    expect((await setRole(owner, whom, 'owner')).body.code).toBe('invalid_input');
    expect((await setRole(owner, whom, 'member')).body.role).toBe('member');
    expect((await whom.get('/api/admin/users')).status).toBe(403);
    expect((await notificationsOf(whom)).map((one) => one['payload'])).toEqual([
      { role: 'admin' },
      { role: 'member' },
    ]);
  });

  test('a missing or purged user is not found', async () => {
    const gone = await newMember();
    await world.sql(
      `update users set deleted_at = now(), purged_at = now(), email = null, email_key = null,
              password_hash = null where uid = $1`,
      [gone.uid],
    );
    for (const whom of [gone, { uid: MISSING }]) {
      expect((await setStatus(owner, whom, 'banned')).status).toBe(404);
      expect((await setRole(owner, whom, 'admin')).status).toBe(404);
    }
    expect((await owner.get(`/api/admin/users/${MISSING}`)).status).toBe(404);
  });
});

describe('D47 the list of users', () => {
  test('shows staff fields to staff only', async () => {
    const whom = await world.member({ exp: 200, transport: 'bearer' });
    await whom.get('/api/energy/info');
    const second = world.visitor();
    await second.logIn(whom.email, PASSWORD);
    expect(await look(whom)).toEqual({
      uid: whom.uid,
      username: null,
      name: `用户${whom.uid}`,
      avatar_url: null,
      level: 2,
      email: whom.email,
      role: 'member',
      status: 'active',
      banned_until: null,
      created_at: expect.any(String),
      deleted_at: null,
      balance: 1,
      exp: 205,
      invited_by: null,
      session_count: 2,
    });
    await second.post('/api/auth/logout');
    expect((await look(whom)).session_count).toBe(1);
    world.wait(3600 * 24 * 120);
    expect((await world.sql('select 1 from session where uid = $1', [whom.uid])).length).toBe(2);
    await owner.logIn(owner.email, PASSWORD, 'bearer');
    expect((await look(whom)).session_count).toBe(0);
  });

  test('§4 Admin.users, D2 pages newest first, by role and status', async () => {
    const admin = await newAdmin();
    const member = await newMember();
    const banned = await newMember();
    await setStatus(owner, banned, 'banned');
    const all = await search({ limit: '7' });
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(await search({ limit: '100' }));
    expect(all).toEqual(expect.arrayContaining([admin.uid, member.uid, banned.uid, owner.uid]));
    expect(await search({ role: 'owner' })).toEqual([owner.uid]);
    const admins = await search({ role: 'admin', limit: '3' });
    expect(admins).toContain(admin.uid);
    expect(admins).not.toContain(member.uid);
    const out = await search({ status: 'banned', limit: '2' });
    expect(out).toContain(banned.uid);
    expect(out).not.toContain(member.uid);
    expect(await search({ status: 'banned', role: 'owner' })).toEqual([]);
  });

  test('finds by uid, by the whole e-mail address in any spelling, and by a name prefix', async () => {
    const whom = await world.member({ email: 'Lantern.Lighter@example.org' });
    const others = [await newMember(), await newMember(), await newMember()];
    for (const [index, one] of others.entries()) await rename(one, `灯塔${index}`);
    expect(await search({ q: String(whom.uid) })).toEqual([whom.uid]);
    expect(await search({ q: ' LANTERN.lighter@EXAMPLE.org ' })).toEqual([whom.uid]);
    expect(await search({ q: 'lantern.lighter@' })).toEqual([]);
    expect(await search({ q: '灯塔', limit: '1' })).toEqual(others.map((one) => one.uid));
    expect(await search({ q: '灯塔', status: 'banned' })).toEqual([]);
    await setStatus(owner, others[1] as Client, 'banned');
    expect(await search({ q: '灯塔', status: 'banned' })).toEqual([others[1]?.uid]);
    expect(await search({ q: '100%_' })).toEqual([]);
  });

  test('a numeric query lists the user with that uid first and once, before matching names', async () => {
    const [whom, other] = [await newMember(), await newMember()];
    await rename(whom, `${whom.uid}b`);
    await rename(other, `${whom.uid}a`);
    for (const limit of ['1', '2', '20'])
      expect(await search({ q: String(whom.uid), limit })).toEqual([whom.uid, other.uid]);
  });

  test('D15 deleted accounts stay visible here and can be banned; the ban outlives their restore', async () => {
    const whom = await newMember();
    await whom.post('/api/settings/delete-account', { password: PASSWORD });
    expect(await look(whom)).toMatchObject({ email: whom.email, deleted_at: expect.any(String) });
    expect(await search({ q: whom.email })).toEqual([whom.uid]);
    expect((await setStatus(owner, whom, 'banned')).body).toMatchObject({ status: 'banned' });
    const refused = await whom.logIn(whom.email, PASSWORD, 'bearer');
    const restored = await world.visitor().post('/api/auth/confirm-restore', {
      restore_token: refused.body.restore_token,
    });
    expect(restored.body.user.status).toBe('banned');
  });

  test('a cursor of another list is refused', async () => {
    const { next_cursor } = (await owner.get('/api/admin/users?limit=1')).body;
    const response = await owner.get(`/api/admin/users?q=a&cursor=${next_cursor}`);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
  });
});

describe('§3 Banned users', () => {
  test('§3 Banned.sessions, D16, ASVS 7.4.5 a ban ends every session, notifies the member of the reason, and is logged; so is an unban', async () => {
    const [admin, whom] = [await newAdmin(), await newMember()];
    const second = world.visitor();
    await second.logIn(whom.email, PASSWORD);
    const response = await setStatus(admin, whom, 'banned', 'sold lamps');
    expect(response.body).toMatchObject({ uid: whom.uid, status: 'banned', session_count: 0 });
    for (const device of [whom, second])
      expect((await device.get('/api/energy/info')).status).toBe(401);

    await whom.logIn(whom.email, PASSWORD, 'bearer');
    expect((await whom.get('/api/energy/info')).status).toBe(200);
    expect((await whom.put('/api/space/privacy', { follows_public: true })).body.code).toBe(
      'banned',
    );
    await setStatus(admin, whom, 'active', 'apologized');
    expect((await whom.get('/api/energy/info')).status).toBe(401);
    await whom.logIn(whom.email, PASSWORD, 'bearer');
    expect((await whom.put('/api/space/privacy', { follows_public: true })).status).toBe(200);

    // The notification does not name the staff member.
    expect(await notificationsOf(whom)).toEqual([
      { kind: 'account_banned', payload: { reason: 'sold lamps' }, actor_uid: null },
      { kind: 'account_unbanned', payload: { reason: 'apologized' }, actor_uid: null },
    ]);
    expect(await logOf(whom)).toMatchObject([
      {
        actor: { uid: admin.uid },
        action: 'user.unban',
        reason: 'apologized',
        before: { status: 'banned' },
        after: { status: 'active' },
      },
      {
        actor: { uid: admin.uid },
        action: 'user.ban',
        reason: 'sold lamps',
        before: { status: 'active' },
        after: { status: 'banned' },
      },
    ]);
  });

  test('setting the same status or role again changes nothing, ends no session and writes no log', async () => {
    const whom = await newMember();
    expect((await setStatus(owner, whom, 'active')).status).toBe(200);
    expect((await setRole(owner, whom, 'member')).status).toBe(200);
    expect((await whom.get('/api/energy/info')).status).toBe(200);
    expect([await logOf(whom), await notificationsOf(whom)]).toEqual([[], []]);
  });

  test('requires a reason', async () => {
    const whom = await newMember();
    for (const reason of [undefined, '', '  ', 'x'.repeat(501), 1]) {
      const body = { status: 'banned', ...(reason === undefined ? {} : { reason }) };
      const response = await owner.put(`/api/admin/users/${whom.uid}/status`, body);
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    }
    expect((await look(whom)).status).toBe('active');
  });

  test('D16 of a hundred concurrent requests by the member none succeeds after the ban', async () => {
    const [admin, whom] = [await newAdmin(), await newMember()];
    let banned = false;
    const late: number[] = [];
    const early: number[] = [];
    const requests = async () => {
      for (let count = 0; count < 10; count++) {
        const after = banned;
        const { status } = await whom.put('/api/space/privacy', { follows_public: true });
        (after ? late : early).push(status);
      }
    };
    const ban = async () => {
      const response = await setStatus(admin, whom, 'banned');
      banned = true;
      return response.status;
    };
    const members = Array.from({ length: 10 }, requests);
    expect(await ban()).toBe(200);
    // Also sent as one burst, so that some arrive after the ban.
    members.push(...Array.from({ length: 10 }, requests));
    await Promise.all(members);
    expect(early.filter((status) => status !== 200 && status !== 401)).toEqual([]);
    expect(late.length).toBeGreaterThanOrEqual(100);
    expect(new Set(late)).toEqual(new Set([401]));
  });

  test('ten concurrent bans of one member leave one log row and one notification', async () => {
    const whom = await newMember();
    const admins = await Promise.all(Array.from({ length: 10 }, newAdmin));
    const responses = await Promise.all(admins.map((admin) => setStatus(admin, whom, 'banned')));
    expect(responses.map((one) => one.status)).toEqual(Array(10).fill(200));
    expect((await logOf(whom)).length).toBe(1);
    expect((await notificationsOf(whom)).length).toBe(1);
  });

  test("a member promoted to admin during another admin's ban is either banned before or not at all", async () => {
    for (let round = 0; round < 10; round++) {
      const [admin, whom] = [await newAdmin(), await newMember()];
      const [made, ban] = await Promise.all([
        setRole(owner, whom, 'admin'),
        setStatus(admin, whom, 'banned'),
      ]);
      expect(made.status).toBe(200);
      const log = (await logOf(whom)).map((one: { action: string }) => one.action);
      if (ban.status === 200) expect(log).toEqual(['user.role', 'user.ban']);
      else expect([ban.body.code, log]).toEqual(['role_required', ['user.role']]);
    }
  });
});
