import { describe, expect, test } from 'vitest';
import { createMinimalApp, type Person } from '../../test/support/minimal-app.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { Refusal } from '../refusals.ts';
import {
  assertNotNegative,
  listOwnEntries,
  lockBalances,
  moveEnergy,
  moveEnergyMany,
} from './actions.ts';
import { energyRoutes } from './routes.ts';
import { BURNT, ESCROW, MINT, REASONS, type Transfer } from './rules.ts';
import { EnergyEntry, EnergyInfo } from './schema.ts';
import { findBalance } from './store/shared.ts';

const site = await createMinimalApp(energyRoutes);
const { ctx } = site;
let causes = 0;

const transfer = (change: Partial<Transfer>): Transfer => ({
  cause: `test:${++causes}`,
  reason: 'adjust',
  from: MINT,
  to: MINT,
  amount: 1,
  created_at: ctx.now(),
  ...change,
});

const move = (change: Partial<Transfer>) => ctx.tx((trx) => moveEnergy(trx, transfer(change)));

const give = (person: { uid: number }, amount: number, created_at = ctx.now()) =>
  move({ to: person.uid, amount, created_at });

const entriesOf = (account: number) =>
  site.sql(
    `select seq::int, delta, balance_after::int, reason, from_account::int, to_account::int, amount, post_id, note
       from energy_entry join energy_transfer on energy_transfer.id = transfer_id
      where account_id = $1 order by seq`,
    [account],
  );

describe('D38 the balances of members', () => {
  test('exist from the first lock on, for each requested member', async () => {
    const [one, other] = [await site.person(), await site.person()];
    expect(await findBalance(ctx.db, one.uid)).toBe(0);
    await give(one, 3);
    expect(await findBalance(ctx.db, one.uid)).toBe(3);
    const locked = await ctx.tx((trx) => lockBalances(trx, [one.uid, other.uid]));
    expect(locked).toEqual(
      new Map([
        [one.uid, 3],
        [other.uid, 0],
      ]),
    );
    expect(await ctx.tx((trx) => lockBalances(trx, []))).toEqual(new Map());
  });

  test('are not made again where they are', async () => {
    const one = await site.person();
    await give(one, 1);
    await site.sql('revoke insert on energy_account from lamplight_app');
    const locked = ctx.tx((trx) => lockBalances(trx, [one.uid]));
    await expect(locked).resolves.toEqual(new Map([[one.uid, 1]]));
    await site.sql('grant insert on energy_account to lamplight_app');
  });

  test('§7.5 below zero they close energizing and renaming, and at zero they do not', () => {
    expect(() => assertNotNegative(0)).not.toThrow();
    expect(() => assertNotNegative(5)).not.toThrow();
    try {
      assertNotNegative(-1);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ code: 'negative_balance', members: { balance: -1 } });
    }
  });
});

describe('D38 the one way energy moves', () => {
  test('from one account to the other, once per cause, numbered and with the balance after', async () => {
    const [one, other] = [await site.person(), await site.person()];
    await give(one, 5);
    const gift = {
      cause: 'gift',
      reason: 'energize',
      from: one.uid,
      to: other.uid,
      amount: 2,
    } as const;
    expect(await move(gift)).toEqual(
      new Map([
        [one.uid, 3],
        [other.uid, 2],
      ]),
    );
    expect(await move(gift)).toBeUndefined();
    expect(await findBalance(ctx.db, one.uid)).toBe(3);
    const shared = {
      ...{ reason: 'energize', from_account: one.uid, to_account: other.uid, amount: 2 },
      ...{ post_id: null, note: '' },
    };
    expect(await entriesOf(other.uid)).toEqual([{ ...shared, seq: 1, delta: 2, balance_after: 2 }]);
    expect((await entriesOf(one.uid))[1]).toEqual({
      ...shared,
      seq: 2,
      delta: -2,
      balance_after: 3,
    });
  });

  test('it keeps what it was for', async () => {
    const one = await site.person();
    const [post] = await site.sql(
      `insert into post (author_uid, status, title, summary, body, created_at, updated_at)
       values ($1, 'draft', 't', '', '', now(), now()) returning id::int`,
      [one.uid],
    );
    await move({
      from: one.uid,
      to: BURNT,
      reason: 'delete_post',
      post_id: post?.['id'] as number,
      note: 'why',
    });
    expect(await entriesOf(one.uid)).toMatchObject([
      { delta: -1, balance_after: -1, reason: 'delete_post', note: 'why' },
    ]);
    const [stored] = await site.sql(`select post_id::int from energy_transfer where note = 'why'`);
    expect(stored).toEqual({ post_id: post?.['id'] });
  });

  test('many at once move like one, and those whose cause was seen do not move', async () => {
    const people = [await site.person(), await site.person(), await site.person()];
    const uids = people.map(({ uid }) => uid);
    const [a = 0, b = 0, c = 0] = uids;
    const seen = transfer({ to: a, amount: 7 });
    const moved = await ctx.tx(async (trx) => {
      await moveEnergyMany(trx, [seen]);
      return moveEnergyMany(trx, [
        seen,
        transfer({ to: b, amount: 2 }),
        transfer({ from: c, to: ESCROW }),
      ]);
    });
    expect(moved).toEqual(
      new Map([
        [MINT, null],
        [ESCROW, null],
        [b, 2],
        [c, -1],
      ]),
    );
    expect(await Promise.all(uids.map((uid) => findBalance(ctx.db, uid)))).toEqual([7, 2, -1]);
  });

  test('every reason there is is one the database knows', async () => {
    const one = await site.person();
    for (const reason of REASONS) await move({ to: one.uid, reason, amount: 1 });
    expect((await entriesOf(one.uid)).map(({ reason }) => reason)).toEqual([...REASONS]);
    expect([MINT, BURNT, ESCROW]).toEqual([-1, -2, -3]);
  });
});

describe('§2, D43 the ledger of a member', () => {
  const at = (text: string) => new Date(`2026-11-${text}+08:00`);

  test('newest first, in pages, only the caller’s own', async () => {
    const [one, other] = [await site.person(), await site.person()];
    for (const amount of [1, 2, 3]) await give(one, amount, at('10T12:00'));
    await give(other, 9);
    const first = await listOwnEntries(ctx, one, { limit: 2 });
    const entry = {
      reason: 'adjust',
      post_id: null,
      note: '',
      created_at: '2026-11-10T04:00:00.000Z',
    };
    expect(first.items).toEqual([
      { ...entry, seq: 3, amount: 3, balance_after: 6 },
      { ...entry, seq: 2, amount: 2, balance_after: 3 },
    ]);
    const cursor = first.next_cursor as string;
    const second = await listOwnEntries(ctx, one, { limit: 2, cursor });
    expect(second).toEqual({
      items: [{ ...entry, seq: 1, amount: 1, balance_after: 1 }],
      next_cursor: null,
    });
    expect((await listOwnEntries(ctx, one, { limit: 3 })).next_cursor).toBeNull();
  });

  test('of the last calendar days, today included, from their first instant on', async () => {
    const one = await site.person();
    for (const time of ['08T23:59:59.999', '09T00:00', '13T00:00', '14T23:59:59.999', '15T00:00'])
      await give(one, 1, at(time));
    const today = { ...ctx, now: () => at('15T18:00') };
    const count = async (days?: number) =>
      (await listOwnEntries(today, one, days ? { days } : {})).items.length;
    expect([await count(), await count(1), await count(2), await count(3), await count(7)]).toEqual(
      [5, 1, 2, 3, 4],
    );
    const page = await listOwnEntries(today, one, { days: 3, limit: 2 });
    expect([page.items.length, page.next_cursor === null]).toEqual([2, false]);
  });

  test('one that began before midnight and waited until after it hides none that is older by number', async () => {
    const one = await site.person();
    for (const time of ['14T12:00', '15T00:00:00.100', '14T23:59:59.900', '15T10:00'])
      await give(one, 1, at(time));
    const today = { ...ctx, now: () => at('15T18:00') };
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listOwnEntries(today, one, {
        days: 1,
        limit: 1,
        ...(cursor && { cursor }),
      });
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([4, 2]);
  });
});

describe('§4 over HTTP', () => {
  const get = async (url: string, headers: Person['headers'] = {}) => {
    const response = await site.app.inject({ url, headers });
    return { status: response.statusCode, body: response.json() };
  };

  test('ASVS 15.3.1 a response has only the declared fields', () => {
    const responses = site.app.routes.map(({ url, route }) => [url, route.schema?.response]);
    expect(responses).toEqual([
      ['/api/energy/info', { 200: EnergyInfo }],
      ['/api/energy/logs', { 200: PageOf(EnergyEntry) }],
    ]);
  });

  test('GET /api/energy/info returns the balance, to members', async () => {
    const one = await site.person();
    await give(one, 4);
    expect(await get('/api/energy/info', one.headers)).toEqual({
      status: 200,
      body: { balance: 4 },
    });
    expect((await get('/api/energy/info')).status).toBe(401);
    expect((await get('/api/energy/info?x=1', one.headers)).status).toBe(400);
  });

  test('GET /api/energy/logs returns the entries, to members', async () => {
    const one = await site.person();
    await move({
      to: one.uid,
      amount: 4,
      note: 'thanks',
      created_at: new Date('2026-11-10T04:00:00Z'),
    });
    const { status, body } = await get('/api/energy/logs?limit=1', one.headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          ...{
            seq: 1,
            amount: 4,
            balance_after: 4,
            reason: 'adjust',
            post_id: null,
            note: 'thanks',
          },
          created_at: '2026-11-10T04:00:00.000Z',
        },
      ],
      next_cursor: null,
    });
    expect((await get('/api/energy/logs')).status).toBe(401);
    const statuses = ['days=0', 'days=1', 'days=366', 'days=367', 'other=1'].map(
      async (query) => (await get(`/api/energy/logs?${query}`, one.headers)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400, 400]);
  });
});
