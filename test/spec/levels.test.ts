import { describe, expect, test } from 'vitest';
import { addExp, createMonthPartitions } from '../../src/levels/actions.ts';
import { addDays, calendarDay, startOfDay } from '../../src/platform/clock.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';

const world = await createWorld({
  DATABASE_POOL: '20',
  LIMIT_MEMBER: 'off',
  LIMIT_SENSITIVE: 'off',
});

const checkIn = (who: Client) => who.post('/api/level/checkin');
const today = (here: World = world) => calendarDay(here.ctx.now());

/** Everything a check-in writes for one member. */
async function rowsOf(who: Client, here: World = world) {
  const [row] = await here.sql(
    `select (select count(*)::int from user_checkin where uid = $1) as days,
            (select count(*)::int from exp_entry where uid = $1 and reason = 'checkin' and delta = 5) as exp_entries,
            (select count(*)::int from energy_transfer
              where to_account = $1 and from_account = -1 and reason = 'checkin' and amount = 1) as transfers,
            (select exp from users where uid = $1) as exp,
            coalesce((select balance::int from energy_account where uid = $1), 0) as balance`,
    [who.uid],
  );
  return row;
}

const ONCE = { days: 1, exp_entries: 1, transfers: 1, exp: 6, balance: 1 };
const NEVER = { days: 0, exp_entries: 0, transfers: 0, balance: 0 };

/** Moves the clock to some seconds before the next day in Shanghai. */
function waitUntilJustBefore(here: World, seconds: number): void {
  const midnight = startOfDay(calendarDay(addDays(here.ctx.now(), 1)));
  here.wait((midnight.getTime() - here.ctx.now().getTime()) / 1000 - seconds);
}

function atOnce(count: number, send: (index: number) => ReturnType<Client['get']>) {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

const levelUps = (who: Client) =>
  world.sql(
    "select cause, payload from notification where uid = $1 and kind = 'level_up' order by id",
    [who.uid],
  );

describe('§4 POST /api/level/checkin', () => {
  test('§4 POST /api/level/checkin, §8 Daily check-in: +5 exp and +1 energy, awarded once; repeating it succeeds (D36)', async () => {
    const member = await world.member({ exp: 1 });
    const first = await checkIn(member);
    expect([first.status, first.body]).toEqual([200, { checked_in_today: true, awarded: true }]);
    expect(await rowsOf(member)).toEqual(ONCE);
    const again = await checkIn(member);
    expect([again.status, again.body]).toEqual([200, { checked_in_today: true, awarded: false }]);
    expect(await rowsOf(member)).toEqual(ONCE);
    expect(await world.sql('select checked_in_on from users where uid = $1', [member.uid])).toEqual(
      [{ checked_in_on: today() }],
    );
  });

  test('D36 the manual route skips the automatic check-in and gets the award itself', async () => {
    const member = await world.member({ exp: 1 });
    expect(await rowsOf(member)).toEqual({ ...NEVER, exp: 1 });
    expect((await checkIn(member)).body.awarded).toBe(true);
  });

  test('D36 after the automatic check-in the manual one reports it as done', async () => {
    const member = await world.member({ exp: 1 });
    expect((await member.get('/api/level/info')).body.checked_in_today).toBe(true);
    expect((await checkIn(member)).body).toEqual({ checked_in_today: true, awarded: false });
    expect(await rowsOf(member)).toEqual(ONCE);
  });

  test('§7.4a, D35 the manual route refuses level 0', async () => {
    const newcomer = await world.member();
    const response = await checkIn(newcomer);
    expect([response.status, response.body]).toMatchObject([
      403,
      { code: 'level_too_low', required_level: 1, level: 0 },
    ]);
    expect(await rowsOf(newcomer)).toEqual({ ...NEVER, exp: 0 });
  });

  test('D36 200 concurrent manual check-ins award once', async () => {
    const member = await world.member({ exp: 1, transport: 'bearer' });
    const responses = await atOnce(200, () => checkIn(member));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(responses.filter(({ body }) => body.awarded)).toHaveLength(1);
    expect(await rowsOf(member)).toEqual(ONCE);
  });

  test('§8 Sensitive-operation rate limit: the sixth within a minute is refused', async () => {
    const strict = await createWorld();
    const member = await strict.member({ exp: 1, ip: '203.0.113.60' });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await checkIn(member)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('refuses a body', async () => {
    const member = await world.member({ exp: 1 });
    expect((await member.post('/api/level/checkin', { day: '2026-01-01' })).status).toBe(400);
    expect(await rowsOf(member)).toEqual({ ...NEVER, exp: 1 });
  });
});

describe('§5.3 the automatic check-in', () => {
  test('§5.3, §8 Daily check-in happens on any request of a member, read or write', async () => {
    const [reader, writer] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    expect((await reader.get('/api/settings/sessions')).status).toBe(200);
    expect(await rowsOf(reader)).toEqual(ONCE);
    expect((await writer.post('/api/settings/sessions/destroy-others')).status).toBe(200);
    expect(await rowsOf(writer)).toEqual(ONCE);
  });

  test('happens also on a refused request, and not on routes that need no log-in', async () => {
    const [refused, reader] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    expect((await refused.post('/api/energy/energize', { nonsense: 1 })).status).toBe(400);
    expect(await rowsOf(refused)).toEqual(ONCE);
    expect((await reader.get('/api/posts')).status).toBe(200);
    expect(await rowsOf(reader)).toEqual({ ...NEVER, exp: 1 });
  });

  test('D35 level 0 is skipped silently', async () => {
    const newcomer = await world.member();
    expect((await newcomer.get('/api/level/info')).body).toMatchObject({
      exp: 0,
      level: 0,
      checked_in_today: false,
    });
    expect(await rowsOf(newcomer)).toEqual({ ...NEVER, exp: 0 });
  });

  test('§3 Banned.check-in: banned members are skipped, and can still read', async () => {
    const banned = await world.member({ exp: 1, status: 'banned' });
    expect((await banned.get('/api/level/info')).body.checked_in_today).toBe(false);
    expect((await checkIn(banned)).body.code).toBe('banned');
    expect(await rowsOf(banned)).toEqual({ ...NEVER, exp: 1 });
  });

  test('§3 Banned users: a ban that commits while the check-in waits applies, and the request still succeeds', async () => {
    const member = await world.member({ exp: 1, transport: 'bearer' });
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const ban = world.ctx.tx(async (trx) => {
      await trx
        .updateTable('users')
        .set({ status: 'banned' })
        .where('uid', '=', member.uid)
        .execute();
      written.resolve();
      await release.promise;
    });
    await written.promise;
    const reading = member.get('/api/level/info');
    await until(async () => {
      const waiting = await world.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    release.resolve();
    await ban;
    expect((await reading).status).toBe(200);
    expect(await rowsOf(member)).toEqual({ ...NEVER, exp: 1 });
  });

  test('D36 200 concurrent first requests award once', async () => {
    const member = await world.member({ exp: 1, transport: 'bearer' });
    const responses = await atOnce(200, (index) =>
      member.get(index % 2 ? '/api/level/info' : '/api/energy/info'),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    // Every response comes after the award, whichever request made it.
    for (const { body } of responses) expect(body.balance ?? body.exp).toBe(body.exp ? 6 : 1);
    expect(await rowsOf(member)).toEqual(ONCE);
  });

  test('D36, ASVS 2.3.3 a failed check-in does not fail its request, leaves nothing half done, and is retried', async () => {
    const here = await createWorld();
    const member = await here.member({ exp: 1 });
    for (const table of ['user_checkin', 'exp_entry', 'energy_transfer']) {
      await here.sql(`alter table ${table} rename to away`);
      const response = await member.get('/api/settings/sessions');
      await here.sql(`alter table away rename to ${table}`);
      expect(response.status).toBe(200);
      expect(await rowsOf(member, here)).toEqual({ ...NEVER, exp: 1 });
    }
    const warnings = here.logged.filter((line) => line.includes('the automatic check-in failed'));
    expect(warnings).toHaveLength(3);
    await member.get('/api/settings/sessions');
    expect(await rowsOf(member, here)).toEqual(ONCE);
  });

  test('a member already checked in today costs no transaction', async () => {
    const member = await world.member({ exp: 1 });
    await member.get('/api/energy/info');
    const version = () =>
      world.sql('select xmin::text, ctid::text from users where uid = $1', [member.uid]);
    const before = await version();
    for (let count = 0; count < 5; count++) await member.get('/api/energy/info');
    expect(await version()).toEqual(before);
  });
});

describe('D9 a day is a day in Shanghai', () => {
  test('§8 Daily check-in: a minute before midnight and a second after are two days', async () => {
    const here = await createWorld();
    waitUntilJustBefore(here, 60);
    const member = await here.member({ exp: 1 });
    const before = today(here);
    await member.get('/api/energy/info');
    await member.get('/api/energy/info');
    expect((await rowsOf(member, here))?.['balance']).toBe(1);
    here.wait(61);
    expect(today(here)).not.toBe(before);
    expect((await member.get('/api/level/info')).body).toMatchObject({
      exp: 11,
      checked_in_today: true,
    });
    expect((await checkIn(member)).body.awarded).toBe(false);
    expect(await rowsOf(member, here)).toEqual({
      days: 2,
      exp_entries: 2,
      transfers: 2,
      exp: 11,
      balance: 2,
    });
    expect(
      await here.sql('select day from user_checkin where uid = $1 order by day', [member.uid]),
    ).toEqual([{ day: before }, { day: today(here) }]);
  });

  test('§2 DailyExpSummary, D37 yesterday’s energizing leaves today’s 50 unused', async () => {
    const here = await createWorld();
    waitUntilJustBefore(here, 60);
    const [author, reader] = [await here.member({ exp: 1 }), await here.member({ exp: 1 })];
    const { id: post } = (
      await author.post('/api/studio/posts', { title: '夜', body: '<p>深。</p>' })
    ).body;
    const give = () => reader.post('/api/energy/energize', { post_id: post, form: 'light' });
    expect((await give()).body.exp_gained).toBe(10);
    here.wait(61);
    expect((await reader.get('/api/level/info')).body.energize_exp_today).toBe(0);
    expect((await give()).body.exp_gained).toBe(10);
    expect(
      await here.sql('select exp from daily_exp where uid = $1 order by day', [reader.uid]),
    ).toEqual([{ exp: 10 }, { exp: 10 }]);
  });

  test('a process whose clock is still on yesterday does not set the day back', async () => {
    const here = await createWorld();
    const member = await here.member({ exp: 1 });
    waitUntilJustBefore(here, 60);
    await member.logIn(member.email, PASSWORD);
    here.wait(61);
    await member.get('/api/energy/info');
    const newest = today(here);
    here.wait(-61);
    await checkIn(member);
    expect(await here.sql('select checked_in_on from users where uid = $1', [member.uid])).toEqual([
      { checked_in_on: newest },
    ]);
    expect((await rowsOf(member, here))?.['days']).toBe(2);
  });

  test("a check-in goes to its month's partition, created ahead of time, and to the default one without it", async () => {
    const here = await createWorld();
    const member = await here.member({ exp: 1 });
    await member.get('/api/energy/info');
    const tableOf = (day: string) =>
      here.sql('select tableoid::regclass::text as name from user_checkin where day = $1', [day]);
    const name = `user_checkin_${today(here).slice(0, 7).replace('-', '_')}`;
    expect(await tableOf(today(here))).toEqual([{ name }]);
    await createMonthPartitions(here.ctx);
    await here.sql(
      "insert into user_checkin (uid, day, created_at) values ($1, '2100-01-01', now())",
      [member.uid],
    );
    expect(await tableOf('2100-01-01')).toEqual([{ name: 'user_checkin_other' }]);
  });
});

describe('§4 GET /api/level/info', () => {
  test("§4 GET /api/level/info, D34 returns level, exp, the next level's threshold and the first-time tasks", async () => {
    const member = await world.member({ exp: 199 });
    expect((await member.get('/api/level/info')).body).toEqual({
      exp: 204,
      level: 2,
      next_level_exp: 500,
      checked_in_today: true,
      energize_exp_today: 0,
      energize_exp_max: 50,
      tasks: [
        { task: 'avatar', done: false, exp: 10 },
        { task: 'username', done: false, exp: 10 },
        { task: 'signature', done: false, exp: 10 },
      ],
    });
  });

  test.each([
    [0, 0, 1],
    [1, 1, 200],
    [194, 1, 200],
    [195, 2, 500],
    [495, 3, 1500],
    [1495, 4, 4500],
    [4495, 5, 10_800],
    [10_795, 6, null],
  ])(
    'D34 a member with %i exp before today is level %i after it',
    async (exp, level, next_level_exp) => {
      const member = await world.member({ exp });
      expect((await member.get('/api/level/info')).body).toMatchObject({ level, next_level_exp });
    },
  );
});

describe('D41 level-up notifications', () => {
  test('§6 level-up notice: crossing a threshold notifies of the level, once', async () => {
    const member = await world.member({ exp: 196 });
    await member.get('/api/level/info');
    await member.get('/api/level/info');
    expect(await levelUps(member)).toEqual([{ cause: 'level:2', payload: { level: 2 } }]);
  });

  test('one per level crossed, even if one gain crosses several; the same cause cannot gain twice', async () => {
    const member = await world.member();
    const gain = { uid: member.uid, delta: 600, reason: 'task' as const, cause: 'task:avatar' };
    const gainOnce = () =>
      world.ctx.tx((trx) => addExp(trx, { ...gain, created_at: world.ctx.now() }));
    await gainOnce();
    await expect(gainOnce()).rejects.toThrow('exp_entry_once');
    expect((await levelUps(member)).map(({ cause }) => cause)).toEqual([
      'level:1',
      'level:2',
      'level:3',
    ]);
    const [row] = await world.sql('select exp from users where uid = $1', [member.uid]);
    expect(row).toEqual({ exp: 600 });
  });
});

describe('§2 Energy and level records: exp', () => {
  test('GET /api/level/logs pages through every gain, newest first, and the gains add up to the exp', async () => {
    const member = await world.member({ exp: 3 });
    for (const task of ['avatar', 'username', 'signature'])
      await world.ctx.tx((trx) =>
        addExp(trx, {
          uid: member.uid,
          delta: 10,
          reason: 'task',
          cause: `task:${task}`,
          created_at: world.ctx.now(),
        }),
      );
    const entries: { amount: number; exp_after: number; reason: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { cursor } : {}) };
      const { body } = await member.get('/api/level/logs', { query });
      expect(body.items.length).toBeLessThanOrEqual(2);
      entries.push(...body.items);
      cursor = body.next_cursor;
    }
    expect(entries.map(({ reason }) => reason)).toEqual([
      'checkin',
      'task',
      'task',
      'task',
      'opening',
    ]);
    const { exp } = (await member.get('/api/level/info')).body;
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(exp);
    expect(entries[0]?.exp_after).toBe(exp);
  });

  test('§2 UserCheckIn: the database allows one check-in per member and day, and one gain per cause', async () => {
    const member = await world.member({ exp: 1 });
    await member.get('/api/energy/info');
    await expect(
      world.sql('insert into user_checkin (uid, day, created_at) values ($1, $2, now())', [
        member.uid,
        today(),
      ]),
    ).rejects.toMatchObject({ code: '23505' });
    await expect(
      world.sql(
        `insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
         values ($1, 5, 11, 'checkin', $2, now())`,
        [member.uid, `checkin:${today()}`],
      ),
    ).rejects.toMatchObject({ constraint: 'exp_entry_once' });
    await expect(
      world.sql('insert into daily_exp (uid, day, exp) values ($1, $2, 51)', [member.uid, today()]),
    ).rejects.toMatchObject({ constraint: 'daily_exp_cap' });
  });
});
