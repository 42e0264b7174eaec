import { describe, expect, test } from 'vitest';
import { moveEnergy } from '../../src/energy/actions.ts';
import { BURNT, MINT } from '../../src/energy/rules.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { STATUSES } from '../../src/posts/rules.ts';
import type { Client } from '../support/client.ts';
import { ALL_ENERGY, SITE_SIDES } from '../support/site-energy.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({
  DATABASE_POOL: '20',
  LIMIT_MEMBER: 'off',
  LIMIT_SENSITIVE: 'off',
});
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };
const DAY_SECONDS = 86_400;

type Entry = {
  seq: number;
  amount: number;
  balance_after: number;
  reason: string;
  post_id: number | null;
  created_at: string;
};

/** A member past level 0 who has checked in today, and so has a balance of 1. */
async function member(): Promise<Client> {
  const one = await world.member({ transport: 'bearer', exp: 1 });
  await one.get('/api/energy/info');
  return one;
}

async function postOf(author: Client): Promise<number> {
  return (await author.post('/api/studio/posts', TEXT)).body.id;
}

async function balanceOf(who: Client): Promise<number> {
  return (await who.get('/api/energy/info')).body.balance;
}

let adjustments = 0;

/** Through the ledger, like the owner's adjustments. */
function adjust(who: Client, amount: number, cause = `adjust:test:${++adjustments}`) {
  const [from, to] = amount > 0 ? [MINT, who.uid] : [who.uid, BURNT];
  const change = { cause, from, to, amount: Math.abs(amount), created_at: world.ctx.now() };
  return world.ctx.tx((trx) => moveEnergy(trx, { ...change, reason: 'adjust' }));
}

async function setBalance(who: Client, balance: number): Promise<void> {
  const change = balance - (await balanceOf(who));
  if (change !== 0) await adjust(who, change);
}

async function readAllPages(who: Client, query: Record<string, string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await who.get('/api/energy/logs', {
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    expect(response.status).toBe(200);
    entries.push(...response.body.items);
    cursor = response.body.next_cursor;
  }
  return entries;
}

describe('§4 GET /api/energy/info', () => {
  test("§4 GET /api/energy/info, §2 User.balance: returns the caller's balance: zero at first, possibly negative", async () => {
    const newcomer = await world.member();
    expect((await newcomer.get('/api/energy/info')).body).toEqual({ balance: 0 });
    const one = await member();
    expect((await one.get('/api/energy/info')).body).toEqual({ balance: 1 });
    await adjust(one, -8);
    expect((await one.get('/api/energy/info')).body).toEqual({ balance: -7 });
  });
});

describe('§4 GET /api/energy/logs', () => {
  test('§4 GET /api/energy/logs, §2 EnergyLog, D43: every change with amount, reason and balance, newest first', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await reader.post('/api/energy/energize', { post_id: post, form: 'heavy' });
    await author.delete(`/api/studio/posts/${post}`);
    expect(await readAllPages(author, {})).toMatchObject([
      { seq: 3, amount: -2, balance_after: 1, reason: 'delete_post', post_id: post },
      { seq: 2, amount: 2, balance_after: 3, reason: 'energize', post_id: post },
      { seq: 1, amount: 1, balance_after: 1, reason: 'checkin', post_id: null },
    ]);
    expect(await readAllPages(reader, {})).toMatchObject([
      { seq: 2, amount: -2, balance_after: -1, reason: 'energize', post_id: post },
      { seq: 1, amount: 1, balance_after: 1, reason: 'checkin', post_id: null },
    ]);
  });

  test.each(['1', '7', '100'])(
    'D43 pages of %s return every entry once, and the entries add up to the balance',
    async (limit) => {
      const one = await member();
      for (let count = 1; count <= 24; count++) await adjust(one, count % 3 ? count : -count);
      const entries = await readAllPages(one, { limit });
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(await balanceOf(one));
      for (const [index, { amount, balance_after }] of entries.entries())
        expect(balance_after).toBe((entries[index + 1]?.balance_after ?? 0) + amount);
    },
  );

  test('entries written between two pages are neither repeated nor cause a skip', async () => {
    const one = await member();
    for (let count = 0; count < 5; count++) await adjust(one, 1);
    const first = (await one.get('/api/energy/logs', { query: { limit: '3' } })).body;
    await adjust(one, 1);
    const query = { limit: '3', cursor: first.next_cursor };
    const second = (await one.get('/api/energy/logs', { query })).body;
    const seqs = [...first.items, ...second.items].map((entry: Entry) => entry.seq);
    expect(seqs).toEqual([6, 5, 4, 3, 2, 1]);
    expect(second.next_cursor).toBeNull();
  });

  test("a member sees no other member's entries, and a cursor of another list is refused", async () => {
    const [one, other] = [await member(), await member()];
    await adjust(one, 50);
    expect(await readAllPages(other, {})).toHaveLength(1);
    for (const cursor of ['x', Buffer.from('[1,2]').toString('base64url')]) {
      const response = await one.get('/api/energy/logs', { query: { cursor } });
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    }
    for (const days of ['0', '367', 'x'])
      expect((await one.get('/api/energy/logs', { query: { days } })).status).toBe(400);
  });
});

/** Each kind of member with the result of each operation: the refusal's code, or the success status. */
const TABLE = {
  'level 0': {
    'check in by hand': 'level_too_low',
    'check in along': false,
    energize: 200,
    'delete a post': 204,
    publish: 'level_too_low',
    comment: 201,
    like: 200,
  },
  banned: {
    'check in by hand': 'banned',
    'check in along': false,
    energize: 'banned',
    'delete a post': 'banned',
    publish: 'banned',
    comment: 'banned',
    like: 'banned',
  },
  'below zero': {
    'check in by hand': 200,
    'check in along': true,
    energize: 'negative_balance',
    'delete a post': 204,
    publish: 201,
    comment: 201,
    like: 200,
  },
} as const;

describe('§7.2, §7.4, §7.5, §8 Energy balance: permissions', () => {
  /** With a post of their own, whatever their level, and another author's post to act on. */
  async function cast(state: keyof typeof TABLE) {
    const other = await member();
    const post = await postOf(other);
    const one = await world.member(state === 'level 0' ? {} : { exp: 1 });
    const own = await postOf(await member());
    await world.sql('update post set author_uid = $2 where id = $1', [own, one.uid]);
    if (state === 'below zero') await adjust(one, -5);
    if (state === 'banned') {
      await world.sql("update users set status = 'banned' where uid = $1", [one.uid]);
      await one.logIn(one.email, PASSWORD);
    }
    return { one, own, post };
  }
  type Cast = Awaited<ReturnType<typeof cast>>;

  const ACTS: Record<string, (cast: Cast) => ReturnType<Client['post']>> = {
    'check in by hand': ({ one }) => one.post('/api/level/checkin'),
    energize: ({ one, post }) => one.post('/api/energy/energize', { post_id: post, form: 'light' }),
    'delete a post': ({ one, own }) => one.delete(`/api/studio/posts/${own}`),
    publish: ({ one }) => one.post('/api/studio/posts', TEXT),
    comment: ({ one, post }) => one.post(`/api/posts/${post}/comments`, { body: '好' }),
    like: ({ one, post }) => one.post(`/api/posts/${post}/like`),
  };

  for (const [state, outcomes] of Object.entries(TABLE)) {
    for (const [act, outcome] of Object.entries(outcomes)) {
      test(`§8 Energy balance, §7.2, §7.4a, §7.4b ${state}: ${act} → ${outcome}`, async () => {
        const players = await cast(state as keyof typeof TABLE);
        const send = ACTS[act];
        if (send) {
          const { status, body } = await send(players);
          expect(body?.code ?? status).toBe(outcome);
        } else {
          const { body } = await players.one.get('/api/level/info');
          expect(body.checked_in_today).toBe(outcome);
        }
      });
    }
  }
});

describe('§4 DELETE /api/studio/posts/:id, §8 Delete post', () => {
  test.each(STATUSES)('§8 Delete post, D24 %s: costs its author 2, once', async (status) => {
    const author = await member();
    const post = await postOf(author);
    await world.sql(
      "update post set status = $2, locked_from = case when $2 = 'locked' then 'draft' end where id = $1",
      [post, status],
    );
    const remove = () => author.delete(`/api/studio/posts/${post}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await balanceOf(author)).toBe(-1);
    expect(await world.sql('select deleted_by_author from post where id = $1', [post])).toEqual([
      { deleted_by_author: true },
    ]);
  });

  test.each([1, 0, -1, -50])(
    '§8 Energy balance: deleting from %i lowers it by 2',
    async (balance) => {
      const author = await member();
      const post = await postOf(author);
      await setBalance(author, balance);
      expect((await author.delete(`/api/studio/posts/${post}`)).status).toBe(204);
      expect(await balanceOf(author)).toBe(balance - 2);
    },
  );

  test('§4 DELETE /api/studio/posts/:id, D24 fifty concurrent deletions delete once and cost once; received energy stays', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(reader, 9);
    await reader.post('/api/energy/energize', { post_id: post, form: 'heavy' });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => author.delete(`/api/studio/posts/${post}`)),
    );
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await balanceOf(author)).toBe(1);
    expect(
      await world.sql("select amount from energy_transfer where cause = 'delete_post:' || $1", [
        post,
      ]),
    ).toEqual([{ amount: 2 }]);
  });

  test('another member’s post is not found and costs nothing', async () => {
    const [author, other] = [await member(), await member()];
    const post = await postOf(author);
    expect((await other.delete(`/api/studio/posts/${post}`)).status).toBe(404);
    expect([await balanceOf(author), await balanceOf(other)]).toEqual([1, 1]);
  });
});

describe('D38 the ledger', () => {
  test('D38 a cause moves energy once, even if reported again or concurrently', async () => {
    const one = await member();
    const cause = `adjust:test:${++adjustments}`;
    const moves = await Promise.all(Array.from({ length: 50 }, () => adjust(one, 7, cause)));
    expect(moves.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(one)).toBe(8);
  });

  test('D38 every transfer has two sides that cancel out, and all accounts sum to zero', async () => {
    const [sums] = await world.sql(
      `select ${ALL_ENERGY}::int as everything,
              (select count(*)::int from (
                 select from (select transfer_id, delta from energy_entry union all select id, delta from ${SITE_SIDES}) as side
                  group by transfer_id having count(*) <> 2 or sum(delta) <> 0) as odd) as odd`,
    );
    expect(sums).toEqual({ everything: 0, odd: 0 });
  });

  test('D38 only members have entries: the transfer states the side of the site', async () => {
    const one = await member();
    await setBalance(one, 40);
    await one.delete(`/api/studio/posts/${await postOf(one)}`);
    expect(await world.sql('select 1 from energy_entry where account_id < 0')).toEqual([]);
    const insert = world.sql(
      `insert into energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
       select -1, 1, max(id), -1, 0, now() from energy_transfer`,
    );
    await expect(insert).rejects.toMatchObject({ constraint: 'energy_entry_of_member' });
  });

  test('a member’s first energy creates their account once, even when many give concurrently', async () => {
    const one = await world.member();
    const after = await Promise.all(Array.from({ length: 8 }, () => adjust(one, 1)));
    const balances = after.map((moved) => moved?.get(one.uid) ?? 0);
    expect(balances.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('every member entry stores the balance after it', async () => {
    const one = await world.member();
    const [made] = await world.sql(
      `insert into energy_transfer (cause, reason, from_account, to_account, amount, note, created_at)
       values ('unheld', 'adjust', $1, $2, 1, '', now()) returning id`,
      [MINT, one.uid],
    );
    const entry = world.sql(
      `insert into energy_entry (account_id, seq, transfer_id, delta, created_at) values ($1, 1, $2, 1, now())`,
      [one.uid, made?.['id']],
    );
    await expect(entry).rejects.toMatchObject({ code: '23502' });
    await world.sql(`delete from energy_transfer where cause = 'unheld'`);
  });

  test('D38 permissions make rows append-only: the service can neither update nor delete one', async () => {
    const { DATABASE_URL: url, DATABASE_ROLE: role } = world.ctx.config;
    const pool = openPool({ url, role, size: 1, name: 'test' });
    const tables = [
      'energy_transfer',
      'energy_entry',
      'exp_entry',
      'user_checkin',
      'user_task',
      'post_energize',
    ];
    for (const table of tables) {
      for (const statement of [
        `update ${table} set created_at = now()`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await pool.end();
  });
});

// Last, because it moves the clock of every member above.
test('D43 the last seven calendar days are a part of the same list, and it ends with them', async () => {
  const one = await member();
  for (let count = 0; count < 3; count++) await adjust(one, 1);
  world.wait(3 * DAY_SECONDS);
  await one.logIn(one.email, PASSWORD);
  for (let count = 0; count < 3; count++) await adjust(one, 10);
  // The daily check-in came with the first request of the day.
  const amounts = (entries: Entry[]) => entries.map(({ amount }) => amount);
  expect(amounts(await readAllPages(one, { days: '7', limit: '2' }))).toEqual([
    1, 10, 10, 10, 1, 1, 1, 1,
  ]);
  world.wait(4 * DAY_SECONDS);
  await one.logIn(one.email, PASSWORD);
  expect(amounts(await readAllPages(one, { days: '7', limit: '2' }))).toEqual([1, 1, 10, 10, 10]);
  expect(amounts(await readAllPages(one, { days: '1' }))).toEqual([1]);
  expect(amounts(await readAllPages(one, {}))).toEqual([1, 1, 10, 10, 10, 1, 1, 1, 1]);
});
