import { describe, expect, onTestFinished, test } from 'vitest';
import { moveEnergy } from '../../src/energy/actions.ts';
import { BURNT, MINT } from '../../src/energy/rules.ts';
import { runIntegrity, verifyIntegrity } from '../../src/integrity/actions.ts';
import { calendarDay } from '../../src/platform/clock.ts';
import type { Client } from '../support/client.ts';
import { keepFlushingCounts } from '../support/flush-counts.ts';
import { findDifferences } from '../support/integrity.ts';
import { createWorld, type World } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20', LIMIT_MEMBER: 'off' });
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };

const verify = () => verifyIntegrity(world.ctx, { repair: false });
const repair = () => verifyIntegrity(world.ctx, { repair: true });

async function expectClean(): Promise<void> {
  expect(findDifferences(await verify())).toEqual([]);
}

const review = world.review;

let adjustments = 0;

/** Through the ledger, like the owner's adjustments; returns the cause. */
async function adjust(who: Client, amount: number): Promise<string> {
  const cause = `adjust:test:${++adjustments}`;
  await world.ctx.tx(async (trx) => {
    const [from, to] = amount > 0 ? [MINT, who.uid] : [who.uid, BURNT];
    const [size, created_at] = [Math.abs(amount), world.ctx.now()];
    await moveEnergy(trx, { cause, reason: 'adjust', from, to, amount: size, created_at });
  });
  return cause;
}

/**
 * A small economy, all of it through the API: an author with 1 (check-in) + 4 (energized) − 2 (a post deleted), and a
 * reader who has renamed, withdrawn one rename and waits for another.
 */
async function economy() {
  const author = await world.member({ exp: 1, transport: 'bearer' });
  const reader = await world.member({ exp: 1, transport: 'bearer' });
  await reader.get('/api/energy/info');
  const cause = await adjust(reader, 40);
  const { id: post } = (await author.post('/api/studio/posts', TEXT)).body;
  for (let count = 0; count < 2; count++)
    await reader.post('/api/energy/energize', { post_id: post, form: 'heavy' });
  const { id: gone } = (await author.post('/api/studio/posts', TEXT)).body;
  await author.delete(`/api/studio/posts/${gone}`);
  const rename = async (username: string) =>
    expect((await reader.put('/api/settings/profile', { username })).status).toBe(200);
  await rename(`初名a${reader.uid}`);
  await rename(`次名a${reader.uid}`);
  await review(true);
  await rename(`三名a${reader.uid}`);
  await reader.delete('/api/settings/profile/pending');
  await rename(`四名a${reader.uid}`);
  await review(false);
  const changes = await world.sql(
    'select id, state from profile_change where uid = $1 and escrow > 0 order by id',
    [reader.uid],
  );
  const [accepted, withdrawn, waiting] = changes.map(({ id }) => Number(id));
  expect(changes.map(({ state }) => state)).toEqual(['accepted', 'withdrawn', 'pending']);
  const day = calendarDay(world.ctx.now());
  return { author, reader, post, gone, cause, accepted, withdrawn, waiting, day };
}
type Economy = Awaited<ReturnType<typeof economy>>;
type Statements = (site: Economy) => [text: string, values: unknown[]][];

type Plant = {
  check: string;
  /** Written by the schema's owner, like a bug of the service would. */
  plant: Statements;
  subject: (site: Economy) => string;
  stored: (site: Economy) => Record<string, number | null>;
  actual: (site: Economy) => Record<string, number>;
};

async function write(site: Economy, statements: Statements): Promise<void> {
  for (const [text, values] of statements(site)) await world.sql(text, values);
}

/** Rows that no repair may touch. */
async function ledger(): Promise<string> {
  const tables = [
    'energy_transfer',
    'energy_entry',
    'exp_entry',
    'post_energize',
    'user_checkin',
    'profile_change',
    'username_claim',
  ];
  const rows = await Promise.all(
    tables.map((table) => world.sql(`select t::text, xmin::text from ${table} as t order by 1`)),
  );
  return JSON.stringify(rows);
}

const user = ({ author }: Economy) => `user ${author.uid}`;

/** Derived from rows, and so repaired from them. */
const COUNTS: Record<string, Plant> = {
  'I1 a balance': {
    check: 'energy balances',
    plant: ({ author }) => [['update energy_account set balance = 8 where uid = $1', [author.uid]]],
    subject: user,
    stored: () => ({ balance: 8 }),
    actual: () => ({ balance: 3 }),
  },
  'I1 a number of entries': {
    check: 'energy balances',
    plant: ({ author }) => [['update energy_account set entries = 9 where uid = $1', [author.uid]]],
    subject: user,
    stored: () => ({ entries: 9 }),
    actual: () => ({ entries: 4 }),
  },
  'I1 a missing account': {
    check: 'energy balances',
    plant: ({ author }) => [['delete from energy_account where uid = $1', [author.uid]]],
    subject: user,
    stored: () => ({ balance: null, entries: null }),
    actual: () => ({ balance: 3, entries: 4 }),
  },
  'I9 exp': {
    check: 'exp',
    plant: ({ author }) => [['update users set exp = 13 where uid = $1', [author.uid]]],
    subject: user,
    stored: () => ({ exp: 13 }),
    actual: () => ({ exp: 6 }),
  },
  'I5 the exp from energizing today': {
    check: 'daily exp',
    plant: ({ reader }) => [['update daily_exp set exp = 7 where uid = $1', [reader.uid]]],
    subject: ({ reader, day }) => `user ${reader.uid} on ${day}`,
    stored: () => ({ exp: 7 }),
    actual: () => ({ exp: 40 }),
  },
  'I5 a missing day of exp': {
    check: 'daily exp',
    plant: ({ reader }) => [['delete from daily_exp where uid = $1', [reader.uid]]],
    subject: ({ reader, day }) => `user ${reader.uid} on ${day}`,
    stored: () => ({ exp: 0 }),
    actual: () => ({ exp: 40 }),
  },
  'I5 a day of exp without earnings': {
    check: 'daily exp',
    plant: ({ author }) => [
      ["insert into daily_exp (uid, day, exp) values ($1, '2020-02-29', 20)", [author.uid]],
    ],
    subject: ({ author }) => `user ${author.uid} on 2020-02-29`,
    stored: () => ({ exp: 20 }),
    actual: () => ({ exp: 0 }),
  },
  'I6 the last check-in': {
    check: 'last check-ins',
    plant: ({ author }) => [
      ["update users set checked_in_on = '2020-01-01' where uid = $1", [author.uid]],
    ],
    subject: user,
    stored: () => ({ day: 20_200_101 }),
    actual: ({ day }) => ({ day: Number(day.replaceAll('-', '')) }),
  },
  'I4 a member’s gifts to a post': {
    check: 'energize totals',
    plant: ({ post }) => [['update post_energize_total set total = 9 where post_id = $1', [post]]],
    subject: ({ reader, post }) => `energy of user ${reader.uid} for post ${post}`,
    stored: () => ({ total: 9 }),
    actual: () => ({ total: 4 }),
  },
  'I4 a missing total': {
    check: 'energize totals',
    plant: ({ post }) => [['delete from post_energize_total where post_id = $1', [post]]],
    subject: ({ reader, post }) => `energy of user ${reader.uid} for post ${post}`,
    stored: () => ({ total: 0 }),
    actual: () => ({ total: 4 }),
  },
  'I4 the energy of a post': {
    check: 'post counters',
    plant: ({ post }) => [['update post_count set energy = 9 where post_id = $1', [post]]],
    subject: ({ post }) => `post ${post}`,
    stored: () => ({ energy: 9 }),
    actual: () => ({ energy: 4 }),
  },
  'I4 the energy of a post on one day': {
    check: 'post days',
    plant: ({ post }) => [['update post_day set energy = 1 where post_id = $1', [post]]],
    subject: ({ post, day }) => `post ${post} on ${day}`,
    stored: () => ({ energy: 1 }),
    actual: () => ({ energy: 4 }),
  },
};

for (const [wrong, { check, plant, subject, stored, actual }] of Object.entries(COUNTS)) {
  test(`${wrong}: is reported exactly, and repaired from its rows, which stay unchanged`, async () => {
    const site = await economy();
    await expectClean();
    await write(site, plant);
    const difference = { subject: subject(site), stored: stored(site), actual: actual(site) };
    const before = await ledger();
    expect(findDifferences(await verify())).toEqual([
      { name: check, total: 1, differences: [difference] },
    ]);
    const [last] = await world.sql('select coalesce(max(id), 0) as id from integrity_repair');
    expect(await repair()).toMatchObject({
      clean: true,
      repaired: [{ check_name: check, ...difference }],
    });
    expect(
      await world.sql(
        'select check_name, subject, stored, actual from integrity_repair where id > $1',
        [last?.['id']],
      ),
    ).toEqual([{ check_name: check, ...difference }]);
    expect(await ledger()).toBe(before);
    await expectClean();
  });
}

/** Events: reported, and left to an operator. */
const ROWS: Record<string, Plant & { undo: Statements; also?: string[] }> = {
  'I3 the amount of a transfer': {
    check: 'energy transfers',
    plant: ({ cause }) => [['update energy_transfer set amount = 3 where cause = $1', [cause]]],
    undo: ({ cause }) => [['update energy_transfer set amount = 40 where cause = $1', [cause]]],
    subject: () => 'transfer ',
    also: ['energy supply'],
    stored: () => ({ given: 40 }),
    actual: () => ({ given: 3 }),
  },
  'I3 a transfer without the entry of its member': {
    check: 'energy transfers',
    also: ['energy supply'],
    plant: ({ cause }) => [
      [
        `insert into energy_transfer (cause, reason, from_account, to_account, amount, created_at)
         select 'adjust:second', reason, from_account, to_account, 7, created_at from energy_transfer where cause = $1`,
        [cause],
      ],
    ],
    undo: () => [["delete from energy_transfer where cause = 'adjust:second'", []]],
    subject: () => 'transfer ',
    stored: () => ({ entries: 0, given: 0 }),
    actual: () => ({ entries: 1, given: 7 }),
  },
  'I3 an entry of a member whom its transfer does not name': {
    check: 'energy transfers',
    plant: ({ author, reader }) => [
      [
        `update energy_transfer set from_account = $2
          where id = (select max(id) from energy_transfer where to_account = $1 and reason = 'energize')`,
        [author.uid, author.uid + reader.uid],
      ],
    ],
    also: ['energize log'],
    undo: ({ author, reader }) => [
      [
        'update energy_transfer set from_account = $1 where from_account = $2',
        [reader.uid, author.uid + reader.uid],
      ],
    ],
    subject: () => 'transfer ',
    stored: () => ({ taken: 0 }),
    actual: () => ({ taken: -2 }),
  },
  'I2 a balance in the ledger': {
    check: 'energy entries',
    plant: ({ author }) => [
      ['update energy_entry set balance_after = 8 where account_id = $1 and seq = 4', [author.uid]],
    ],
    undo: ({ author }) => [
      ['update energy_entry set balance_after = 3 where account_id = $1 and seq = 4', [author.uid]],
    ],
    subject: ({ author }) => `entry 4 of user ${author.uid}`,
    stored: () => ({ balance_after: 8 }),
    actual: () => ({ balance_after: 3 }),
  },
  'I2 a gap in the ledger': {
    check: 'energy entries',
    plant: ({ author }) => [
      ['update energy_entry set seq = 9 where account_id = $1 and seq = 4', [author.uid]],
    ],
    undo: ({ author }) => [
      ['update energy_entry set seq = 4 where account_id = $1 and seq = 9', [author.uid]],
    ],
    subject: ({ author }) => `entry 9 of user ${author.uid}`,
    stored: () => ({ previous: 8 }),
    actual: () => ({ previous: 3 }),
  },
  'I10 spending from a negative balance': {
    check: 'spending',
    also: ['renames'],
    plant: ({ author }) => [
      [
        "update energy_transfer set reason = 'rename' where from_account = $1 and note = 'x'",
        [author.uid],
      ],
    ],
    undo: ({ author }) => [
      [
        "update energy_transfer set reason = 'adjust' where from_account = $1 and note = 'x'",
        [author.uid],
      ],
    ],
    subject: ({ author }) => `entry 6 of user ${author.uid}`,
    stored: () => ({ balance_before: -5 }),
    actual: () => ({ balance_before: 0 }),
  },
  'I4 an energize whose transfer names another post': {
    check: 'energize log',
    plant: ({ post, gone }) => [
      [
        `update energy_transfer set post_id = $2
          where id = (select max(id) from energy_transfer where post_id = $1 and reason = 'energize')`,
        [post, gone],
      ],
    ],
    undo: ({ post, gone }) => [
      [
        "update energy_transfer set post_id = $1 where post_id = $2 and reason = 'energize'",
        [post, gone],
      ],
    ],
    subject: () => 'energize:',
    stored: ({ post }) => ({ post_id: post }),
    actual: ({ gone }) => ({ post_id: gone }),
  },
  'I6 a check-in that earned nothing': {
    check: 'check-ins',
    plant: ({ author }) => [
      [
        "insert into user_checkin (uid, day, created_at) values ($1, '2020-02-29', now())",
        [author.uid],
      ],
    ],
    undo: () => [["delete from user_checkin where day = '2020-02-29'", []]],
    subject: ({ author }) => `check-in of user ${author.uid} on 2020-02-29`,
    stored: () => ({ energy: 0, exp: 0 }),
    actual: () => ({ energy: 1, exp: 5 }),
  },
  'I9 exp in the log': {
    check: 'exp log',
    plant: ({ author }) => [
      ["update exp_entry set exp_after = 99 where uid = $1 and reason = 'checkin'", [author.uid]],
    ],
    undo: ({ author }) => [
      ["update exp_entry set exp_after = 6 where uid = $1 and reason = 'checkin'", [author.uid]],
    ],
    subject: () => 'exp entry ',
    stored: () => ({ exp_after: 99 }),
    actual: () => ({ exp_after: 6 }),
  },
  'I9 a notification of a level not reached': {
    check: 'level-ups',
    plant: ({ author }) => [
      [
        `insert into notification (uid, kind, cause, payload, created_at)
         values ($1, 'level_up', 'level:5', '{"level": 5}', now())`,
        [author.uid],
      ],
    ],
    undo: () => [["delete from notification where cause = 'level:5'", []]],
    subject: ({ author }) => `notification of level 5 to user ${author.uid}`,
    stored: () => ({ exp: 6 }),
    actual: () => ({ exp: 4500 }),
  },
  'I12 a deletion that cost nothing': {
    check: 'deleted posts',
    plant: ({ post }) => [
      ['update post set deleted_at = now(), deleted_by_author = true where id = $1', [post]],
    ],
    undo: ({ post }) => [
      ['update post set deleted_by_author = false, deleted_at = null where id = $1', [post]],
    ],
    subject: ({ post }) => `post ${post}`,
    stored: () => ({ paid: 0, payer: 0 }),
    actual: ({ author }) => ({ paid: 2, payer: author.uid }),
  },
  'I12 a removal by staff that cost its author': {
    check: 'deleted posts',
    plant: ({ gone }) => [['update post set deleted_by_author = false where id = $1', [gone]]],
    undo: ({ gone }) => [['update post set deleted_by_author = true where id = $1', [gone]]],
    subject: ({ gone }) => `post ${gone}`,
    stored: ({ author }) => ({ paid: 2, payer: author.uid }),
    actual: () => ({ paid: 0, payer: 0 }),
  },
  'I11 a rename refused without a refund': {
    check: 'renames',
    plant: ({ accepted }) => [
      ["update profile_change set state = 'refused' where id = $1", [accepted]],
    ],
    undo: ({ accepted }) => [
      ["update profile_change set state = 'accepted' where id = $1", [accepted]],
    ],
    subject: ({ accepted }) => `profile change ${accepted}`,
    stored: () => ({ refunded: 0, burnt: 6 }),
    actual: () => ({ refunded: 6, burnt: 0 }),
  },
  'I11 a refund of a rename that was accepted': {
    check: 'renames',
    plant: ({ withdrawn }) => [
      ["update profile_change set state = 'accepted' where id = $1", [withdrawn]],
    ],
    undo: ({ withdrawn }) => [
      ["update profile_change set state = 'withdrawn' where id = $1", [withdrawn]],
    ],
    subject: ({ withdrawn }) => `profile change ${withdrawn}`,
    stored: () => ({ refunded: 6, burnt: 0 }),
    actual: () => ({ refunded: 0, burnt: 6 }),
  },
  'D39 a name without a claim': {
    check: 'names',
    plant: ({ reader }) => [
      ['delete from username_claim where username_key = $1', [`次名a${reader.uid}`]],
    ],
    undo: ({ reader }) => [
      [
        'insert into username_claim (username_key, uid) values ($1, $2)',
        [`次名a${reader.uid}`, reader.uid],
      ],
    ],
    subject: ({ reader }) => `name 次名a${reader.uid}`,
    stored: () => ({ owner: 0 }),
    actual: ({ reader }) => ({ owner: reader.uid }),
  },
  'D39 a requested name without a claim': {
    check: 'requested names',
    plant: ({ reader }) => [
      ['delete from username_claim where username_key = $1', [`四名a${reader.uid}`]],
    ],
    undo: ({ reader }) => [
      [
        'insert into username_claim (username_key, uid) values ($1, $2)',
        [`四名a${reader.uid}`, reader.uid],
      ],
    ],
    subject: ({ waiting }) => `profile change ${waiting}`,
    stored: () => ({ claims: 0 }),
    actual: () => ({ claims: 1 }),
  },
  'I14 a session older than a ban': {
    check: 'sessions',
    plant: ({ reader }) => [
      ["update users set status = 'banned' where uid = $1", [reader.uid]],
      ['update session set ended_at = null, end_reason = null where uid = $1', [reader.uid]],
    ],
    undo: ({ reader }) => [["update users set status = 'active' where uid = $1", [reader.uid]]],
    subject: ({ reader }) => `user ${reader.uid}`,
    stored: () => ({ live_sessions: 1 }),
    actual: () => ({ live_sessions: 0 }),
  },
};

for (const [wrong, one] of Object.entries(ROWS)) {
  test(`${wrong}: is reported exactly, and left to an operator even with --repair`, async () => {
    const site = await economy();
    if (one.check === 'spending') {
      await adjust(site.author, -8);
      const cause = await adjust(site.author, -1);
      await world.sql("update energy_transfer set note = 'x' where cause = $1", [cause]);
    }
    await expectClean();
    await write(site, one.plant);
    const before = await ledger();
    for (const verdict of [await verify(), await repair()]) {
      expect(verdict).toMatchObject({ clean: false, repaired: [] });
      const found = findDifferences(verdict);
      expect(found.map(({ name }) => name)).toEqual([one.check, ...(one.also ?? [])]);
      expect(found[0]?.total).toBe(1);
      expect(found[0]?.differences).toEqual([
        {
          subject: expect.stringContaining(one.subject(site)),
          stored: one.stored(site),
          actual: one.actual(site),
        },
      ]);
    }
    expect(await ledger()).toBe(before);
    await write(site, one.undo);
    await expectClean();
  });
}

describe('concurrency', () => {
  /** Energizing, checking in, renaming and deleting until stopped; and flushing, like a worker. */
  async function bustle() {
    const people = await Promise.all(
      Array.from({ length: 6 }, () => world.member({ transport: 'bearer', exp: 1 })),
    );
    const newcomers = await Promise.all(
      Array.from({ length: 12 }, () => world.member({ transport: 'bearer', exp: 196 })),
    );
    const posts: number[] = [];
    for (const one of people) {
      await adjust(one, 200);
      posts.push((await one.post('/api/studio/posts', TEXT)).body.id);
    }
    let stopped = false;
    const statuses = new Set<number>();
    const acting = people.map(async (one, index) => {
      for (let turn = 0; !stopped; turn++) {
        const acts = [
          () =>
            one.post('/api/energy/energize', {
              post_id: posts[(index + 1 + (turn % 5)) % 6],
              form: 'light',
            }),
          () =>
            one.put('/api/settings/profile', {
              username: `忙人${'abcdefghij'[turn % 10]}${one.uid}x${turn}`,
            }),
          async () => {
            const { id } = (await one.post('/api/studio/posts', TEXT)).body;
            return one.delete(`/api/studio/posts/${id}`);
          },
          // A newcomer's first request, which checks them in and lifts them to the next level.
          () =>
            (newcomers.pop() ?? one).post('/api/energize', {
              post_id: posts[(index + 1) % 6],
              form: 'heavy',
            }),
        ];
        statuses.add((await acts[turn % acts.length]?.())?.status ?? 0);
      }
    });
    const stopFlushing = keepFlushingCounts(world.ctx);
    const end = () => {
      stopped = true;
      return Promise.all([...acting, stopFlushing()]);
    };
    // Also if a check fails: otherwise they would run on into the following tests.
    onTestFinished(async () => void (await end()));
    const stop = async () => {
      await end();
      // Too little energy and a post's cap are valid responses; an error is not.
      for (const status of statuses) expect([200, 204, 422]).toContain(status);
      expect([...statuses]).toEqual(expect.arrayContaining([200, 204]));
    };
    return { posts, stop };
  }

  test('I1–I12 a busy economy is always reported as correct', async () => {
    const { stop } = await bustle();
    for (let look = 0; look < 8; look++) await expectClean();
    await stop();
    await expectClean();
  });

  // Not a balance or exp: a write on top of a wrong one carries it into the ledger.
  test('a repair during transfers fixes exactly the planted error', async () => {
    const { posts, stop } = await bustle();
    for (let turn = 0; turn < 4; turn++) {
      await world.sql('update post_count set energy = energy + 7 where post_id = $1', [
        posts[turn],
      ]);
      const verdict = await repair();
      expect([findDifferences(verdict), verdict.clean]).toEqual([[], true]);
      expect(verdict.repaired).toHaveLength(1);
    }
    await stop();
    await expectClean();
  });
});

describe('GET /api/admin/integrity', () => {
  test("the owner sees the last run's result; others do not", async () => {
    const here = await createWorld();
    const owner = await here.member({ role: 'owner' });
    const admin = await here.member({ role: 'admin' });
    expect((await admin.get('/api/admin/integrity')).body.code).toBe('role_required');
    expect((await owner.get('/api/admin/integrity')).body).toEqual({ last_run: null });
    await runIntegrity(here.ctx);
    const clean = (await owner.get('/api/admin/integrity')).body.last_run;
    expect(clean).toMatchObject({ clean: true });
    expect(clean.checks.map(({ total }: { total: number }) => total)).toEqual(Array(52).fill(0));
    await here.sql('update users set exp = 9 where uid = $1', [admin.uid]);
    await runIntegrity(here.ctx);
    const found = (await owner.get('/api/admin/integrity')).body.last_run;
    expect(found.clean).toBe(false);
    expect(found.checks.find(({ name }: { name: string }) => name === 'exp')).toMatchObject({
      invariant: 'I9',
      total: 1,
      differences: [{ subject: `user ${admin.uid}`, stored: { exp: 9 }, actual: { exp: 0 } }],
    });
    expect(here.logged.some((line) => line.includes('integrity_broken'))).toBe(true);
  });

  test('POST /api/admin/integrity/run queues a run, once even when repeated', async () => {
    const here = await createWorld();
    const owner = await here.member({ role: 'owner' });
    const admin = await here.member({ role: 'admin' });
    expect((await admin.post('/api/admin/integrity/run')).status).toBe(403);
    for (let count = 0; count < 3; count++)
      expect((await owner.post('/api/admin/integrity/run')).status).toBe(204);
    expect(
      await here.sql(
        "select task_identifier from graphile_worker.jobs where key = 'integrity_run'",
      ),
    ).toEqual([{ task_identifier: 'integrity_run' }]);
  });
});

describe('I16 files', () => {
  const DAYS = 3 * 86_400;

  async function upload(here: World, uid: number, key: string): Promise<void> {
    await here.ctx.storage.put(key, Buffer.from('x'));
    await here.sql(
      `insert into upload (uid, purpose, key, content_type, bytes, width, height, created_at)
       values ($1, 'post', $2, 'image/webp', 1, 1, 1, now())`,
      [uid, key],
    );
  }

  test('a row without its file and an old file without its row are reported, a new file is not, and none is touched', async () => {
    const here = await createWorld();
    const { uid } = await here.member();
    const keys = ['avatar/a.webp', 'comment/b.webp', 'post/c.webp', 'post/d.webp', 'post/e.webp'];
    for (const key of keys) await upload(here, uid, key);
    const look = async () => {
      const verdict = await verifyIntegrity(here.ctx, { repair: true, storage: here.ctx.storage });
      return findDifferences(verdict);
    };
    expect(await look()).toEqual([]);
    await here.ctx.storage.remove('post/d.webp');
    await here.ctx.storage.put('comment/stray.webp', Buffer.from('x'));
    const missing = { subject: 'file post/d.webp', stored: { files: 0 }, actual: { files: 1 } };
    expect(await look()).toEqual([{ name: 'files', total: 1, differences: [missing] }]);
    here.wait(DAYS);
    const stray = {
      subject: 'file comment/stray.webp',
      stored: { files: 1 },
      actual: { files: 0 },
    };
    expect(await look()).toEqual([{ name: 'files', total: 2, differences: [stray, missing] }]);
    expect(await here.ctx.storage.get('comment/stray.webp').then((file) => file?.size)).toBe(1);
  });
});
