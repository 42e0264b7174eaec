import { describe, expect, test } from 'vitest';
import { lockBalances, moveEnergy } from '../../src/energy/actions.ts';
import { MINT } from '../../src/energy/rules.ts';
import { flushCountDeltas } from '../../src/posts/actions/post-counts.ts';
import type { Client } from '../support/client.ts';
import { ALL_ENERGY } from '../support/site-energy.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld({ DATABASE_POOL: '20', LIMIT_MEMBER: 'off' });
const TEXT = { title: '夜航', body: '<p>灯火可亲。</p>' };
const PATHS = ['/api/energy/energize', '/api/energize'];
const MISSING = 999_999_999;

type Form = 'light' | 'heavy';

/** A member past level 0 who has checked in today, and so has a balance of 1. */
async function member(options: { role?: 'admin'; exp?: number } = {}): Promise<Client> {
  const one = await world.member({ transport: 'bearer', exp: 1, ...options });
  await one.get('/api/energy/info');
  return one;
}

async function postOf(author: Client): Promise<number> {
  return (await author.post('/api/studio/posts', TEXT)).body.id;
}

const give = (who: Client, post_id: number, form: Form, path = '/api/energy/energize') =>
  who.post(path, { post_id, form });

async function balanceOf(who: Client): Promise<number> {
  return (await who.get('/api/energy/info')).body.balance;
}

const expOf = async (who: Client): Promise<number> => (await who.get('/api/level/info')).body.exp;

let adjustments = 0;

/** Through the ledger, like the owner's adjustments. */
async function setBalance(who: Client, balance: number): Promise<void> {
  await world.ctx.tx(async (trx) => {
    const now = (await lockBalances(trx, [who.uid])).get(who.uid) ?? 0;
    const [from, to] = balance > now ? [MINT, who.uid] : [who.uid, MINT];
    const cause = `adjust:test:${++adjustments}`;
    const amount = Math.abs(balance - now);
    if (amount === 0) return;
    const created_at = world.ctx.now();
    await moveEnergy(trx, { cause, reason: 'adjust', from, to, amount, created_at });
  });
}

async function rowsOf(post: number) {
  const [row] = await world.sql(
    `select (select count(*) from post_energize where post_id = $1) as given,
            (select coalesce(sum(amount), 0)::int from post_energize where post_id = $1) as amount,
            (select count(*) from energy_transfer where post_id = $1 and reason = 'energize') as moved,
            (select coalesce(sum(total), 0)::int from post_energize_total where post_id = $1) as total,
            (select energy from post_count where post_id = $1)
              + (select coalesce(sum(energy), 0) from post_count_delta where post_id = $1)::int as counted`,
    [post],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, Number(value)]));
}

const NOTHING = { given: 0, amount: 0, moved: 0, total: 0, counted: 0 };

function atOnce(count: number, send: (index: number) => ReturnType<Client['get']>) {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

function tally(responses: { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const key = body.code ?? String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('§4 POST /api/energize, §4 POST /api/energy/energize', () => {
  test.each(PATHS)(
    '§4 POST /api/energize, §4 POST /api/energy/energize, §4 Energize.forms, §8 Energize cost / reward, D37 %s: light is 1 and heavy 2, from the caller to the author',
    async (path) => {
      const [author, reader] = [await member(), await member()];
      const post = await postOf(author);
      await setBalance(reader, 5);
      const light = await give(reader, post, 'light', path);
      expect([light.status, light.body]).toEqual([
        200,
        { balance: 4, used: 1, cap: 20, exp_gained: 10, energy: 1 },
      ]);
      const heavy = await give(reader, post, 'heavy', path);
      expect(heavy.body).toEqual({ balance: 2, used: 3, cap: 20, exp_gained: 20, energy: 3 });
      expect([await balanceOf(reader), await balanceOf(author)]).toEqual([2, 4]);
      expect(await rowsOf(post)).toEqual({ given: 2, amount: 3, moved: 2, total: 3, counted: 3 });
    },
  );

  test('D37 both paths share one limit, and the older path is deprecated', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(reader, 30);
    const used: number[] = [];
    for (const path of [...PATHS, ...PATHS])
      used.push((await give(reader, post, 'heavy', path)).body.used);
    expect(used).toEqual([2, 4, 6, 8]);
    const { body: document } = await world.visitor().get('/openapi.json');
    expect(PATHS.map((path) => document.paths[path].post.deprecated ?? false)).toEqual([
      false,
      true,
    ]);
  });

  test('§2 PostEnergizeLog: who energized which post, by how much and on which Shanghai day', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await give(reader, post, 'light');
    expect(
      await world.sql(
        `select uid, amount, day = (created_at at time zone 'Asia/Shanghai')::date as its_day
           from post_energize where post_id = $1`,
        [post],
      ),
    ).toEqual([{ uid: reader.uid, amount: 1, its_day: true }]);
  });

  test('A35 a body with neither of the two forms is refused, and no energy moves', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    for (const body of [
      { post_id: post },
      { post_id: post, form: 'huge' },
      { post_id: post, form: 2 },
      { post_id: post, form: 'light', amount: 5 },
      { form: 'light' },
    ]) {
      for (const path of PATHS) {
        const response = await reader.post(path, body);
        expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
      }
    }
    expect(await rowsOf(post)).toEqual(NOTHING);
  });

  test('D37 a member cannot energize their own post', async () => {
    const author = await member();
    const post = await postOf(author);
    const response = await give(author, post, 'light');
    expect([response.status, response.body.code]).toEqual([422, 'own_post']);
    expect(await rowsOf(post)).toEqual(NOTHING);
    expect(await balanceOf(author)).toBe(1);
  });

  test('D30 a post the caller cannot see is not found; a visible post that is not public is in the wrong state', async () => {
    const [author, reader, admin] = [
      await member(),
      await member(),
      await member({ role: 'admin' }),
    ];
    for (const status of ['draft', 'pending', 'rejected', 'locked']) {
      const post = await postOf(author);
      await world.sql(
        "update post set status = $2, locked_from = case when $2 = 'locked' then 'approved' end where id = $1",
        [post, status],
      );
      const hidden = await give(reader, post, 'light');
      expect([hidden.status, hidden.body.code]).toEqual([404, 'not_found']);
      const shown = await give(admin, post, 'light');
      expect([shown.status, shown.body.code, shown.body.post_status]).toEqual([
        409,
        'wrong_state',
        status,
      ]);
      expect(await rowsOf(post)).toEqual(NOTHING);
    }
    const gone = await postOf(author);
    await author.delete(`/api/studio/posts/${gone}`);
    for (const post of [gone, MISSING])
      expect((await give(reader, post, 'light')).status).toBe(404);
  });

  test('a repeated request with the same Idempotency-Key charges once', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(reader, 10);
    const send = () =>
      reader.post(
        '/api/energy/energize',
        { post_id: post, form: 'heavy' },
        { headers: { 'idempotency-key': `energize-${post}` } },
      );
    const first = await send();
    const again = await send();
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await rowsOf(post)).toEqual({ given: 1, amount: 2, moved: 1, total: 2, counted: 2 });
  });
});

describe('§7.5 a balance below zero', () => {
  test.each([
    [0, 'light', -1],
    [0, 'heavy', -2],
    [1, 'heavy', -1],
    [1, 'light', 0],
    [2, 'heavy', 0],
  ] as const)('D37 from %i a %s energize leaves %i', async (before, form, after) => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(reader, before);
    const response = await give(reader, post, form);
    expect([response.status, response.body.balance]).toEqual([200, after]);
    expect(await balanceOf(reader)).toBe(after);
  });

  test.each([-1, -2, -100])(
    '§7.5a, §8 Energy balance: at %i both forms are refused and no energy moves',
    async (balance) => {
      const [author, reader] = [await member(), await member()];
      const post = await postOf(author);
      await setBalance(reader, balance);
      for (const form of ['light', 'heavy'] as const) {
        const response = await give(reader, post, form);
        expect([response.status, response.body.code, response.body.balance]).toEqual([
          422,
          'negative_balance',
          balance,
        ]);
      }
      expect(await rowsOf(post)).toEqual(NOTHING);
      expect([await balanceOf(reader), await balanceOf(author)]).toEqual([balance, 1]);
    },
  );

  test('§8 Energy balance: a member below zero can still receive energy', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(author, -2);
    await setBalance(reader, 9);
    for (const balance of [0, 2]) {
      expect((await give(reader, post, 'heavy')).status).toBe(200);
      expect(await balanceOf(author)).toBe(balance);
    }
  });

  test('D37 a hundred concurrent gifts from a balance of 1 succeed until it is below zero, and no more', async () => {
    const [author, reader] = [await member(), await member()];
    const posts: number[] = [];
    while (posts.length < 10) posts.push(await postOf(author));
    const responses = await atOnce(100, (index) => give(reader, posts[index % 10] ?? 0, 'light'));
    // 1 → 0 → −1, then refused.
    expect(tally(responses)).toEqual({ 200: 2, negative_balance: 98 });
    expect([await balanceOf(reader), await balanceOf(author)]).toEqual([-1, 3]);
  });
});

describe('§7.6, §8 Energize cap', () => {
  test.each([
    ['heavy', 18, 1, 20],
    ['light', 19, 1, 20],
    ['light', 18, 2, 20],
    ['heavy', 19, 0, 19],
    ['light', 20, 0, 20],
  ] as const)(
    '§7.6, §8 Energize cap, D37, ASVS 2.3.4 200 concurrent %s gifts at %i: %i pass, it ends at exactly %i',
    async (form, start, passes, end) => {
      const [author, reader] = [await member(), await member()];
      const post = await postOf(author);
      await setBalance(reader, 500);
      for (let given = 0; given < start; ) {
        const next: Form = start - given >= 2 ? 'heavy' : 'light';
        given = (await give(reader, post, next)).body.used;
      }
      const before = await rowsOf(post);
      const responses = await atOnce(200, (index) => give(reader, post, form, PATHS[index % 2]));
      expect(tally(responses)).toEqual({
        ...(passes > 0 ? { 200: passes } : {}),
        // At 19 a light gift still fits, and the refusal states that.
        [end < 20 ? 'energize_too_heavy' : 'energize_cap']: 200 - passes,
      });
      const refused = responses.find(({ status }) => status === 422);
      expect(refused?.body).toMatchObject({ used: end, cap: 20, remaining: 20 - end });
      expect(await rowsOf(post)).toEqual({
        given: (before['given'] ?? 0) + passes,
        amount: end,
        moved: (before['moved'] ?? 0) + passes,
        total: end,
        counted: end,
      });
      expect([await balanceOf(reader), await balanceOf(author)]).toEqual([500 - end, 1 + end]);
    },
    60_000,
  );

  test.each([
    ['en', 'You have given this post 19 of 20: 1 is left, so only a light gift still fits.'],
    ['zh-CN', '这篇文章你已充能 19/20，还剩 1，只能再轻充能一次。'],
  ])(
    'D37 at 19 of 20 a heavy gift is refused with the remaining amount, in %s',
    async (language, detail) => {
      const [author, reader] = [await member(), await member()];
      const post = await postOf(author);
      await setBalance(reader, 50);
      for (let count = 0; count < 9; count++) await give(reader, post, 'heavy');
      await give(reader, post, 'light');
      const body = { post_id: post, form: 'heavy' };
      const headers = { 'accept-language': language };
      const refused = await reader.post('/api/energy/energize', body, { headers });
      expect(refused.body).toMatchObject({ code: 'energize_too_heavy', remaining: 1, detail });
      expect((await give(reader, post, 'light')).body.used).toBe(20);
    },
  );

  test('D37 200 concurrent gifts from zero, light and heavy mixed, never pass 20, and refused gifts cost nothing', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(reader, 500);
    const responses = await atOnce(200, (index) =>
      give(reader, post, index % 3 ? 'heavy' : 'light'),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const { amount, total, counted } = await rowsOf(post);
    expect([amount, total, counted]).toEqual([20, 20, 20]);
    expect([await balanceOf(reader), await balanceOf(author)]).toEqual([480, 21]);
  });

  test('the cap applies per member and post: another post and another member begin at zero', async () => {
    const [author, reader, other] = [await member(), await member(), await member()];
    const [full, fresh] = [await postOf(author), await postOf(author)];
    for (const one of [reader, other]) await setBalance(one, 50);
    for (let count = 0; count < 10; count++) await give(reader, full, 'heavy');
    expect((await give(reader, full, 'light')).body.code).toBe('energize_cap');
    expect((await give(reader, fresh, 'heavy')).body.used).toBe(2);
    expect((await give(other, full, 'heavy')).body).toMatchObject({ used: 2, energy: 22 });
  });
});

describe('§8 Daily exp from energize', () => {
  test('§8 Daily exp from energize, D37 10 exp per energy, clamped to the rest of 50; at the cap energizing still succeeds', async () => {
    const [author, reader] = [await member(), await member()];
    const post = await postOf(author);
    await setBalance(reader, 50);
    const before = await expOf(reader);
    const gained: number[] = [];
    for (const form of ['light', 'heavy', 'light', 'heavy', 'heavy', 'light'] as const) {
      const response = await give(reader, post, form);
      expect(response.status).toBe(200);
      gained.push(response.body.exp_gained);
    }
    expect(gained).toEqual([10, 20, 10, 10, 0, 0]);
    expect((await reader.get('/api/level/info')).body).toMatchObject({
      exp: before + 50,
      energize_exp_today: 50,
      energize_exp_max: 50,
    });
    expect(await expOf(author)).toBe(6);
  });

  test('D37, D41 200 concurrent gifts gain exactly 50, and one notification reports the new level', async () => {
    const [author, reader] = [await member(), await member({ exp: 150 })];
    const posts: number[] = [];
    while (posts.length < 10) posts.push(await postOf(author));
    await setBalance(reader, 500);
    const responses = await atOnce(200, (index) => give(reader, posts[index % 10] ?? 0, 'light'));
    expect(tally(responses)).toEqual({ 200: 200 });
    const gained = responses.reduce((sum, { body }) => sum + body.exp_gained, 0);
    expect([gained, await expOf(reader)]).toEqual([50, 205]);
    expect(
      await world.sql(
        "select cause, payload from notification where uid = $1 and kind = 'level_up'",
        [reader.uid],
      ),
    ).toEqual([{ cause: 'level:2', payload: { level: 2 } }]);
  });
});

test('ASVS 15.4.3 energizing each other in cycles, with check-ins and deletions between, causes no deadlock and stays in balance', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => member()));
  const posts = await Promise.all(people.map(postOf));
  for (const one of people) await setBalance(one, 100);
  const responses = await Promise.all(
    people.flatMap((one, index) =>
      Array.from({ length: 20 }, async (_, turn) => {
        if (turn % 5 === 4) {
          const own = await postOf(one);
          return one.delete(`/api/studio/posts/${own}`);
        }
        return give(one, posts[(index + 1 + (turn % 3)) % 4] ?? 0, 'light');
      }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 204]));
  const [sums] = await world.sql(`select ${ALL_ENERGY}::int as everything`);
  expect(sums).toEqual({ everything: 0 });
  const balances = await Promise.all(people.map(balanceOf));
  // Each member gave 16, all among themselves, and deleted 4 posts for 2 each.
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(4 * (100 - 8));
});

test('a post energized by many members at once counts all of it, on its counter and for its day', async () => {
  const author = await member();
  const post = await postOf(author);
  const readers = await Promise.all(Array.from({ length: 10 }, () => member()));
  const responses = await Promise.all(readers.map((one) => give(one, post, 'light')));
  expect(tally(responses)).toEqual({ 200: 10 });
  await flushCountDeltas(world.ctx);
  expect(
    await world.sql(
      'select post_count.energy, post_day.energy as of_day from post_count join post_day using (post_id) where post_id = $1',
      [post],
    ),
  ).toEqual([{ energy: 10, of_day: 10 }]);
});

test('§7.2, ASVS 8.3.2, 15.4.2 a ban that commits while an energize waits for the member’s row applies to it', async () => {
  const [author, reader] = [await member(), await member()];
  const post = await postOf(author);
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const ban = world.ctx.tx(async (trx) => {
    await trx
      .updateTable('users')
      .set({ status: 'banned' })
      .where('uid', '=', reader.uid)
      .execute();
    reached.resolve();
    await release.promise;
  });
  await reached.promise;
  const waiting = give(reader, post, 'light');
  await blockedOnUsers();
  release.resolve();
  await ban;
  const response = await waiting;
  expect([response.status, response.body.code]).toEqual([403, 'banned']);
  expect(await rowsOf(post)).toEqual(NOTHING);
  expect((await reader.logIn(reader.email, PASSWORD)).status).toBe(200);
});

async function blockedOnUsers(): Promise<void> {
  await until(async () => {
    const waiting = await world.sql(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  });
}
