import { describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { sweepUndo } from '../../src/staff-log/actions/undo.ts';
import type { Client } from '../support/client.ts';
import { hold } from '../support/hold-comment.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '10' });
const author = await world.member({ exp: 500, transport: 'bearer' });
const writer = await world.member({ exp: 500, transport: 'bearer' });
const one = await world.member({ role: 'admin', transport: 'bearer' });
const two = await world.member({ role: 'admin', transport: 'bearer' });
const HOUR = 3600;

async function newPost(title = '夜航'): Promise<number> {
  return (await author.post('/api/studio/posts', { title, body: '<p>灯火可亲。</p>' })).body.id;
}
const add = async (client: Client, post: number, body = '写得真好'): Promise<number> =>
  (await client.post(`/api/posts/${post}/comments`, { body })).body.id;
const report = (client: Client, subject_kind: string, subject_id: number, note = '') =>
  client.post('/api/reports', { subject_kind, subject_id, reason: 'spam', note });
const reporter = (exp = 500) => world.member({ exp, transport: 'bearer' });
const queue = async (staff: Client, query = '') =>
  (await staff.get(`/api/admin/queue?limit=100${query}`)).body.items as {
    key: string;
    kind: string;
    id: number;
    reports?: number;
    excerpt: string;
  }[];
const decide = (staff: Client, items: string, verdict: string, reason = '刷屏') =>
  staff.post('/api/admin/queue/decide', { items, verdict, reason });
const undo = (staff: Client, id: number) => staff.post(`/api/admin/decisions/${id}/undo`, {});
const shown = async (post: number) =>
  (await world.visitor().get(`/api/posts/${post}/comments`)).body.items.length as number;
const messages = async (client: Client): Promise<string[]> =>
  (await client.get('/api/messages')).body.items.map((item: { kind: string }) => item.kind);

async function lastDecision(staff: Client): Promise<number> {
  const [row] = await world.sql('select max(log_id) as id from staff_undo where actor_uid = $1', [
    staff.uid,
  ]);
  return Number(row?.['id']);
}

/** The post as stored, without what only shows that it was written. */
async function stored(id: number) {
  const [post] = await world.sql('select * from post where id = $1', [id]);
  const schedules = await world.sql('select * from post_schedule where post_id = $1', [id]);
  const edits = await world.sql('select * from published_edit where post_id = $1', [id]);
  return { post, schedules, edits };
}

async function expectCountersRight(): Promise<void> {
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual([]);
}

describe('D66 reports', () => {
  test('need Lv1, are sent once per subject, and never on oneself', async () => {
    const post = await newPost();
    const member = await reporter();
    expect((await report(await reporter(0), 'post', post)).body.code).toBe('level_too_low');
    expect((await report(author, 'post', post)).body.code).toBe('not_on_oneself');
    expect((await report(member, 'post', 999_999)).status).toBe(404);
    expect((await report(member, 'post', post)).status).toBe(204);
    expect((await report(member, 'post', post)).body.code).toBe('reported_before');
    expect((await report(member, 'user', author.uid)).status).toBe(204);
  });

  test('three of Lv2 hide a comment until the staff looks, two or those of Lv1 do not, and a post stays', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    for (const exp of [500, 500, 1, 1]) await report(await reporter(exp), 'comment', id);
    expect(await shown(post)).toBe(1);
    await report(await reporter(), 'comment', id);
    expect(await shown(post)).toBe(0);
    for (let sent = 0; sent < 4; sent++) await report(await reporter(), 'post', post);
    expect((await world.visitor().get(`/api/posts/${post}`)).status).toBe(200);
    await expectCountersRight();
  });

  test('of three at the same moment hide the comment once', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    const members = await Promise.all([reporter(), reporter(), reporter()]);
    const sent = await Promise.all(members.map((member) => report(member, 'comment', id)));
    expect(sent.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await shown(post)).toBe(0);
    const held = await world.sql('select from comment_hold where comment_id = $1', [id]);
    expect(held).toHaveLength(1);
  });

  test('are one item of the queue; both sides hear the outcome, and nobody who reported', async () => {
    const post = await newPost();
    const id = await add(writer, post, '请看我的主页');
    const members = await Promise.all([reporter(), reporter(), reporter()]);
    for (const member of members) await report(member, 'comment', id, '私下的话');
    const item = (await queue(one, '&kind=report')).find(
      ({ excerpt }) => excerpt === '请看我的主页',
    );
    expect(item).toMatchObject({ kind: 'report', subject: 'comment', reports: 3 });
    expect((await decide(one, item?.key ?? '', 'reject')).body.decided).toBe(1);
    expect(await shown(post)).toBe(0);
    expect(await messages(writer)).toContain('comment_removed');
    expect(JSON.stringify((await writer.get('/api/messages')).body)).not.toContain('私下的话');
    for (const member of members) expect(await messages(member)).toContain('report_upheld');

    expect((await undo(one, await lastDecision(one))).status).toBe(204);
    for (const member of members) expect(await messages(member)).not.toContain('report_upheld');
    expect(await messages(writer)).not.toContain('comment_removed');
    // As before the decision: hidden by reports, and waiting again.
    expect(await shown(post)).toBe(0);
    expect((await queue(two)).map(({ key }) => key)).toContain(item?.key);
    expect((await decide(two, item?.key ?? '', 'approve')).status).toBe(200);
    expect(await shown(post)).toBe(1);
    for (const member of members) expect(await messages(member)).toContain('report_dismissed');
    await expectCountersRight();
  });
});

describe('two moderators', () => {
  test('never decide the same item twice', async () => {
    const post = await newPost();
    await report(await reporter(), 'post', post);
    const [item] = (await queue(one, '&kind=report')).slice(-1);
    const both = await Promise.all([
      decide(one, item?.key ?? '', 'reject'),
      decide(two, item?.key ?? '', 'reject'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('decided_before');
    const id = await add(writer, await newPost());
    await hold(world.ctx, id);
    const held = await Promise.all([
      decide(one, `comment:${id}`, 'approve'),
      decide(two, `comment:${id}`, 'approve'),
    ]);
    expect(held.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('see what the other looks at, until the claim expires', async () => {
    const post = await newPost();
    await report(await reporter(), 'post', post);
    const item = (await queue(one, '&kind=report')).at(-1);
    await one.post('/api/admin/queue/claim', { kind: 'report', id: item?.id });
    await two.post('/api/admin/queue/claim', { kind: 'report', id: item?.id });
    const seen = async (staff: Client) =>
      (await queue(staff, '&kind=report')).find(({ key }) => key === item?.key);
    expect(await seen(two)).toMatchObject({ claimed_by: expect.any(String) });
    expect(await seen(one)).toMatchObject({ claimed_by: null });
    world.wait(301);
    expect(await seen(two)).toMatchObject({ claimed_by: null });
    await decide(one, item?.key ?? '', 'approve');
  });
});

describe('undo', () => {
  test.each(['lock', 'reject', 'remove'] as const)(
    'of %s restores the post to the byte and withdraws the notification',
    async (move) => {
      const id = await newPost();
      const before = await stored(id);
      const received = await messages(author);
      const { body: opened } = await one.get(`/api/admin/posts/${id}`);
      const sent = { version: opened.live_version, reason: '核实' };
      expect((await one.post(`/api/admin/posts/${id}/${move}`, sent)).status).toBeLessThan(300);
      expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404);
      const decision = await lastDecision(one);
      expect((await undo(two, decision)).status).toBe(404);
      const both = await Promise.all([undo(one, decision), undo(one, decision)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
      expect(await stored(id)).toEqual(before);
      expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(200);
      expect(await messages(author)).toEqual(received);
      const [entry] = await world.sql(
        "select before from staff_action where action = 'undo' order by id desc limit 1",
      );
      expect(entry?.['before']).toMatchObject({ decision, action: `post.${move}` });
    },
  );

  test('of an approved edit puts the earlier text back and the edit into the queue', async () => {
    const id = await newPost('原来的题目');
    await world.review(true);
    const edit = { title: '新的题目', body: '<p>改了</p>', version: 1 };
    expect((await author.put(`/api/studio/posts/${id}`, edit)).status).toBe(200);
    const before = await stored(id);
    const item = (await queue(one, '&kind=post')).find((row) => row.id === id);
    expect((await decide(one, item?.key ?? '', 'approve')).status).toBe(200);
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('新的题目');
    expect((await undo(one, await lastDecision(one))).status).toBe(204);
    expect(await stored(id)).toEqual(before);
    expect((await world.visitor().get(`/api/posts/${id}`)).body.title).toBe('原来的题目');
    expect((await queue(one, '&kind=post')).map(({ key }) => key)).toContain(item?.key);
    await world.review(false);
  });

  test('is refused after a later decision, and after the author changed the post', async () => {
    const late = await newPost();
    await one.post(`/api/admin/posts/${late}/lock`, { version: 1, reason: '核实' });
    const first = await lastDecision(one);
    await two.post(`/api/admin/posts/${late}/unlock`, { version: 1 });
    const refused = await undo(one, first);
    expect(refused.body.code).toBe('undo_superseded');

    const changed = await newPost();
    await one.post(`/api/admin/posts/${changed}/reject`, { version: 1, reason: '修改' });
    await author.put(`/api/studio/posts/${changed}`, {
      title: '再写',
      body: '<p>二</p>',
      version: 1,
    });
    expect((await undo(one, await lastDecision(one))).body.code).toBe('undo_superseded');
  });

  test('of a removed comment brings back its replies and every counter', async () => {
    const post = await newPost();
    const id = await add(writer, post);
    await author.post(`/api/comments/${id}/reply`, { body: '同感' });
    await one.post(`/api/admin/comments/${id}/remove`, { reason: '刷屏' });
    expect(await shown(post)).toBe(0);
    expect((await undo(one, await lastDecision(one))).status).toBe(204);
    const { body } = await world.visitor().get(`/api/posts/${post}/comments`);
    expect(body.items[0]).toMatchObject({ id, reply_count: 1 });
    expect((await world.visitor().get(`/api/posts/${post}`)).body.comment_count).toBe(2);
    await expectCountersRight();
  });

  test('of a ban lets the member in again', async () => {
    const member = await world.member({ exp: 1, transport: 'bearer' });
    const path = `/api/admin/users/${member.uid}/status`;
    const banned = await one.put(path, { status: 'banned', reason: '刷屏' });
    expect(banned.status).toBe(200);
    expect((await undo(one, await lastDecision(one))).status).toBe(204);
    const [row] = await world.sql('select status from users where uid = $1', [member.uid]);
    expect(row?.['status']).toBe('active');
  });

  test.each(['approve', 'reject'] as const)(
    'D39 of a profile change that was decided by %s moves its energy into escrow once, and it can be decided again',
    async (verdict) => {
      const member = await world.member({ exp: 500, transport: 'bearer' });
      const owner = await world.member({ role: 'admin', transport: 'bearer' });
      const name = `灯${verdict}`.slice(0, 6);
      await member.put('/api/settings/profile', { username: `旧${name}` });
      await world.review(true);
      const before = await world.sql('select username, signature from users where uid = $1', [
        member.uid,
      ]);
      await member.put('/api/settings/profile', { username: `新${name}`, signature: '新的签名' });
      const item = (await queue(owner, '&kind=profile')).at(-1);
      await world.review(false);
      expect((await decide(owner, item?.key ?? '', verdict)).status).toBe(200);
      const decision = await lastDecision(owner);
      const both = await Promise.all([undo(owner, decision), undo(owner, decision)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
      const now = await world.sql('select username, signature from users where uid = $1', [
        member.uid,
      ]);
      expect(now).toEqual(before);
      await expectCountersRight();
      expect((await decide(owner, item?.key ?? '', verdict)).status).toBe(200);
      await expectCountersRight();
    },
  );

  test('of a bulk action undoes all of it, and skips what another moderator decided', async () => {
    const post = await newPost();
    const ids = [];
    for (let written = 0; written < 5; written++)
      ids.push(await add(writer, post, `广告 ${written}`));
    for (const id of ids) await hold(world.ctx, id);
    const keys = ids.map((id) => `comment:${id}`);
    await decide(two, keys[0] ?? '', 'approve');
    const { body } = await decide(one, keys.join(','), 'reject');
    expect(body).toMatchObject({
      decided: 4,
      refused: [{ item: keys[0], code: 'decided_before' }],
    });
    expect(await shown(post)).toBe(1);
    const undone = await one.post(`/api/admin/decisions/batch/${body.batch}/undo`, {});
    expect(undone.body).toEqual({ undone: 4, refused: 0 });
    expect(await shown(post)).toBe(1);
    await expectCountersRight();
  });
});

describe('the queue', () => {
  test('D47 pages through every kind, oldest first, each item once', async () => {
    const post = await newPost();
    for (let made = 0; made < 4; made++) {
      const id = await add(writer, post);
      await hold(world.ctx, id);
      await report(await reporter(), 'post', await newPost());
      world.wait(1);
    }
    const all = await queue(one);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await one.get(`/api/admin/queue?limit=3${cursor}`);
      seen.push(...body.items.map(({ key }: { key: string }) => key));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(all.map(({ key }) => key));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('works as pages without scripts, and is the home of the staff', async () => {
    const html = { headers: { accept: 'text/html' } };
    expect((await one.get('/admin', html)).headers['location']).toBe('/admin/queue');
    const [first] = await queue(one);
    const { text } = await one.get(`/admin/queue?open=${first?.key}`, html);
    expect(text).toContain('action="/admin/queue/decide"');
    expect((await one.get(`/admin/queue/preview?item=${first?.key}`, html)).status).toBe(200);
    expect((await writer.get('/admin/queue', html)).status).toBe(403);
  });
});

test('a spam wave is previewed, removed and banned in one request, and undone in one', async () => {
  const post = await newPost();
  const spammers = await Promise.all([1, 2, 3].map(() => reporter()));
  for (const spammer of spammers)
    for (let sent = 0; sent < 4; sent++) await add(spammer, post, `加群领灯 ${sent}`);
  const html = { headers: { accept: 'text/html' } };
  const { text } = await one.get(`/admin/wave?q=${encodeURIComponent('加群领灯')}`, html);
  const comments = /name="comments" value="([\d,]+)"/.exec(text)?.[1] ?? '';
  const accounts = /name="accounts" value="([\d,]+)"/.exec(text)?.[1] ?? '';
  expect(comments.split(',')).toHaveLength(12);
  expect(accounts.split(',').toSorted()).toEqual(spammers.map(({ uid }) => String(uid)).toSorted());
  const { body } = await one.post('/api/admin/wave', { comments, accounts, reason: '刷屏' });
  expect(body).toMatchObject({ removed: 12, banned: 3, refused: 0 });
  expect(await shown(post)).toBe(0);
  const undone = await one.post(`/api/admin/decisions/batch/${body.batch}/undo`, {});
  expect(undone.body).toEqual({ undone: 15, refused: 0 });
  expect(await shown(post)).toBe(12);
  await expectCountersRight();
});

test('notes on a member are read by the staff only', async () => {
  const path = `/api/admin/users/${writer.uid}/notes`;
  expect((await one.post(path, { body: '先提醒，再封禁' })).status).toBe(204);
  const { body } = await two.get(path);
  expect(body.items).toMatchObject([{ body: '先提醒，再封禁', author: { uid: one.uid } }]);
  expect((await writer.get(path)).status).toBe(403);
});

test('undo is refused after an hour, and the job forgets what was replaced', async () => {
  const staff = await world.member({ role: 'admin' });
  const old = await newPost();
  await staff.post(`/api/admin/posts/${old}/lock`, { version: 1, reason: '核实' });
  world.wait(HOUR + 1);
  const later = await world.member({ role: 'admin', transport: 'bearer' });
  await world.sql('update staff_undo set actor_uid = $1 where actor_uid = $2', [
    later.uid,
    staff.uid,
  ]);
  expect((await undo(later, await lastDecision(later))).body.code).toBe('undo_too_late');
  await sweepUndo(world.ctx);
  expect(await world.sql('select from staff_undo')).toEqual([]);
});
