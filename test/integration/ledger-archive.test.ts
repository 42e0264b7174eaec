import { expect, test } from 'vitest';
import { moveEnergy } from '../../src/energy/actions.ts';
import { MINT } from '../../src/energy/rules.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import type { Client } from '../support/client.ts';
import { findDifferences } from '../support/integrity.ts';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '10', LIMIT_MEMBER: 'off' });
const lamplight = operatorOf(settingsOf(world.ctx.config));
const admin = await world.member({ role: 'admin', transport: 'bearer' });

const archive = () => lamplight('db archive --months 4');
const find = async () =>
  findDifferences(await verifyIntegrity(world.ctx, { repair: false })).map(({ name }) => name);

let causes = 0;

const give = (uid: number) =>
  world.ctx.tx((trx) =>
    moveEnergy(trx, {
      ...({ cause: `adjust:test:${++causes}`, reason: 'adjust', from: MINT, to: uid } as const),
      ...{ amount: 3, created_at: new Date() },
    }),
  );

/** With entries of two years ago, numbered from 1. */
async function memberWithPast(entries: number): Promise<Client> {
  const one = await world.member({ transport: 'bearer' });
  await world.sql(
    `with transfer as (
       insert into energy_transfer (cause, reason, from_account, to_account, amount, created_at)
       select 'adjust:past:' || $1::bigint || ':' || n, 'adjust', -1, $1, 2, now() - interval '2 years'
         from generate_series(1, $2::int) n order by n
       returning id, to_account, created_at
     ), numbered as (
       select *, row_number() over (order by id) as number from transfer
     ), account as (
       insert into energy_account (uid, balance, entries) values ($1, 2 * $2::int, $2::int)
       on conflict (uid) do update set balance = excluded.balance, entries = excluded.entries
     )
     insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
     select to_account, number, id, 2, 2 * number, created_at from numbered`,
    [one.uid, entries],
  );
  return one;
}

async function readAll(path: string, who: Client, limit: number, between = async () => {}) {
  const items: { seq: number; transfer_id: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: String(limit), ...(cursor ? { cursor } : {}) };
    const { status, body } = await who.get(path, { query });
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.next_cursor;
    await between();
  }
  return items;
}

const readOwn = (who: Client, limit = 7) => readAll('/api/energy/logs', who, limit);
const countIn = async (table: string, uid: number) =>
  (await world.sql(`select 1 from ${table} where account_id = $1`, [uid])).length;

test('D38, D43 archived entries are read as before, by their member and the staff, across the border', async () => {
  const one = await memberWithPast(20);
  for (let count = 0; count < 5; count++) await give(one.uid);
  const own = await readOwn(one);
  const staff = await readAll('/api/admin/energy/logs', admin, 7);
  const ofOne = await readAll(`/api/admin/energy/logs?uid=${one.uid}`, admin, 100);
  expect(own.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
  expect(await find()).toEqual([]);

  // In the middle of reading: the cursor is a number, whichever table has it.
  let archived = 0;
  const during = await readAll('/api/energy/logs', one, 3, async () => {
    if (++archived === 2) expect((await archive()).code).toBe(0);
  });
  expect(during).toEqual(own);
  expect(await countIn('energy_entry_archive', one.uid)).toBe(20);
  expect(await countIn('energy_entry', one.uid)).toBe(5);
  expect(await readOwn(one)).toEqual(own);
  expect(await readAll('/api/admin/energy/logs', admin, 7)).toEqual(staff);
  expect(await readAll(`/api/admin/energy/logs?uid=${one.uid}`, admin, 100)).toEqual(ofOne);
  expect(await find()).toEqual([]);
  expect((await archive()).stdout).toMatch(/^0 entries of 0 members/);

  await world.sql('update energy_opening set balance = 39 where uid = $1', [one.uid]);
  expect(await find()).toEqual(['energy openings', 'energy balances'].toSorted());
  await world.sql('update energy_opening set balance = 40 where uid = $1', [one.uid]);
});

test('D38 a run that fails keeps what it has moved, moves no entry of a member whose ledger has a gap, and can be repeated', async () => {
  const [first, second] = [await memberWithPast(30), await memberWithPast(30)];
  await world.sql('update energy_entry set seq = 99 where account_id = $1 and seq = 12', [
    second.uid,
  ]);
  const failed = await archive();
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining(`member ${second.uid}`),
  ]);
  expect(await countIn('energy_entry_archive', first.uid)).toBe(30);
  expect(await countIn('energy_entry_archive', second.uid)).toBe(0);
  expect(await countIn('energy_entry', second.uid)).toBe(30);
  await world.sql('update energy_entry set seq = 12 where account_id = $1 and seq = 99', [
    second.uid,
  ]);
  expect((await archive()).stdout).toMatch(/^30 entries of 1 members/);
  expect(await find()).toEqual([]);
});

test('D38 entries are archived while their members receive energy: none is lost, and every balance follows', async () => {
  const busy = await memberWithPast(2500);
  let running = true;
  const writing = (async () => {
    let given = 0;
    for (; running; given++) await give(busy.uid);
    return given;
  })();
  expect((await archive()).stdout).toMatch(/^2500 entries of 1 members/);
  running = false;
  const given = await writing;
  expect(await countIn('energy_entry_archive', busy.uid)).toBe(2500);
  expect(await countIn('energy_entry', busy.uid)).toBe(given);
  expect((await busy.get('/api/energy/info')).body).toEqual({ balance: 5000 + 3 * given });
  expect(await find()).toEqual([]);
});
