import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockBalances, moveEnergy } from '../../src/energy/actions.ts';
import { BURNT, MINT } from '../../src/energy/rules.ts';
import {
  changeProfile,
  decideProfileChange,
  listProfileChanges,
  purgeProfile,
  withdrawChange,
} from '../../src/profiles/actions/change-profile.ts';
import { setSiteSetting } from '../../src/site-settings/actions.ts';
import { emptyUser } from '../../src/users/actions/delete-user.ts';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { ALL_ENERGY, SITE_SIDES } from '../support/site-energy.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const staff = await world.member({ role: 'admin', transport: 'bearer' });
const MISSING = 999_999_999;
const COST = 6;

const join = () => world.member({ transport: 'bearer' });
async function joinMany(count: number): Promise<Client[]> {
  const people: Client[] = [];
  // One after the other: the service would reject fifty concurrent password hashes.
  while (people.length < count) people.push(await join());
  return people;
}
const change = (who: Client, changes: object) => who.put('/api/settings/profile', changes);
const withdraw = (who: Client) => who.delete('/api/settings/profile/pending');
const own = async (who: Client) => (await who.get('/api/settings/profile')).body;
const shown = async (who: { uid: number }) =>
  (await world.visitor().get(`/api/users/${who.uid}`)).body;

function review(on: boolean): Promise<void> {
  const updated_at = world.ctx.now();
  return world.ctx.tx((trx) =>
    setSiteSetting(trx, { key: 'audit.enabled', value: on, updated_by: staff.uid, updated_at }),
  );
}

function decide(id: number, accept: boolean, reason = '') {
  return world.ctx.tx((trx) =>
    decideProfileChange(world.ctx, trx, staff.uid, id, { accept, reason }),
  );
}

let names = 0;
const freshName = () => `灯客${String.fromCharCode(97 + (names % 26))}${++names}`;

/** A member who has used the free first name and today's check-in. */
async function namedMember(name = freshName()): Promise<Client> {
  const member = await join();
  const on = (await staff.get('/api/settings/audit-status')).body.audit_enabled;
  await review(false);
  const response = await change(member, { username: name });
  if (response.status !== 200) throw new Error(response.text);
  await member.get('/api/settings/profile');
  await review(on);
  return member;
}

async function balanceOf(who: { uid: number }): Promise<number> {
  const [row] = await world.sql('select balance from energy_account where uid = $1', [who.uid]);
  return Number(row?.['balance'] ?? 0);
}

let adjustments = 0;

/** Through the ledger, like every change of a balance. */
async function setBalance(who: { uid: number }, changes: number): Promise<void> {
  await world.ctx.tx(async (trx) => {
    const balance = (await lockBalances(trx, [who.uid])).get(who.uid) ?? 0;
    const missing = changes - balance;
    if (missing === 0) return;
    const [from, to] = missing > 0 ? [MINT, who.uid] : [who.uid, BURNT];
    const cause = `test:${++adjustments}`;
    const amount = Math.abs(missing);
    await moveEnergy(trx, { cause, reason: 'adjust', from, to, amount, created_at: new Date() });
  });
}

/** Energy that renaming moved from or to a member's account, in order. */
async function renameEntries(who: { uid: number }) {
  const rows = await world.sql(
    `select transfer.reason, entry.delta from energy_entry entry join energy_transfer transfer on transfer.id = transfer_id
      where account_id = $1 and transfer.reason like 'rename%' order by seq`,
    [who.uid],
  );
  return rows.map((row) => [row['reason'], row['delta']]);
}

async function changesOf(who: { uid: number }) {
  return world.sql(
    'select username, signature, state, escrow, decided_by from profile_change where uid = $1 order by id',
    [who.uid],
  );
}

async function notificationsOf(who: { uid: number }, kind: string) {
  return world.sql(
    'select cause, payload from notification where uid = $1 and kind = $2 order by id',
    [who.uid, kind],
  );
}

async function taskExp(who: { uid: number }): Promise<unknown[]> {
  const rows = await world.sql(
    `select cause, delta from exp_entry where uid = $1 and reason = 'task' order by id`,
    [who.uid],
  );
  return rows.map((row) => [row['cause'], row['delta']]);
}

const count = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length;

beforeEach(() => review(false));

/**
 * After every test: the ledger adds up, escrow equals pending renames, and each name is claimed by its owner or
 * requester.
 */
afterEach(async () => {
  expect(await world.sql(`select ${ALL_ENERGY}::int as sum`)).toEqual([{ sum: 0 }]);
  expect(
    await world.sql(
      `select uid from energy_account
        where balance <> (select coalesce(sum(delta), 0) from energy_entry where account_id = uid)`,
    ),
  ).toEqual([]);
  const [sums] = await world.sql(
    `select (select coalesce(sum(delta), 0) from ${SITE_SIDES} where account = -3)::int as escrow,
            (select coalesce(sum(escrow), 0) from profile_change where state = 'pending')::int as waiting`,
  );
  expect(sums?.['escrow']).toBe(sums?.['waiting']);
  expect(
    await world.sql(
      'select uid from users where exp <> (select coalesce(sum(delta), 0) from exp_entry where exp_entry.uid = users.uid)',
    ),
  ).toEqual([]);
  const claims = await world.sql('select uid, username_key from username_claim order by 2');
  const names = await world.sql(
    `select uid, username_key from users where username_key is not null
     union select uid, lower(normalize(username, NFKC)) collate "C" from profile_change
            where state = 'pending' and username is not null order by 2`,
  );
  expect(claims).toEqual(names);
});

describe('§4 PUT /api/settings/profile', () => {
  test('§4 PUT /api/settings/profile: without review, name and signature change at once, for the member and everyone else', async () => {
    const member = await join();
    expect(await own(member)).toEqual({
      uid: member.uid,
      username: null,
      name: `用户${member.uid}`,
      avatar_url: null,
      level: 0,
      signature: '',
      exp: 0,
      pending: null,
      next_rename_cost: 0,
    });
    const name = freshName();
    const response = await change(member, { username: ` ${name} `, signature: ' 一灯如豆 ' });
    const mine = {
      uid: member.uid,
      username: name,
      name,
      avatar_url: null,
      level: 1,
      signature: '一灯如豆',
      exp: 20,
      pending: null,
      next_rename_cost: COST,
    };
    expect([response.status, response.body]).toEqual([200, mine]);
    expect(await shown(member)).toMatchObject({ username: name, name, signature: '一灯如豆' });
    expect(await changesOf(member)).toEqual([
      {
        username: name,
        signature: '一灯如豆',
        state: 'accepted',
        escrow: 0,
        decided_by: null,
      },
    ]);
    expect((await change(member, { signature: '' })).body.signature).toBe('');
    expect((await shown(member)).username).toBe(name);
  });

  test('§2 User: a public profile has counts and nothing private; a deleted one is not found', async () => {
    const member = await namedMember();
    const fan = await join();
    await fan.post(`/api/users/${member.uid}/follow`, { following: true });
    await change(member, { signature: '灯下' });
    await member.put('/api/space/privacy', { follows_public: false });
    const profile = await shown(member);
    expect(profile).toEqual({
      uid: member.uid,
      username: expect.any(String),
      name: profile.username,
      avatar_url: null,
      level: 1,
      signature: '灯下',
      signature_lang: 'zh',
      follower_count: 1,
      following_count: 0,
      follows_public: false,
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await fan.get(`/api/users/${member.uid}`)).body).toEqual(profile);
    expect((await world.visitor().get(`/api/users/${MISSING}`)).status).toBe(404);
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    const gone = await world.visitor().get(`/api/users/${member.uid}`);
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
  });

  test("D10 a member without a name is called by their number, in the reader's language", async () => {
    const member = await join();
    expect(await shown(member)).toMatchObject({ username: null, name: `用户${member.uid}` });
    const english = await world
      .visitor()
      .get(`/api/users/${member.uid}`, { headers: { 'accept-language': 'en' } });
    expect(english.body.name).toBe(`user${member.uid}`);
    for (const username of [`用户${member.uid + 1}`, `USER${member.uid}`])
      expect((await change(member, { username })).status).toBe(400);
  });

  test.each([
    [{}, ''],
    [{ username: null }, '/username'],
    [{ username: '' }, '/username'],
    [{ username: '灯' }, '/username'],
    [{ username: ' 灯 ' }, '/username'],
    [{ username: '灯'.repeat(21) }, '/username'],
    [{ username: '灯 火' }, '/username'],
    [{ username: 'a\u200bb' }, '/username'],
    [{ username: 'a＠b' }, '/username'],
    [{ username: '12345' }, '/username'],
    [{ username: 'user12' }, '/username'],
    [{ username: '灯火\u0000' }, '/username'],
    [{ signature: '灯'.repeat(81) }, '/signature'],
    [{ signature: '🏮'.repeat(81) }, '/signature'],
    [{ signature: 'a\u202eb' }, '/signature'],
    [{ signature: 'a\nb' }, '/signature'],
    [{ signature: null }, '/signature'],
    [{ username: '灯火', level: 6 }, ''],
  ])('D39 %j is refused, with a pointer to the field', async (changes, pointer) => {
    const member = await join();
    const response = await change(member, changes);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    if (pointer)
      expect(response.body.errors.map((one: { pointer: string }) => one.pointer)).toContain(
        pointer,
      );
    expect(await changesOf(member)).toEqual([]);
  });

  test('D39 both errors are reported together, and lengths count characters', async () => {
    const member = await join();
    const both = await change(member, { username: '1234', signature: '灯'.repeat(81) });
    expect(both.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual([
      '/username',
      '/signature',
    ]);
    const long = { username: '🏮'.repeat(20), signature: '🏮'.repeat(80) };
    expect((await change(member, long)).body).toMatchObject(long);
  });

  test('D39 unchanged values cost nothing and change nothing, with or without review', async () => {
    const member = await namedMember();
    await setBalance(member, -3);
    const before = await own(member);
    for (const on of [false, true]) {
      await review(on);
      for (const changes of [
        { username: before.username },
        { username: ` ${before.username} `, signature: '' },
        { signature: '  ' },
      ]) {
        const response = await change(member, changes);
        expect([response.status, response.body]).toEqual([200, before]);
      }
    }
    expect(await changesOf(member)).toHaveLength(1);
    expect(await balanceOf(member)).toBe(-3);
  });

  test('D8 a retry under one key renames and pays once', async () => {
    const member = await namedMember();
    await setBalance(member, 20);
    const username = freshName();
    const send = () =>
      member.put(
        '/api/settings/profile',
        { username },
        { headers: { 'idempotency-key': 'rename' } },
      );
    const first = await send();
    expect([first.status, first.body.username]).toEqual([200, username]);
    expect((await send()).body).toEqual(first.body);
    expect(await renameEntries(member)).toEqual([['rename', -COST]]);
  });
});

describe('§8 First-time task exp', () => {
  async function uploadAvatar(member: Client) {
    return member.upload('/api/settings/avatar', await pictureOf());
  }

  test('§8 First-time task exp, D40 +10 exp each for avatar, username and signature, once per user, and the first lifts to Lv1 with a notification', async () => {
    const member = await join();
    expect(await own(member)).toMatchObject({ exp: 0, level: 0 });
    expect((await change(member, { username: freshName() })).body).toMatchObject({
      exp: 10,
      level: 1,
    });
    expect(await notificationsOf(member, 'level_up')).toEqual([
      { cause: 'level:1', payload: { level: 1 } },
    ]);
    await change(member, { signature: '灯' });
    expect((await uploadAvatar(member)).status).toBe(200);
    const earned = [
      ['task:username', 10],
      ['task:signature', 10],
      ['task:avatar', 10],
    ];
    expect(await taskExp(member)).toEqual(earned);

    await setBalance(member, 50);
    await change(member, { username: freshName(), signature: '火' });
    await change(member, { signature: '' });
    await change(member, { signature: '灯' });
    await uploadAvatar(member);
    expect(await taskExp(member)).toEqual(earned);
    expect(await notificationsOf(member, 'level_up')).toHaveLength(1);
    // Three tasks, and the automatic check-in from Lv1 on.
    expect((await own(member)).exp).toBe(35);
  });

  test('D40 an empty or invisible signature earns nothing', async () => {
    const member = await join();
    await change(member, { signature: '' });
    await change(member, { signature: '\u200b' });
    expect(await taskExp(member)).toEqual([]);
    await change(member, { signature: '灯' });
    expect(await taskExp(member)).toEqual([['task:signature', 10]]);
  });

  test('D40 under review the exp comes with the acceptance, not with the request nor with a refusal', async () => {
    await review(true);
    const member = await join();
    const changes = { username: freshName(), signature: '灯' };
    const refused = (await change(member, changes)).body.pending;
    expect(await taskExp(member)).toEqual([]);
    await decide(refused.id, false, '换一个');
    expect(await taskExp(member)).toEqual([]);
    const accepted = (await change(member, changes)).body.pending;
    await decide(accepted.id, true);
    expect(await taskExp(member)).toEqual([
      ['task:username', 10],
      ['task:signature', 10],
    ]);
    expect(await notificationsOf(member, 'level_up')).toHaveLength(1);
    const emptied = (await change(member, { signature: '' })).body.pending;
    await decide(emptied.id, true);
    expect(await taskExp(member)).toHaveLength(2);
  });
});

describe('§8 Rename', () => {
  test('§8 Rename, §8 Rename.first, D39 without review the first is free and each later one burns 6', async () => {
    const member = await join();
    await setBalance(member, 20);
    await change(member, { username: freshName() });
    expect(await renameEntries(member)).toEqual([]);
    const second = freshName();
    const response = await change(member, { username: second });
    expect(response.body).toMatchObject({
      username: second,
      next_rename_cost: COST,
      pending: null,
    });
    await change(member, { username: second.toUpperCase() });
    expect((await own(member)).username).toBe(second.toUpperCase());
    expect(await renameEntries(member)).toEqual([
      ['rename', -COST],
      ['rename', -COST],
    ]);
    const ids = await world.sql(
      'select id from profile_change where uid = $1 and escrow > 0 order by id',
      [member.uid],
    );
    const causes = await world.sql(
      'select cause, from_account, to_account, amount from energy_transfer where cause = any($1) order by id',
      [ids.flatMap(({ id }) => [`rename:${id}`, `rename:${id}:burn`])],
    );
    expect(causes).toEqual(
      ids.flatMap(({ id }) => [
        { cause: `rename:${id}`, from_account: member.uid, to_account: -3, amount: COST },
        { cause: `rename:${id}:burn`, from_account: -3, to_account: BURNT, amount: COST },
      ]),
    );
  });

  test('§8 Rename, §8 Rename.refund, D39 under review 6 are paid on submission, burnt on acceptance, refunded on refusal or withdrawal', async () => {
    const member = await namedMember();
    await review(true);
    await setBalance(member, 20);
    const submit = async () => (await change(member, { username: freshName() })).body.pending;

    const first = await submit();
    expect(first).toMatchObject({ escrow: COST });
    expect(await balanceOf(member)).toBe(14);
    await decide(first.id, false, '不妥');
    expect(await balanceOf(member)).toBe(20);

    await submit();
    expect(await balanceOf(member)).toBe(14);
    expect((await withdraw(member)).status).toBe(204);
    expect(await balanceOf(member)).toBe(20);

    const third = await submit();
    await decide(third.id, true);
    expect(await balanceOf(member)).toBe(14);
    expect((await own(member)).username).toBe(third.username);
    expect(await renameEntries(member)).toEqual([
      ['rename', -COST],
      ['rename_refund', COST],
      ['rename', -COST],
      ['rename_refund', COST],
      ['rename', -COST],
    ]);
  });

  test('D39 the first rename stays free until a name has taken effect, however often it is refused', async () => {
    await review(true);
    const member = await join();
    for (let round = 0; round < 3; round++) {
      const { pending, next_rename_cost } = (await change(member, { username: freshName() })).body;
      expect([pending.escrow, next_rename_cost]).toEqual([0, 0]);
      await decide(pending.id, round === 2, '不妥');
    }
    expect((await own(member)).next_rename_cost).toBe(COST);
    await setBalance(member, COST);
    expect((await change(member, { username: freshName() })).body.pending.escrow).toBe(COST);
    expect(await renameEntries(member)).toEqual([['rename', -COST]]);
  });

  test('D39 a signature costs nothing, alone or beside a name', async () => {
    const member = await namedMember();
    await setBalance(member, 10);
    await change(member, { signature: '灯' });
    expect(await balanceOf(member)).toBe(10);
    await change(member, { username: freshName(), signature: '火' });
    expect(await balanceOf(member)).toBe(4);
  });
});

describe('§7.5 a negative balance forbids renaming', () => {
  test.each([
    [-7, false],
    [-1, false],
    [0, true],
    [1, true],
    [5, true],
    [6, true],
  ])('§7.5b with a balance of %i renaming is possible: %s', async (balance, possible) => {
    for (const on of [false, true]) {
      const member = await namedMember();
      await setBalance(member, balance);
      await review(on);
      const response = await change(member, { username: freshName() });
      if (possible) {
        expect(response.status).toBe(200);
        expect(await balanceOf(member)).toBe(balance - COST);
      } else {
        expect([response.status, response.body.code]).toEqual([422, 'negative_balance']);
        expect(response.body.balance).toBe(balance);
        expect(await changesOf(member)).toHaveLength(1);
        expect(await balanceOf(member)).toBe(balance);
      }
    }
  });

  test('a negative balance forbids even the free first name; a signature can be changed', async () => {
    const member = await join();
    await setBalance(member, -1);
    const response = await change(member, { username: freshName() });
    expect([response.status, response.body.code]).toEqual([422, 'negative_balance']);
    expect((await change(member, { signature: '灯' })).body.signature).toBe('灯');
  });
});

describe('D39', () => {
  test('under review the old values are shown until the decision, and the member sees the pending ones', async () => {
    const member = await namedMember();
    await change(member, { signature: '旧' });
    await setBalance(member, 6);
    await review(true);
    const before = await shown(member);
    const username = freshName();
    const response = await change(member, { username, signature: '' });
    expect(response.status).toBe(200);
    const { pending } = response.body;
    expect(response.body).toMatchObject({ username: before.username, signature: '旧' });
    expect(pending).toEqual({
      id: expect.any(Number),
      username,
      signature: '',
      escrow: COST,
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await own(member)).pending).toEqual(pending);
    expect(await shown(member)).toEqual(before);
    const decided = await decide(pending.id, true);
    expect(decided).toMatchObject({
      uid: member.uid,
      before: { state: 'pending' },
      after: { state: 'accepted' },
    });
    expect(await own(member)).toMatchObject({ username, signature: '', pending: null });
    expect(await notificationsOf(member, 'profile_accepted')).toEqual([
      { cause: `profile_change:${pending.id}`, payload: {} },
    ]);
    expect((await changesOf(member)).at(-1)).toMatchObject({
      state: 'accepted',
      decided_by: staff.uid,
    });
  });

  test('a refusal changes nothing and reports the reason', async () => {
    const member = await namedMember();
    await review(true);
    const before = await own(member);
    const { pending } = (await change(member, { signature: '灯' })).body;
    expect(pending).toMatchObject({ username: null, signature: '灯', escrow: 0 });
    await decide(pending.id, false, '不妥当');
    expect(await own(member)).toEqual(before);
    expect(await notificationsOf(member, 'profile_refused')).toEqual([
      { cause: `profile_change:${pending.id}`, payload: { reason: '不妥当' } },
    ]);
  });

  test('only one request is open at a time, also after review is switched off', async () => {
    const member = await namedMember();
    await setBalance(member, 50);
    await review(true);
    await change(member, { username: freshName() });
    for (const on of [true, false]) {
      await review(on);
      for (const changes of [{ username: freshName() }, { signature: '灯' }]) {
        const response = await change(member, changes);
        expect([response.status, response.body.code]).toEqual([409, 'change_pending']);
      }
    }
    expect(await balanceOf(member)).toBe(44);
    await withdraw(member);
    expect((await change(member, { signature: '灯' })).body.signature).toBe('灯');
  });

  test('withdrawing without a pending change is not found, and a decided one cannot be withdrawn', async () => {
    await review(true);
    const member = await join();
    const nothing = await withdraw(member);
    expect([nothing.status, nothing.body.code]).toEqual([404, 'not_found']);
    const { pending } = (await change(member, { username: freshName() })).body;
    await decide(pending.id, true);
    expect((await withdraw(member)).status).toBe(404);
  });

  test('only a pending change can be decided, and the response has its final state', async () => {
    await review(true);
    const member = await join();
    await expect(decide(MISSING, true)).rejects.toMatchObject({ code: 'not_found' });
    for (const state of ['accepted', 'refused', 'withdrawn']) {
      const { pending } = (await change(member, { signature: state })).body;
      if (state === 'withdrawn') await withdraw(member);
      else await decide(pending.id, state === 'accepted', '不妥');
      for (const accept of [true, false])
        await expect(decide(pending.id, accept)).rejects.toMatchObject({
          code: 'wrong_state',
          members: { state },
        });
    }
  });

  test('names are unique after NFKC and case normalization, in use or reserved, and free again once released', async () => {
    const owner = await namedMember('Lantern');
    const [other] = (await joinMany(1)) as [Client];
    const want = async (username: string) => {
      const response = await change(other, { username });
      return response.status === 200 ? 'free' : response.body.code;
    };
    for (const spelling of ['Lantern', 'LANTERN', 'ｌａｎｔｅｒｎ'])
      expect(await want(spelling)).toBe('username_taken');
    expect(await changesOf(other)).toEqual([]);

    await setBalance(owner, 50);
    await review(true);
    await change(owner, { username: 'Beacon' });
    for (const on of [true, false]) {
      await review(on);
      for (const name of ['lantern', 'BEACON']) expect(await want(name)).toBe('username_taken');
    }
    await withdraw(owner);
    expect(await want('beacon')).toBe('free');
    await change(owner, { username: 'Candle' });
    await setBalance(other, 50);
    expect(await want('lantern')).toBe('free');
    expect(await want('candle')).toBe('username_taken');
  });

  test('the same name in another case is a rename of its own, and its claim survives either outcome', async () => {
    const owner = await namedMember('Ember');
    const other = await join();
    await setBalance(owner, 50);
    await review(true);
    const refused = (await change(owner, { username: 'EMBER' })).body.pending;
    expect(refused.escrow).toBe(COST);
    await decide(refused.id, false, '不妥');
    const accepted = (await change(owner, { username: 'eMBER' })).body.pending;
    await decide(accepted.id, true);
    expect((await own(owner)).username).toBe('eMBER');
    expect((await change(other, { username: 'ember' })).body.code).toBe('username_taken');
  });

  test('D2 the queue is oldest first, complete, and omits deleted accounts until their restore', async () => {
    await review(true);
    const people: Client[] = [];
    for (let index = 0; index < 7; index++) people.push(await join());
    for (const one of people) await change(one, { signature: `第${one.uid}` });
    const readAllPages = async () => {
      const seen: number[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await listProfileChanges(world.ctx, { limit: 3, ...(cursor && { cursor }) });
        seen.push(...page.items.map((item) => item.user.uid));
        if (page.next_cursor === null)
          return seen.filter((uid) => people.some((p) => p.uid === uid));
        cursor = page.next_cursor;
      }
    };
    const uids = people.map((one) => one.uid);
    expect(await readAllPages()).toEqual(uids);
    const leaver = people[2] as Client;
    const { pending } = await own(leaver);
    await leaver.post('/api/settings/delete-account', { password: PASSWORD });
    expect(await readAllPages()).toEqual(uids.filter((uid) => uid !== leaver.uid));
    await expect(decide(pending.id, true)).rejects.toMatchObject({ code: 'not_found' });
    const { restore_token } = (await leaver.logIn(leaver.email, PASSWORD)).body;
    await world.visitor().post('/api/auth/confirm-restore', { restore_token });
    expect(await readAllPages()).toEqual(uids);
    const { items } = await listProfileChanges(world.ctx, { limit: 100 });
    expect(items.find((item) => item.id === pending.id)).toEqual({
      id: pending.id,
      user: expect.objectContaining({ uid: leaver.uid, name: `用户${leaver.uid}` }),
      current: { username: null, signature: '' },
      requested: { username: null, signature: `第${leaver.uid}` },
      escrow: 0,
      created_at: pending.created_at,
    });
  });
});

test("§7.2 a ban or a deletion after the guard's check still applies", async () => {
  await review(true);
  const member = await join();
  const { pending } = (await change(member, { username: freshName() })).body;
  // The user as the guard saw them.
  const viewer = {
    uid: member.uid,
    role: 'member',
    status: 'active',
    session_id: member.session_id,
    exp: 0,
    checked_in_on: null,
  } as const;
  const set = (assignment: string) =>
    world.sql(`update users set ${assignment} where uid = $1`, [member.uid]);
  await set("status = 'banned'");
  const act = [
    () => changeProfile(world.ctx, viewer, { signature: '灯' }),
    () => withdrawChange(world.ctx, viewer),
  ];
  for (const one of act) await expect(one()).rejects.toMatchObject({ code: 'banned' });
  await set("status = 'active', deleted_at = now()");
  for (const one of act) await expect(one()).rejects.toMatchObject({ code: 'not_found' });
  await set('deleted_at = null');
  await decide(pending.id, true);
  expect((await shown(member)).username).toBe(pending.username);
});

describe('D15', () => {
  test('a purge refunds a pending change, frees the names and deletes their history', async () => {
    const member = await namedMember('Vanishing');
    await change(member, { signature: 'vanishing line' });
    await setBalance(member, 10);
    await review(true);
    await change(member, { username: 'Vanishing2' });
    await member.post('/api/settings/delete-account', { password: PASSWORD });
    await review(false);
    const other = await join();
    for (const username of ['vanishing', 'vanishing2'])
      expect((await change(other, { username })).body.code).toBe('username_taken');
    expect(await balanceOf(member)).toBe(4);

    for (let round = 0; round < 2; round++)
      await world.ctx.tx(async (trx) => {
        await purgeProfile(world.ctx, trx, member.uid);
        await emptyUser(trx, member.uid, world.ctx.now());
      });
    expect(await balanceOf(member)).toBe(10);
    const rows = await changesOf(member);
    expect(rows.map((row) => [row['username'], row['signature'], row['state']])).toEqual([
      [null, null, 'accepted'],
      [null, null, 'accepted'],
      [null, null, 'withdrawn'],
    ]);
    await setBalance(other, 50);
    for (const username of ['vanishing', 'vanishing2'])
      expect((await change(other, { username })).status).toBe(200);
  });
});

describe('concurrency', () => {
  const FIFTY = 50;

  test('D39 withdrawn, refused and accepted fifty times concurrently, a change ends once and its 6 move once', async () => {
    for (let round = 0; round < 3; round++) {
      await review(true);
      const member = await namedMember();
      await setBalance(member, 10);
      const { pending } = (await change(member, { username: freshName() })).body;
      const outcomes = await Promise.all(
        Array.from({ length: FIFTY }, async (_, index) => {
          if ((index + round) % 3 === 0)
            return (await withdraw(member)).status === 204 && 'withdrawn';
          const accept = (index + round) % 3 === 1;
          const decided = await decide(pending.id, accept, '不妥').catch((error) => error);
          if (decided.code) expect(decided.code).toBe('wrong_state');
          return decided.after?.state ?? false;
        }),
      );
      const ends = outcomes.filter((outcome) => outcome !== false);
      expect(ends).toHaveLength(1);
      const [end] = ends;
      expect((await changesOf(member)).at(-1)?.['state']).toBe(end);
      expect(await balanceOf(member)).toBe(end === 'accepted' ? 4 : 10);
      expect((await own(member)).username === pending.username).toBe(end === 'accepted');
      const moved = await world.sql('select 1 from energy_transfer where cause like $1', [
        `rename:${pending.id}:%`,
      ]);
      expect(moved).toHaveLength(1);
    }
  });

  test('D39 of fifty concurrent requests for one name one succeeds, with review, without, and while it is switched', async () => {
    const people = await joinMany(FIFTY);
    const spellings = ['Torch', 'TORCH', 'ｔorch'];
    const rush = async (suffix: string) => {
      const responses = await Promise.all(
        people.map((one, index) => change(one, { username: `${spellings[index % 3]}${suffix}` })),
      );
      expect([count(responses, 200), count(responses, 409)]).toEqual([1, FIFTY - 1]);
      for (const { status, body } of responses)
        if (status === 409) expect(body.code).toBe('username_taken');
      const winner = people[responses.findIndex((response) => response.status === 200)] as Client;
      people.splice(people.indexOf(winner), 1, await join());
      return winner;
    };
    const direct = await rush('一');
    expect((await own(direct)).username).toMatch(/一$/);
    await review(true);
    const reserved = await rush('二');
    expect((await own(reserved)).pending.username).toMatch(/二$/);

    await Promise.all([rush('三'), review(false), review(true), review(false)]);

    // A reserved name is taken, and a released one is free for one of them.
    await review(false);
    const late = await Promise.all(people.map((one) => change(one, { username: 'torch二' })));
    expect(count(late, 409)).toBe(FIFTY);
    await withdraw(reserved);
    await rush('二');
  });

  test('D39 fifty concurrent requests of one member open one change and pay once', async () => {
    const member = await namedMember();
    await setBalance(member, 100);
    await review(true);
    const responses = await Promise.all(
      Array.from({ length: FIFTY }, () => change(member, { username: freshName() })),
    );
    expect([count(responses, 200), count(responses, 409)]).toEqual([1, FIFTY - 1]);
    expect(await balanceOf(member)).toBe(94);
  });

  test('§7.5 fifty concurrent renames stop as soon as the balance is below zero', async () => {
    const member = await namedMember();
    await setBalance(member, 13);
    const responses = await Promise.all(
      Array.from({ length: FIFTY }, () => change(member, { username: freshName() })),
    );
    expect([count(responses, 200), count(responses, 422)]).toEqual([3, FIFTY - 3]);
    expect(await balanceOf(member)).toBe(-5);
  });

  test('§7.5 a rename sees a charge that brought the balance below zero just before', async () => {
    const member = await namedMember();
    await setBalance(member, 0);
    let renamed: ReturnType<typeof change> | undefined;
    await world.ctx.tx(async (trx) => {
      const cause = `test:${++adjustments}`;
      const paid = { cause, from: member.uid, to: BURNT, amount: 1, created_at: new Date() };
      await moveEnergy(trx, { ...paid, reason: 'adjust' });
      renamed = change(member, { username: freshName() });
      await until(async () => (await waiting()).length > 0);
    });
    const response = await renamed;
    expect([response?.status, response?.body.balance]).toEqual([422, -1]);
  });

  const waiting = () =>
    world.sql(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );

  test('§8 First-time task exp: fifty concurrent first names and signatures earn each task once', async () => {
    const member = await join();
    await setBalance(member, 1000);
    const responses = await Promise.all(
      Array.from({ length: FIFTY }, (_, index) =>
        change(member, { username: freshName(), signature: `第${index}` }),
      ),
    );
    // They wait for one another, and on a busy machine some wait too long for a connection.
    const done = responses.filter((one) => one.status === 200).length;
    expect(responses.filter((one) => ![200, 503].includes(one.status))).toEqual([]);
    const earned = await taskExp(member);
    expect(earned).toEqual([
      ['task:username', 10],
      ['task:signature', 10],
    ]);
    expect(await notificationsOf(member, 'level_up')).toHaveLength(1);
    const paid = await renameEntries(member);
    expect(paid).toHaveLength(done - 1);
  });

  test('D39 members who swap names cause no deadlock, and no name is lost', async () => {
    const trade = ['Flint', 'Steel', 'Spark'];
    const people = [await namedMember('Flint'), await namedMember('Steel')];
    for (const one of people) await setBalance(one, 1000);
    for (let round = 0; round < 20; round++) {
      const responses = await Promise.all(
        people.flatMap((one) => trade.map((username) => change(one, { username }))),
      );
      for (const { status } of responses) expect([200, 409]).toContain(status);
    }
    // A deadlock would be retried and not appear in the responses.
    const [{ deadlocks } = {}] = await world.sql(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(deadlocks).toBe(0);
  });
});
