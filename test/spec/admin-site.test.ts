import { describe, expect, test } from 'vitest';
import { zhCN } from '../../src/locales/zh-CN/messages.ts';
import { SITE_SETTING_KEYS } from '../../src/site-settings/rules.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const owner = await world.member({ role: 'owner', exp: 1, transport: 'bearer' });
const admin = await world.member({ role: 'admin', transport: 'bearer' });
const KEY = 'audit.enabled';
const MISSING = 999_999_999;

const flip = (who: Client, value: unknown, key = KEY) =>
  who.put(`/api/admin/site-settings/${key}`, { value });
const read = async () => (await owner.get('/api/admin/site-settings')).body.items[0];
const newMember = (exp = 1) => world.member({ transport: 'bearer', exp });
const logged = async (query = '') =>
  (await admin.get(`/api/admin/staff-log?subject_kind=site_setting${query}`)).body.items;

/** A named member with a pending rename. */
async function whoWaits(name: string): Promise<{ one: Client; id: number }> {
  const one = await newMember();
  const response = await one.put('/api/settings/profile', { username: name });
  expect(response.status).toBe(200);
  const queue = await admin.get('/api/admin/profile-changes?limit=100');
  const change = queue.body.items.find(
    (item: { user: { uid: number } }) => item.user.uid === one.uid,
  );
  return { one, id: change.id };
}

async function outcomes(operate: (who: Client) => ReturnType<Client['get']>): Promise<unknown[]> {
  const banned = await world.member({ status: 'banned', transport: 'bearer' });
  const found = [];
  for (const who of [world.visitor(), await newMember(), banned, admin, owner]) {
    const response = await operate(who);
    found.push(response.status < 300 ? response.status : response.body.code);
  }
  return found;
}

describe('§4 page /admin/site-settings', () => {
  test('D49 a fresh install reviews nothing, and no setting has an author', async () => {
    const { body } = await owner.get('/api/admin/site-settings');
    expect(body.items.map((one: { key: string }) => one.key)).toEqual(SITE_SETTING_KEYS);
    expect(body.items[0]).toEqual({
      key: KEY,
      description: zhCN.setup.audit,
      value: false,
      default: false,
      updated_at: null,
      updated_by: null,
      consequences: { pending_posts: 0, pending_profiles: 0 },
    });
  });

  test('§5.5b only the owner sees and changes the settings', async () => {
    const closed = ['unauthenticated', 'role_required', 'role_required', 'role_required'];
    expect(await outcomes((who) => who.get('/api/admin/site-settings'))).toEqual([...closed, 200]);
    expect(await outcomes((who) => flip(who, false))).toEqual([...closed, 200]);
    expect((await read()).updated_at).toBeNull();
  });

  test('§2 Site setting, §4 GET /api/settings/audit-status, D47 a change applies from the next request on and is logged with its actor; the same value again is not logged', async () => {
    const member = await newMember();
    const on = await flip(owner, true);
    expect([on.status, on.body]).toMatchObject([
      200,
      { key: KEY, value: true, default: false, updated_by: { uid: owner.uid } },
    ]);
    const { body } = await member.get('/api/settings/audit-status');
    expect(body).toEqual({ audit_enabled: true });
    expect(await flip(owner, true)).toMatchObject({ status: 200 });
    expect((await read()).updated_at).toBe(on.body.updated_at);
    await flip(owner, false);
    expect(await logged()).toMatchObject([
      { action: 'setting.change', before: { [KEY]: true }, after: { [KEY]: false } },
      { actor: { uid: owner.uid }, before: { [KEY]: false }, after: { [KEY]: true } },
    ]);
  });

  test('concurrent changes are logged one after the other, each from the value before it', async () => {
    const before = await logged('&limit=100');
    const values = Array.from({ length: 16 }, (_, index) => index % 2 === 0);
    const responses = await Promise.all(values.map((value) => flip(owner, value)));
    expect(responses.map((one) => one.status)).toEqual(values.map(() => 200));
    const all = (await logged('&limit=100')).toReversed();
    expect(all.length).toBeGreaterThan(before.length);
    let value = false;
    for (const entry of all) {
      expect([entry.before, entry.after]).toEqual([{ [KEY]: value }, { [KEY]: !value }]);
      value = !value;
    }
    expect((await read()).value).toBe(value);
    await flip(owner, false);
  });

  test('an unknown setting is not found, and a value that is not a boolean is refused', async () => {
    for (const key of ['audit.disabled', 'constructor', '__proto__', 'AUDIT.ENABLED'])
      expect([(await flip(owner, true, key)).status, key]).toEqual([404, key]);
    for (const value of ['true', 1, null, undefined])
      expect((await flip(owner, value)).body.code).toBe('invalid_input');
    expect(await world.sql('select key from site_setting')).toEqual([{ key: KEY }]);
  });

  test('D22 switching review publishes nothing by itself, and the owner sees how many posts wait', async () => {
    await flip(owner, true);
    const author = await newMember();
    const text = { title: 'A lamp', body: '<p>light</p>' };
    const { body: post } = await author.post('/api/studio/posts', text);
    await author.post(`/api/studio/posts/${post.id}/submit`);
    const { one, id } = await whoWaits('提灯人');
    expect((await read()).consequences).toEqual({ pending_posts: 1, pending_profiles: 1 });
    const off = await flip(owner, false);
    expect(off.body.consequences).toEqual({ pending_posts: 1, pending_profiles: 1 });
    expect((await author.get(`/api/studio/posts/${post.id}`)).body.status).toBe('pending');
    expect((await world.visitor().get(`/api/posts/${post.id}`)).status).toBe(404);
    expect((await one.get('/api/settings/profile')).body.username).toBeNull();
    expect((await admin.post(`/api/admin/profile-changes/${id}/accept`)).status).toBe(204);
    expect((await read()).consequences.pending_profiles).toBe(0);
  });
});

describe('D47 profile reviews', () => {
  const accept = (who: Client, id: number) => who.post(`/api/admin/profile-changes/${id}/accept`);
  const refuse = (who: Client, id: number, body: object = { reason: 'not a name' }) =>
    who.post(`/api/admin/profile-changes/${id}/refuse`, body);
  const logOf = async (id: number) =>
    (await admin.get(`/api/admin/staff-log?subject_kind=profile_change&subject_id=${id}`)).body
      .items;

  test('§5.5 who may see and decide', async () => {
    const closed = ['unauthenticated', 'role_required', 'role_required'];
    const list = await outcomes((who) => who.get('/api/admin/profile-changes'));
    expect(list).toEqual([...closed, 200, 200]);
    for (const decide of [accept, refuse])
      expect(await outcomes((who) => decide(who, MISSING))).toEqual([
        ...closed,
        'not_found',
        'not_found',
      ]);
  });

  test('accepting and refusing are logged with actor, reason, before and after', async () => {
    await flip(owner, true);
    const [first, second] = [await whoWaits('守灯人'), await whoWaits('吹灯人')];
    expect((await accept(admin, first.id)).status).toBe(204);
    expect((await refuse(admin, second.id, { reason: ' rude ' })).status).toBe(204);
    expect((await first.one.get('/api/settings/profile')).body.username).toBe('守灯人');
    expect((await second.one.get('/api/settings/profile')).body.username).toBeNull();
    expect(await logOf(first.id)).toMatchObject([
      {
        actor: { uid: admin.uid },
        action: 'profile.accept',
        before: { state: 'pending' },
        after: { state: 'accepted' },
      },
    ]);
    expect(await logOf(second.id)).toMatchObject([
      { action: 'profile.refuse', reason: 'rude', after: { state: 'refused' } },
    ]);
    const again = await refuse(admin, first.id);
    expect([again.status, again.body.code]).toEqual([409, 'wrong_state']);
    expect((await logOf(first.id)).length).toBe(1);
  });

  test('a refusal needs a reason', async () => {
    await flip(owner, true);
    const { id } = await whoWaits('点灯人');
    for (const body of [{}, { reason: ' ' }, { reason: 1 }])
      expect((await refuse(admin, id, body)).body.code).toBe('invalid_input');
    expect(await logOf(id)).toEqual([]);
  });

  test('of ten concurrent decisions one succeeds, and one is logged', async () => {
    await flip(owner, true);
    const { id } = await whoWaits('换灯人');
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? accept(admin, id) : refuse(owner, id))),
    );
    expect(responses.map((one) => one.status).toSorted()).toEqual([204, ...Array(9).fill(409)]);
    expect((await logOf(id)).length).toBe(1);
  });
});

describe('D47 the staff log', () => {
  test('§5.5 admins and the owner may read it', async () => {
    const closed = ['unauthenticated', 'role_required', 'role_required'];
    expect(await outcomes((who) => who.get('/api/admin/staff-log'))).toEqual([...closed, 200, 200]);
  });

  test('D2 pages newest first, by actor and by subject', async () => {
    const judge = await world.member({ role: 'admin', transport: 'bearer' });
    const people = [await newMember(), await newMember(), await newMember()];
    for (const { uid } of people)
      for (const status of ['banned', 'active'])
        await judge.put(`/api/admin/users/${uid}/status`, { status, reason: 'a test' });
    const read = async (query: string) => {
      const items: { id: number; subject_id: number; actor: { uid: number } }[] = [];
      let cursor = '';
      do {
        const { body } = await judge.get(`/api/admin/staff-log?${query}${cursor}`);
        items.push(...body.items);
        cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : '';
      } while (cursor);
      return items;
    };
    const own = await read(`actor_uid=${judge.uid}&limit=4`);
    const newestFirst = people.toReversed().flatMap(({ uid }) => [uid, uid]);
    expect(own.map((one) => one.subject_id)).toEqual(newestFirst);
    const [first] = people as [Client];
    const about = await read(`subject_kind=user&subject_id=${first.uid}&limit=1`);
    expect(about).toEqual(own.slice(-2));
    const all = (await read('limit=5')).map((one) => one.id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    const [{ count } = {}] = await world.sql('select count(*) from staff_action');
    expect(all.length).toBe(Number(count));
  });
});
