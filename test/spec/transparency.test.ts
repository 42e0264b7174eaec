import { beforeAll, describe, expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { calendarDay, startOfDay } from '../../src/platform/clock.ts';
import { closeMonths } from '../../src/transparency/actions/close-months.ts';
import { monthOf, rangeOf } from '../../src/transparency/rules.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ LIMIT_REPORTS: 'off', LIMIT_COMMENTS: 'off' });
const PASSWORD = 'correct horse battery';
const PATH = '/api/transparency';
const HOUR = 3600;
/** The page and its numbers of the current month are as old as this. */
const AGE = 300;
let [owner, author, reader] = [] as unknown as [Client, Client, Client];

const publish = (value: boolean) =>
  owner.put('/api/admin/site-settings/transparency.shown', { value });
const currentMonth = () => monthOf(calendarDay(world.ctx.now()));

async function read(who: Client = world.visitor()) {
  await world.wait(AGE);
  const { items } = (await who.get(PATH)).body;
  return items[0];
}
async function post(title = '灯下'): Promise<number> {
  return (await author.post('/api/studio/posts', { title, body: '<p>一盏灯。</p>' })).body.id;
}
async function comment(postId: number, body: string): Promise<number> {
  return (await author.post(`/api/posts/${postId}/comments`, { body })).body.id;
}
const decide = (items: string, verdict: string, reason = '已核实') =>
  owner.post('/api/admin/queue/decide', { items, verdict, reason });
async function decideReport(kind: string, id: number, reasons: string[], verdict: string) {
  for (const reason of reasons) {
    const reporter = await world.member({ exp: 500, transport: 'bearer' });
    await reporter.post('/api/reports', { subject_kind: kind, subject_id: id, reason });
  }
  const [found] = await world.sql(
    'select id from report_case where subject_kind = $1 and subject_id = $2 and decided_at is null',
    [kind, id],
  );
  expect((await decide(`report:${found?.['id']}`, verdict)).body.decided).toBe(1);
}
async function undoLast(): Promise<void> {
  const [row] = await world.sql('select max(log_id) as id from staff_undo');
  expect((await owner.post(`/api/admin/decisions/${row?.['id']}/undo`, {})).status).toBe(204);
}
const remove = async (id: number, reason: string) =>
  expect((await owner.post(`/api/admin/comments/${id}/remove`, { reason })).status).toBe(204);
const version = async (id: number) =>
  (await world.sql('select version from post where id = $1', [id]))[0]?.['version'];
const onPost = async (id: number, verb: string, reason = '不合适') =>
  owner.post(`/api/admin/posts/${id}/${verb}`, {
    version: await version(id),
    ...(verb === 'approve' ? {} : { reason }),
  });
async function logInAgain(): Promise<void> {
  for (const who of [owner, author, reader]) await who.logIn(who.email, PASSWORD, 'bearer');
}
async function expectIntegrity(wrong: string[] = []): Promise<void> {
  const { checks } = await verifyIntegrity(world.ctx, { repair: false });
  expect(checks.filter(({ total }) => total > 0).map(({ name }) => name)).toEqual(wrong);
}

beforeAll(async () => {
  owner = await world.member({ role: 'owner', transport: 'bearer' });
  author = await world.member({ exp: 500, transport: 'bearer' });
  reader = await world.member({ exp: 500, transport: 'bearer' });
  // Early in a month, so that the clock can move without reaching the next one.
  const start = rangeOf(currentMonth()).until.getTime() + 30 * HOUR * 1000;
  await world.wait((start - world.ctx.now().getTime()) / 1000);
  await logInAgain();
});

describe('0052 the numbers of moderation', () => {
  test('exist for nobody unless the owner publishes them, and from the next request on', async () => {
    for (const who of [world.visitor(), reader, owner]) {
      for (const path of [PATH, '/transparency']) expect((await who.get(path)).status).toBe(404);
      expect((await who.get('/about/rules')).text).not.toContain('href="/transparency"');
    }
    await publish(true);
    for (const who of [world.visitor(), reader, owner]) {
      for (const path of [PATH, '/transparency']) expect((await who.get(path)).status).toBe(200);
      expect((await who.get('/about/rules')).text).toContain('href="/transparency"');
    }
    await publish(false);
    for (const path of [PATH, '/transparency'])
      expect((await world.visitor().get(path)).status).toBe(404);
    await publish(true);
  });

  test('count what was removed, by the reason that most reporters gave, by the rule, or by the staff', async () => {
    const id = await post();
    await owner.post('/api/admin/words', {
      category: 'hold',
      words: '加微信群',
      homophones: false,
    });
    await decideReport('comment', await comment(id, '买灯'), ['abuse', 'spam', 'spam'], 'reject');
    const held = await comment(id, '加微信群');
    expect((await decide(`comment:${held}`, 'reject')).body.decided).toBe(1);
    await owner.delete(`/api/comments/${await comment(id, '一')}`);
    await remove(await comment(id, '二'), '跑题');
    // The reports are no decision.
    await decideReport('comment', await comment(id, '三'), ['other'], 'approve');
    // Its author's own deletion is none either.
    await author.delete(`/api/comments/${await comment(id, '四')}`);
    const { comments_removed } = await read();
    expect(comments_removed.total).toBe(4);
    expect(comments_removed.reasons).toEqual([
      { reason: 'none', count: 1 },
      { reason: 'spam', count: 1 },
      { reason: 'staff', count: 1 },
      { reason: 'words', count: 1 },
    ]);
  });

  test('count a post once when it stops being public, and what did not pass review apart', async () => {
    const before = await read();
    const locked = await post();
    await onPost(locked, 'lock');
    await onPost(locked, 'remove');
    await decideReport('post', await post(), ['copyright'], 'reject');
    const rejected = await post();
    expect((await onPost(rejected, 'reject')).status).toBe(200);
    await world.review(true);
    const pending = await post();
    await author.post(`/api/studio/posts/${pending}/submit`, {});
    await world.wait(2 * HOUR);
    await logInAgain();
    expect((await onPost(pending, 'reject')).status).toBe(200);
    await world.review(false);
    const { posts_removed, posts_refused, reviews } = await read();
    expect(before.posts_removed.total).toBe(0);
    expect(posts_removed).toEqual({
      total: 3,
      reasons: [
        { reason: 'staff', count: 2 },
        { reason: 'copyright', count: 1 },
      ],
    });
    expect([before.posts_refused, posts_refused]).toEqual([0, 1]);
    expect(reviews.count).toBe(1);
    expect(reviews.median_seconds).toBeGreaterThanOrEqual(2 * HOUR);
    expect(reviews.median_seconds).toBeLessThan(2 * HOUR + 60);
  });

  test('measure reviews from the submission to the decision: the median, and what 95 % stay within', async () => {
    await world.review(true);
    const waits = [1, 2, 3, 40];
    for (const hours of waits) {
      const id = await post(`等 ${hours}`);
      await author.post(`/api/studio/posts/${id}/submit`, {});
      await world.wait(hours * HOUR);
      await logInAgain();
      expect((await onPost(id, 'approve')).status).toBe(200);
    }
    await world.review(false);
    const { reviews } = await read();
    expect(reviews.count).toBe(5);
    expect(Math.round(reviews.median_seconds / HOUR)).toBe(2);
    // Between 3 and 40 hours, where four fifths of the way are.
    expect(Math.round(reviews.p95_seconds / HOUR)).toBe(33);
  });

  test('count bans by their length, decided appeals, and undone decisions by themselves only', async () => {
    const [one, two] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    const ban = (who: Client, more = {}) =>
      owner.put(`/api/admin/users/${who.uid}/status`, {
        status: 'banned',
        reason: '一天三十条',
        ...more,
      });
    await ban(one, { days: 3 });
    // Another length of the same ban is not another ban.
    await ban(one, { days: 7 });
    await ban(two);
    await one.logIn(one.email, PASSWORD);
    expect((await one.post('/api/auth/appeal', { body: '没有' })).status).toBe(204);
    const [appeal] = await world.sql('select max(ban_id) as id from ban_appeal');
    expect((await decide(`appeal:${appeal?.['id']}`, 'approve')).body.decided).toBe(1);
    const before = await read();
    await remove(await comment(await post(), '五'), '误');
    const during = await read();
    await undoLast();
    const after = await read();
    expect(after.bans).toEqual({ timed: 1, for_good: 1 });
    expect(after.appeals).toEqual({ granted: 1, refused: 0 });
    expect(during.comments_removed.total).toBe(before.comments_removed.total + 1);
    expect(after.comments_removed).toEqual(before.comments_removed);
    expect([before.undone, after.undone]).toEqual([0, 1]);
  });

  test('are rendered once for all anonymous visitors, and again after five minutes', async () => {
    await world.wait(AGE);
    const { pageCache } = world.app;
    const load = async () => (await world.visitor().get('/transparency')).text;
    await load();
    const { hits, rendered } = pageCache;
    await load();
    expect([pageCache.hits - hits, pageCache.rendered - rendered]).toEqual([1, 0]);
    await world.wait(AGE);
    await load();
    expect(pageCache.rendered - rendered).toBe(1);
  });

  test('name nobody, and no content', async () => {
    const shown = [
      JSON.stringify((await world.visitor().get(PATH)).body),
      (await world.visitor().get('/transparency')).text,
    ].join();
    for (const secret of ['一天三十条', '跑题', '加微信群', '灯下', `用户${author.uid}`])
      expect(shown).not.toContain(secret);
  });
});

describe('0052 a month that is over', () => {
  test('is stored seventy minutes after its end, so that an undo of its last hour counts', async () => {
    const month = currentMonth();
    const { until } = rangeOf(month);
    const at = async (minutes: number) => {
      await world.wait((until.getTime() - world.ctx.now().getTime()) / 1000 + minutes * 60);
      await logInAgain();
    };
    const stored = () =>
      world.sql('select 1 from transparency_count where month = $1', [`${month}-01`]);
    await logInAgain();
    const id = await post();
    const last = await comment(id, '最后一条');
    await at(-20);
    const before = (await read()).undone;
    await remove(last, '误');
    await at(40);
    await closeMonths(world.ctx);
    expect(await stored()).toEqual([]);
    const [current, past] = (await world.visitor().get(PATH)).body.items;
    expect([current.month > past.month, past.month, past.complete]).toEqual([true, month, false]);
    await undoLast();
    await at(75);
    await Promise.all([closeMonths(world.ctx), closeMonths(world.ctx)]);
    expect((await stored()).length).toBeGreaterThan(5);
    await world.wait(AGE);
    const { items } = (await world.visitor().get(PATH)).body;
    expect(items.map((one: { complete: boolean }) => one.complete).slice(0, 2)).toEqual([
      false,
      true,
    ]);
    const closed = items.find((one: { month: string }) => one.month === month);
    expect(closed).toMatchObject({ complete: true, undone: before + 1 });
    await expectIntegrity();
  });

  test('cannot be changed, and the nightly comparison finds where it differs from the log', async () => {
    const [{ month } = {}] = await world.sql(
      'select max(month)::text as month from transparency_count',
    );
    await expect(
      world.ctx.tx((trx) =>
        trx
          .updateTable('transparency_count' as never)
          .set({ amount: 0 } as never)
          .execute(),
      ),
    ).rejects.toThrow('permission denied');
    await world.sql(
      `insert into staff_action (actor_uid, action, subject_kind, subject_id, created_at)
       values ($1, 'comment.remove', 'comment', 1, $2)`,
      [owner.uid, startOfDay(String(month))],
    );
    await expectIntegrity(['moderation counts']);
    await world.sql(
      "update transparency_count set amount = amount + 1 where month = $1::date and kind = 'comment_removed' and category = 'staff'",
      [month],
    );
    await expectIntegrity();
  });

  test.each(['"0000-01"', '"2026-13"', '"9999-12"', '7', 'null', '{'])(
    'has no page after the forged cursor %s, and the page starts from the beginning',
    async (forged) => {
      const cursor = Buffer.from(forged).toString('base64url');
      expect((await world.visitor().get(`${PATH}?cursor=${cursor}`)).status).toBe(400);
      expect((await world.visitor().get(`/transparency?cursor=${cursor}`)).status).toBe(200);
    },
  );

  test('is listed page by page, the newest first', async () => {
    for (let months = 0; months < 14; months++) await world.wait(31 * 24 * HOUR);
    await closeMonths(world.ctx);
    await world.wait(AGE);
    const visitor = world.visitor();
    const first = (await visitor.get(`${PATH}?limit=10`)).body;
    const second = (await visitor.get(`${PATH}?limit=10&cursor=${first.next_cursor}`)).body;
    const months = [...first.items, ...second.items].map((one) => one.month);
    expect(first.items).toHaveLength(10);
    expect(months).toEqual([...new Set(months)].sort().reverse());
    expect(months.length).toBeGreaterThan(14);
    expect((await visitor.get('/transparency')).text).toContain('cursor=');
    await expectIntegrity();
  });
});
