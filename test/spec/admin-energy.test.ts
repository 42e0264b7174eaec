import { describe, expect, test } from 'vitest';
import { moveEnergyMany } from '../../src/energy/actions.ts';
import { MINT } from '../../src/energy/rules.ts';
import type { Client } from '../support/client.ts';
import { ALL_ENERGY, SITE_SIDES } from '../support/site-energy.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20' });
const owner = await world.member({ role: 'owner', transport: 'bearer' });
const admin = await world.member({ role: 'admin', transport: 'bearer' });
const MISSING = 999_999_999;

type Adjust = { uids: number[]; amount: number; reason?: string; dry_run?: boolean };
const adjust = (who: Client, body: Adjust, headers: Record<string, string> = {}) =>
  who.post('/api/admin/energy/adjust', { reason: 'a present', ...body }, { headers });
const newMember = (exp = 0) => world.member({ transport: 'bearer', exp });
const balance = async (uid: number) =>
  Number(
    (await world.sql('select balance from energy_account where uid = $1', [uid]))[0]?.['balance'] ??
      0,
  );
const ledger = async (query: string) => (await admin.get(`/api/admin/energy/logs?${query}`)).body;

/** Members with default settings, inserted at once. */
async function crowd(count: number): Promise<number[]> {
  const rows = await world.sql(
    `insert into users (email, email_key, password_hash, created_at)
     select mail, mail, 'x', now() from (select gen_random_uuid() || '@example.org' as mail
                                           from generate_series(1, $1::int)) as made returning uid`,
    [count],
  );
  const uids = rows.map((row) => Number(row['uid']));
  await world.sql('insert into user_count (uid) select unnest($1::bigint[])', [uids]);
  return uids;
}

/** Invariants of the ledger; each returned row is a violation. */
function findBreaks(): Promise<Record<string, unknown>[]> {
  return world.sql(`
    select 'sum' as broken, ${ALL_ENERGY} as value where ${ALL_ENERGY} <> 0
    union all
    select 'sides', transfer_id
      from (select transfer_id, delta from energy_entry union all select id, delta from ${SITE_SIDES}) as side
     group by transfer_id having count(*) <> 2 or sum(delta) <> 0
    union all
    select 'balance', account.uid from energy_account account
     where balance <> (select coalesce(sum(delta), 0) from energy_entry where account_id = account.uid)
        or entries <> (select count(*) from energy_entry where account_id = account.uid)
    union all
    select 'step', account_id from (
      select account_id, balance_after - delta
             - lag(balance_after, 1, 0) over (partition by account_id order by seq) as jump
        from energy_entry) as step where jump <> 0`);
}

async function everything(): Promise<unknown> {
  return Promise.all(
    [
      'energy_account',
      'energy_transfer',
      'energy_entry',
      'energy_batch',
      'staff_action',
      'notification',
    ].map((table) =>
      world.sql(`select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`),
    ),
  );
}

describe('§5.5 energy management', () => {
  const operations: [string, (who: Client) => ReturnType<Client['get']>, 'admin' | 'owner'][] = [
    ['adjust', (who) => adjust(who, { uids: [owner.uid], amount: 1 }), 'owner'],
    [
      'try an adjustment',
      (who) => adjust(who, { uids: [owner.uid], amount: 1, dry_run: true }),
      'owner',
    ],
    ['list batches', (who) => who.get('/api/admin/energy/batches'), 'owner'],
    ['read the ledger', (who) => who.get('/api/admin/energy/logs'), 'admin'],
  ];

  test.each(operations)('§5.5c, §5.5d who may %s', async (_, operate, from) => {
    const banned = await world.member({ status: 'banned', transport: 'bearer' });
    const outcomes = [];
    for (const who of [world.visitor(), await newMember(), banned, admin, owner]) {
      const response = await operate(who);
      outcomes.push(response.status === 200 ? 200 : response.body.code);
    }
    expect(outcomes).toEqual([
      'unauthenticated',
      'role_required',
      'role_required',
      from === 'admin' ? 200 : 'role_required',
      200,
    ]);
  });

  test('D17 only the owner adjusts the owner, without a notification', async () => {
    const before = await balance(owner.uid);
    expect((await adjust(admin, { uids: [owner.uid], amount: -5 })).status).toBe(403);
    expect(await balance(owner.uid)).toBe(before);
    expect((await adjust(owner, { uids: [owner.uid], amount: -5 })).status).toBe(200);
    expect(await balance(owner.uid)).toBe(before - 5);
    expect(await world.sql('select 1 from notification where uid = $1', [owner.uid])).toEqual([]);
  });
});

describe('D42 batch adjust', () => {
  test('D42 credits each member of the list, notifies them of the reason, and writes a batch, a log row and ledger entries', async () => {
    const [one, two] = [await newMember(1), await newMember()];
    await one.get('/api/energy/info');
    const response = await adjust(owner, {
      uids: [two.uid, one.uid],
      amount: 30,
      reason: ' for the feast ',
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      batch_id: expect.any(Number),
      dry_run: false,
      total: 60,
      rows: [
        { uid: two.uid, name: `用户${two.uid}`, before: 0, after: 30 },
        { uid: one.uid, name: `用户${one.uid}`, before: 1, after: 31 },
      ],
      unknown: [],
    });
    expect([await balance(one.uid), await balance(two.uid)]).toEqual([31, 30]);
    expect((await one.get('/api/energy/logs')).body.items[0]).toMatchObject({
      amount: 30,
      balance_after: 31,
      reason: 'adjust',
      note: 'for the feast',
    });
    const id = response.body.batch_id;
    const notifications = await world.sql(
      "select uid, payload, actor_uid from notification where kind = 'energy_adjusted' and cause = $1 order by uid",
      [`adjust:${id}`],
    );
    const payload = { amount: 30, reason: 'for the feast' };
    expect(notifications).toEqual([one, two].map(({ uid }) => ({ uid, payload, actor_uid: null })));
    const log = await admin.get(`/api/admin/staff-log?subject_kind=energy_batch&subject_id=${id}`);
    expect(log.body.items).toMatchObject([
      {
        actor: { uid: owner.uid },
        action: 'energy.adjust',
        reason: 'for the feast',
        before: { energy: 1 },
        after: { energy: 61, amount: 30, members: 2 },
      },
    ]);
    const { items } = (await owner.get('/api/admin/energy/batches?limit=1')).body;
    expect(items).toMatchObject([{ id, actor: { uid: owner.uid }, amount: 30, members: 2 }]);
    expect(await findBreaks()).toEqual([]);
  });

  test('D42 may take a balance below zero', async () => {
    const one = await newMember();
    const response = await adjust(owner, { uids: [one.uid], amount: -1_000_000 });
    expect(response.body).toMatchObject({
      total: -1_000_000,
      rows: [{ before: 0, after: -1_000_000 }],
    });
    expect(await balance(one.uid)).toBe(-1_000_000);
    expect(await findBreaks()).toEqual([]);
  });

  test('D42 a dry run returns the same and writes nothing', async () => {
    const [one, gone] = [await newMember(), await newMember()];
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    const before = await everything();
    const body = { uids: [MISSING, one.uid, gone.uid], amount: -3, dry_run: true };
    const response = await adjust(owner, body);
    expect([response.status, response.body]).toEqual([
      200,
      {
        batch_id: null,
        dry_run: true,
        total: -3,
        rows: [{ uid: one.uid, name: `用户${one.uid}`, before: 0, after: -3 }],
        unknown: [MISSING, gone.uid],
      },
    ]);
    expect(await everything()).toEqual(before);
  });

  test('D42 a missing member aborts the batch, and the response names them', async () => {
    const [one, gone] = [await newMember(), await newMember()];
    await gone.post('/api/settings/delete-account', { password: PASSWORD });
    const before = await everything();
    const response = await adjust(owner, { uids: [one.uid, MISSING, gone.uid], amount: 3 });
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    expect(response.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual([
      '/uids/1',
      '/uids/2',
    ]);
    expect(await everything()).toEqual(before);
  });

  test('A35 takes only a list of at most a thousand different members, a nonzero amount, and a reason', async () => {
    const uids = [owner.uid];
    for (const wrong of [
      { uids: [], amount: 1 },
      { uids: [owner.uid, owner.uid], amount: 1 },
      { uids: Array.from({ length: 1001 }, (_, index) => index + 1), amount: 1 },
      { uids: [0], amount: 1 },
      { uids, amount: 0 },
      { uids, amount: 0.5 },
      { uids, amount: 1_000_001 },
      { uids, amount: -1_000_001 },
      { uids, amount: 1, reason: ' ' },
    ])
      expect([(await adjust(owner, wrong)).body.code, wrong]).toEqual(['invalid_input', wrong]);
  });

  test('an idempotency key makes two attempts one adjustment', async () => {
    const one = await newMember();
    const key = { 'idempotency-key': `feast-${one.uid}` };
    const [first, second] = [
      await adjust(owner, { uids: [one.uid], amount: 7 }, key),
      await adjust(owner, { uids: [one.uid], amount: 7 }, key),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await balance(one.uid)).toBe(7);
  });

  test('a thousand members without an account are adjusted within the transaction timeout', async () => {
    const uids = await crowd(1000);
    const response = await adjust(owner, { uids, amount: 2 });
    expect([response.status, response.body.rows.length, response.body.total]).toEqual([
      200, 1000, 2000,
    ]);
    const notifications = await world.sql('select count(*) from notification where cause = $1', [
      `adjust:${response.body.batch_id}`,
    ]);
    expect(Number(notifications[0]?.['count'])).toBe(1000);
    expect(await findBreaks()).toEqual([]);
  });

  test('two batches over the same members in opposite orders, and one that fails, leave the sums right', async () => {
    const uids = await crowd(60);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        adjust(owner, {
          uids: index % 3 === 2 ? [...uids, MISSING] : index % 3 === 1 ? uids.toReversed() : uids,
          amount: index % 2 ? -3 : 5,
        }),
      ),
    );
    expect(responses.map((one) => one.status)).toEqual(
      responses.map((_, index) => (index % 3 === 2 ? 400 : 200)),
    );
    // Of the valid batches, the even ones give and the odd ones take.
    for (const uid of uids) expect(await balance(uid)).toBe(4 * 5 - 4 * 3);
    expect(await findBreaks()).toEqual([]);
  });

  test('while the same members energize one another, every snapshot has whole batches and the ledger sums to zero', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newMember(1)));
    const uids = people.map((one) => one.uid);
    await adjust(owner, { uids, amount: 200 });
    const posts: number[] = [];
    for (const one of people) {
      const text = { title: 'A lamp', body: '<p>light</p>' };
      posts.push((await one.post('/api/studio/posts', text)).body.id);
    }
    let busy = true;
    const broken: unknown[] = [];
    const auditor = (async () => {
      while (busy) {
        broken.push(...(await findBreaks()));
        broken.push(
          ...(await world.sql(
            `select batch.id from energy_batch batch left join energy_transfer transfer
                 on transfer.cause like 'adjust:' || batch.id || ':%'
              group by batch.id having count(transfer.id) <> batch.members`,
          )),
        );
      }
    })();
    const given = people.map(async (one, index) => {
      const statuses: number[] = [];
      for (let count = 0; count < 10; count++) {
        const post_id = posts[(index + 1 + (count % 5)) % people.length] as number;
        statuses.push((await one.post('/api/energy/energize', { post_id, form: 'heavy' })).status);
      }
      return statuses;
    });
    const adjusted = (async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 12; count++) {
        const order = count % 2 ? uids.toReversed() : uids;
        statuses.push((await adjust(owner, { uids: order, amount: count % 3 ? 4 : -6 })).status);
      }
      return statuses;
    })();
    const statuses = (
      await Promise.all([...given, adjusted]).finally(() => {
        busy = false;
      })
    ).flat();
    await auditor;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(broken).toEqual([]);
    expect(await findBreaks()).toEqual([]);
    const sum = await world.sql('select sum(balance) from energy_account where uid = any($1)', [
      uids,
    ]);
    // Each member checked in once; their gifts stay among them.
    expect(Number(sum[0]?.['sum'])).toBe(6 * (1 + 200 + 8 * 4 - 4 * 6));
  });

  test('D38 a list of transfers may name a member twice, and moves energy once per cause', async () => {
    const [uid] = (await crowd(1)) as [number];
    const give = (cause: string) => ({
      cause,
      reason: 'adjust' as const,
      from: MINT,
      to: uid,
      amount: 1,
      created_at: new Date(),
    });
    const move = (causes: string[]) => world.ctx.tx((trx) => moveEnergyMany(trx, causes.map(give)));
    expect((await move([`a:${uid}`, `b:${uid}`])).get(uid)).toBe(2);
    expect((await move([`b:${uid}`, `c:${uid}`])).get(uid)).toBe(3);
    expect((await move([`a:${uid}`])).size).toBe(0);
    expect(await balance(uid)).toBe(3);
    expect(await findBreaks()).toEqual([]);
  });
});

describe('D43, D47 energy logs', () => {
  async function pages(
    query: string,
  ): Promise<{ account: { uid: number }; transfer_id: number; amount: number }[]> {
    const items = [];
    let cursor = '';
    do {
      const page = await ledger(`${query}${cursor}`);
      items.push(...page.items);
      cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
    } while (cursor);
    return items;
  }

  test('D2 the whole ledger of one member, newest first, adds up to their balance', async () => {
    const one = await newMember();
    for (const amount of [5, -2, 9, -20, 1]) await adjust(owner, { uids: [one.uid], amount });
    const items = await pages(`uid=${one.uid}&limit=2`);
    expect(items.map((item) => item.amount)).toEqual([1, -20, 9, -2, 5]);
    expect(items[0]).toEqual({
      transfer_id: expect.any(Number),
      account: expect.objectContaining({ uid: one.uid }),
      amount: 1,
      balance_after: -7,
      reason: 'adjust',
      post_id: null,
      note: 'a present',
      created_at: expect.any(String),
    });
    expect(await pages(`uid=${one.uid}&reason=checkin`)).toEqual([]);
    expect((await pages(`uid=${one.uid}&reason=adjust&limit=3`)).length).toBe(5);
    expect(await pages(`uid=${MISSING}`)).toEqual([]);
  });

  test('D2 the site-wide log has each member’s side once, no site account, and both sides of gifts', async () => {
    const [one, two] = [await newMember(1), await newMember(1)];
    await adjust(owner, { uids: [one.uid, two.uid], amount: 10 });
    const { body: post } = await two.post('/api/studio/posts', { title: 'A', body: '<p>a</p>' });
    await one.post('/api/energy/energize', { post_id: post.id, form: 'heavy' });
    const [give, take] = (await ledger('limit=2')).items;
    expect([give, take]).toMatchObject([
      { account: { uid: two.uid }, amount: 2, post_id: post.id, reason: 'energize' },
      { account: { uid: one.uid }, amount: -2, post_id: post.id, reason: 'energize' },
    ]);
    const all = await pages('limit=100');
    expect(await pages('limit=7&reason=energize')).toEqual(
      all.filter((item) => 'reason' in item && item.reason === 'energize'),
    );
    const [{ count } = {}] = await world.sql('select count(*) from energy_entry');
    expect(all.length).toBe(Number(count));
    const keys = all.map((item) => `${item.transfer_id}:${item.account.uid}`);
    expect(new Set(keys).size).toBe(all.length);
    const ids = all.map((item) => item.transfer_id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test('from and to limit either log, from inclusive and to exclusive', async () => {
    const one = await newMember();
    const times: string[] = [];
    for (const amount of [1, 2, 3, 4, 5]) {
      await adjust(owner, { uids: [one.uid], amount });
      times.push((await ledger(`uid=${one.uid}&limit=1`)).items[0].created_at);
      // Longer than the allowance for late transactions, and within one session.
      world.wait(120);
    }
    const span = `from=${times[1]}&to=${times[4]}`;
    for (const whose of [`uid=${one.uid}`, 'reason=adjust', ''])
      expect((await pages(`${span}&${whose}`)).map((item) => item.amount)).toEqual([4, 3, 2]);
    expect(await pages('from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z')).toEqual([]);
    expect(await pages('from=2999-01-01T00:00:00Z')).toEqual([]);
    expect((await pages(`uid=${one.uid}&from=${times[0]}`)).length).toBe(5);
    expect((await pages(`uid=${one.uid}&to=${times[0]}`)).length).toBe(0);
    for (const wrong of [
      'from=yesterday',
      'to=2026-13-01T00:00:00Z',
      'to=2016-12-31T23:59:60Z',
      'reason=theft',
      'uid=0',
      'cursor=MQ',
    ])
      expect([(await admin.get(`/api/admin/energy/logs?${wrong}`)).status, wrong]).toEqual([
        400,
        wrong,
      ]);
  });
});
