import { describe, expect, test } from 'vitest';
import { endDueBans } from '../../src/bans/actions/end-ban.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '10', LIMIT_REPORTS: 'off' });
const owner = await world.member({ role: 'owner', transport: 'bearer' });
const one = await world.member({ role: 'admin', transport: 'bearer' });
const two = await world.member({ role: 'admin', transport: 'bearer' });
const DAY = 24 * 3600;
const PASSWORD = 'correct horse battery';
let people = 0;

type Person = { client: Client; email: string };

async function person(): Promise<Person> {
  const email = `banned${++people}@example.org`;
  return { client: await world.member({ email, exp: 500, transport: 'bearer' }), email };
}
const ban = (staff: Client, { client }: Person, length: object = {}, reason = '刷屏') =>
  staff.put(`/api/admin/users/${client.uid}/status`, { status: 'banned', reason, ...length });
const unban = (staff: Client, { client }: Person) =>
  staff.put(`/api/admin/users/${client.uid}/status`, { status: 'active', reason: '误会' });
const logIn = ({ client, email }: Person) => client.logIn(email, PASSWORD, 'bearer');
async function bannedPerson(length: object = { days: 1 }): Promise<Person> {
  const found = await person();
  await ban(one, found, length);
  await logIn(found);
  return found;
}
const appeal = ({ client }: Person, body = '我没有刷屏') =>
  client.post('/api/auth/appeal', { body });
const ownBan = async ({ client }: Person) => (await client.get('/api/auth/ban')).body;
const write = ({ client }: Person) => client.put('/api/settings/profile', { signature: '灯下' });
const statusOf = async (uid: number) =>
  (await world.sql('select status, banned_until from users where uid = $1', [uid]))[0];
const messages = async ({ client }: Person): Promise<{ kind: string; text: string }[]> =>
  (await client.get('/api/messages')).body.items;
const kinds = async (who: Person) => (await messages(who)).map(({ kind }) => kind);
async function waiting(staff: Client, who: Person) {
  const { items } = (await staff.get('/api/admin/queue?limit=100&kind=appeal')).body;
  return items.find(({ author }: { author: { uid: number } }) => author.uid === who.client.uid);
}
const decide = (staff: Client, items: string, verdict: string, reason = '已核实') =>
  staff.post('/api/admin/queue/decide', { items, verdict, reason });
async function undoLast(staff: Client) {
  const [row] = await world.sql('select max(log_id) as id from staff_undo where actor_uid = $1', [
    staff.uid,
  ]);
  return staff.post(`/api/admin/decisions/${row?.['id']}/undo`, {});
}
async function refreshStaff(): Promise<void> {
  for (const staff of [owner, one, two]) await staff.logIn(staff.email, PASSWORD, 'bearer');
}
async function expectIntegrity(): Promise<void> {
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual([]);
}

describe('D68 a ban', () => {
  test('has a reason and an end that the member reads in the refusal, by the API and in the notification', async () => {
    const who = await person();
    const { body } = await ban(one, who, { days: 3 }, '广告');
    expect(body.status).toBe('banned');
    const until = new Date(body.banned_until).getTime();
    expect(Math.abs(until - world.ctx.now().getTime() - 3 * DAY * 1000)).toBeLessThan(60_000);
    await logIn(who);
    const refused = await write(who);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'banned',
      reason: '广告',
      until: body.banned_until,
    });
    expect(await ownBan(who)).toMatchObject({
      reason: '广告',
      ends_at: body.banned_until,
      ended_at: null,
      appeal: null,
      can_appeal: true,
    });
    const [first] = await messages(who);
    expect(first).toMatchObject({ kind: 'account_banned_until' });
    expect(first?.text).toContain('广告');
    const [entry] = await world.sql(
      "select reason, after from staff_action where subject_id = $1 and action = 'user.ban'",
      [who.client.uid],
    );
    expect(entry).toEqual({
      reason: '广告',
      after: { status: 'banned', until: body.banned_until },
    });
  });

  test('takes a number of days, a time, or is for good; a time that has passed is refused', async () => {
    const who = await person();
    const past = await ban(one, who, { until: '2020-01-01T08:00' });
    expect([past.status, past.body.code]).toEqual([400, 'invalid_input']);
    expect((await ban(one, who, { days: 0 })).status).toBe(400);
    expect(await statusOf(who.client.uid)).toMatchObject({ status: 'active' });
    const time = new Date(world.ctx.now().getTime() + 5 * DAY * 1000).toISOString();
    expect((await ban(one, who, { days: 1, until: time })).body.banned_until).toBe(time);
    expect((await ban(one, who)).body.banned_until).toBeNull();
    const bans = await world.sql(
      'select end_reason, ends_at is null as for_good from ban where uid = $1 order by id',
      [who.client.uid],
    );
    expect(bans).toEqual([
      { end_reason: 'replaced', for_good: false },
      { end_reason: null, for_good: true },
    ]);
  });

  test('ends at its time exactly once, whatever worker or request comes first, and keeps the sessions', async () => {
    const who = await bannedPerson({ days: 1 });
    world.wait(DAY - 600);
    await refreshStaff();
    await logIn(who);
    await endDueBans(world.ctx);
    expect((await write(who)).body.code).toBe('banned');
    world.wait(700);
    const done = await Promise.all([
      ...[1, 2, 3].map(() => endDueBans(world.ctx)),
      ...[1, 2, 3].map(async () => expect((await write(who)).status).toBe(200)),
    ]);
    expect(done).toHaveLength(6);
    await endDueBans(world.ctx);
    expect(await statusOf(who.client.uid)).toEqual({ status: 'active', banned_until: null });
    expect((await kinds(who)).filter((kind) => kind === 'ban_over')).toHaveLength(1);
    const entries = await world.sql(
      "select actor_uid from staff_action where subject_id = $1 and action = 'user.ban_over'",
      [who.client.uid],
    );
    expect(entries).toEqual([{ actor_uid: null }]);
    expect(await ownBan(who)).toMatchObject({ can_appeal: false });
    await expectIntegrity();
  });

  test('does not outlive its end while no worker runs: the first request of the member ends it', async () => {
    const who = await bannedPerson({ days: 1 });
    world.wait(DAY + 1);
    await refreshStaff();
    await logIn(who);
    expect((await write(who)).status).toBe(200);
    expect(await statusOf(who.client.uid)).toEqual({ status: 'active', banned_until: null });
  });

  test('of the staff ends, with their rights back, and neither an unban nor another ban is ended by the old time', async () => {
    const who = await bannedPerson({ days: 1 });
    await ban(one, who, { days: 7 });
    const freed = await bannedPerson({ days: 1 });
    await unban(one, freed);
    await ban(one, freed);
    world.wait(DAY + 1);
    await endDueBans(world.ctx);
    await refreshStaff();
    expect(await statusOf(who.client.uid)).toMatchObject({ status: 'banned' });
    expect(await statusOf(freed.client.uid)).toEqual({ status: 'banned', banned_until: null });
    await expectIntegrity();
  });

  test('is undone with its row, and an undone unban brings the ban back unless its end has come', async () => {
    const who = await person();
    await ban(one, who, { days: 3 });
    expect((await undoLast(one)).status).toBe(204);
    await logIn(who);
    expect((await write(who)).status).toBe(200);
    expect((await who.client.get('/api/auth/ban')).status).toBe(404);

    const { body } = await ban(one, who, { days: 3 });
    await logIn(who);
    expect((await appeal(who)).status).toBe(204);
    await unban(one, who);
    expect(await waiting(two, who)).toBeUndefined();
    expect((await undoLast(one)).status).toBe(204);
    expect((await statusOf(who.client.uid))?.['status']).toBe('banned');
    await logIn(who);
    expect(await ownBan(who)).toMatchObject({
      ends_at: body.banned_until,
      appeal: { outcome: null },
    });
    expect(await waiting(two, who)).toBeDefined();

    const soon = new Date(world.ctx.now().getTime() + 600_000).toISOString();
    await ban(one, who, { until: soon });
    await unban(one, who);
    world.wait(601);
    expect((await undoLast(one)).body.code).toBe('undo_superseded');
    expect(await statusOf(who.client.uid)).toEqual({ status: 'active', banned_until: null });
    await expectIntegrity();
  });

  test('that another program writes has a row too, so that its member can appeal', async () => {
    const who = await person();
    await world.sql("update users set status = 'banned' where uid = $1", [who.client.uid]);
    await logIn(who);
    expect(await ownBan(who)).toMatchObject({ reason: '', ends_at: null, can_appeal: true });
    await world.sql("update users set status = 'active' where uid = $1", [who.client.uid]);
    await expectIntegrity();
  });
});

describe('D68 an appeal', () => {
  test('is sent once per ban, by the banned only, and by an operation of the auth group', async () => {
    const free = await person();
    expect((await appeal(free)).body.code).toBe('wrong_state');
    expect((await world.visitor().post('/api/auth/appeal', { body: '喂' })).status).toBe(401);
    const who = await bannedPerson();
    expect((await appeal(who, '  ')).status).toBe(400);
    const sent = await Promise.all([appeal(who), appeal(who), appeal(who)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    expect((await appeal(who)).body.code).toBe('appealed_before');
    await ban(one, who, { days: 7 });
    expect((await appeal(who)).status).toBe(204);
    expect((await write(who)).body.code).toBe('banned');
  });

  test('that is accepted ends the ban; the member hears it, and it can be undone', async () => {
    const who = await bannedPerson({ days: 7 });
    await appeal(who, '我是被冤枉的');
    const item = await waiting(two, who);
    expect(item).toMatchObject({ kind: 'appeal', subject: 'appeal', excerpt: '我是被冤枉的' });
    expect((await decide(two, item.key, 'approve', '抱歉')).status).toBe(200);
    await logIn(who);
    expect((await write(who)).status).toBe(200);
    expect(await kinds(who)).toContain('appeal_accepted');
    expect(await ownBan(who)).toMatchObject({ appeal: { outcome: 'accepted', reply: '抱歉' } });

    expect((await undoLast(two)).status).toBe(204);
    await logIn(who);
    expect((await write(who)).body.code).toBe('banned');
    expect(await ownBan(who)).toMatchObject({ appeal: { outcome: null, reply: '' } });
    expect(await kinds(who)).not.toContain('appeal_accepted');
    expect((await waiting(two, who)).key).toBe(item.key);
  });

  test('that is refused needs a reply, which the member reads; the undo lets it wait again', async () => {
    const who = await bannedPerson({ days: 7 });
    await appeal(who);
    const { key } = await waiting(one, who);
    expect((await decide(one, key, 'reject', ' ')).status).toBe(400);
    expect((await decide(one, key, 'reject', '请看公约')).status).toBe(200);
    expect(await ownBan(who)).toMatchObject({
      can_appeal: false,
      appeal: { outcome: 'refused', reply: '请看公约' },
    });
    const refused = (await messages(who)).find(({ kind }) => kind === 'appeal_refused');
    expect(refused?.text).toContain('请看公约');
    expect((await who.client.get('/api/messages/unread')).body.total).toBe(0);
    expect((await decide(two, key, 'approve')).body.code).toBe('decided_before');
    expect((await undoLast(one)).status).toBe(204);
    expect(await waiting(two, who)).toBeDefined();
    expect(await kinds(who)).not.toContain('appeal_refused');
  });

  test('is never decided twice by two moderators at once', async () => {
    for (const verdicts of [
      ['approve', 'approve'],
      ['approve', 'reject'],
      ['reject', 'reject'],
    ]) {
      const who = await bannedPerson({ days: 7 });
      await appeal(who);
      const { key } = await waiting(one, who);
      const both = await Promise.all([
        decide(one, key, verdicts[0] as string),
        decide(two, key, verdicts[1] as string),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('decided_before');
      const sent = (
        await world.sql(
          "select count(*)::int as sent from notification where uid = $1 and kind in ('appeal_accepted', 'appeal_refused')",
          [who.client.uid],
        )
      )[0];
      expect(sent).toEqual({ sent: 1 });
    }
    await expectIntegrity();
  });

  test('lapses with the ban that ends first, also if both happen at once', async () => {
    const who = await bannedPerson({ days: 1 });
    await appeal(who);
    const { key } = await waiting(one, who);
    world.wait(DAY + 1);
    await refreshStaff();
    const [decided] = await Promise.all([decide(one, key, 'reject'), endDueBans(world.ctx)]);
    await endDueBans(world.ctx);
    await logIn(who);
    const { outcome } = (await ownBan(who)).appeal;
    expect(outcome).toBe(decided.status === 200 ? 'refused' : 'lapsed');
    expect((await write(who)).status).toBe(200);
    expect(await waiting(one, who)).toBeUndefined();
  });

  test('D17 of an admin is decided by the owner', async () => {
    const who = await person();
    await owner.put(`/api/admin/users/${who.client.uid}/role`, { role: 'admin' });
    await ban(owner, who, { days: 7 });
    await logIn(who);
    await appeal(who);
    const { key } = await waiting(one, who);
    expect((await decide(one, key, 'approve')).body.code).toBe('role_required');
    expect((await decide(owner, key, 'approve')).status).toBe(200);
    await logIn(who);
    expect((await who.client.get('/api/admin/queue')).status).toBe(200);
  });
});

describe('D68 the page of the banned', () => {
  test('shows why, until when, the appeal and the contact, and takes the appeal without scripts', async () => {
    await owner.put('/api/admin/site-settings', { 'site.contact': 'owner@example.org' });
    const email = 'page@example.org';
    const client = await world.member({ email, exp: 500 });
    const who = { client, email };
    await ban(one, who, { days: 3 }, '连续刷屏');
    await client.logIn(email, PASSWORD);
    const page = (await client.get('/banned')).text;
    for (const text of ['连续刷屏', '自动解封', 'owner@example.org', 'action="/auth/appeal"'])
      expect(page).toContain(text);
    expect((await client.get('/posts')).text).toContain('href="/banned"');
    const sent = await client.submit('/auth/appeal', { body: '请再看一次', next: '/banned' });
    expect([sent.status, sent.headers['location']]).toEqual([303, '/banned']);
    const later = (await client.get('/banned')).text;
    expect(later).toContain('请再看一次');
    expect(later).not.toContain('action="/auth/appeal"');
  });
});

test('D66 whose post, profile or comment was reported hears that nothing was wrong', async () => {
  const who = await person();
  const { uid } = who.client;
  const reporter = await person();
  const report = { subject_kind: 'user', subject_id: uid, reason: 'spam', note: '私下的话' };
  expect((await reporter.client.post('/api/reports', report)).status).toBe(204);
  const { items } = (await one.get('/api/admin/queue?limit=100&kind=report')).body;
  const item = items.find(({ author }: { author: { uid: number } }) => author.uid === uid);
  expect((await decide(one, item.key, 'approve')).status).toBe(200);
  expect(await kinds(who)).toContain('report_cleared');
  expect(JSON.stringify(await messages(who))).not.toContain('私下的话');
  expect(await kinds(reporter)).toContain('report_dismissed');
  expect((await undoLast(one)).status).toBe(204);
  expect(await kinds(who)).not.toContain('report_cleared');
});
