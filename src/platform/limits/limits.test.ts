import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasBinary } from '../../../test/support/binaries.ts';
import { atEnd } from '../../../test/support/cleanup.ts';
import { startRedis } from '../../../test/support/redis.ts';
import { Refusal } from '../../refusals.ts';
import { openRedis } from '../redis.ts';
import { createLimits } from './limits.ts';
import { LIMIT_NAMES, type LimitName, type LimitRule } from './rules.ts';

const KEY = '203.0.113.7';

function rulesOf(some: Partial<Record<LimitName, LimitRule>>) {
  const off = LIMIT_NAMES.map((name) => [name, null]);
  return { ...Object.fromEntries(off), ...some } as Record<LimitName, LimitRule | null>;
}

/** `retry_after` in seconds; 0 if the call passes. */
async function waitOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
    return error.members['retry_after'] as number;
  }
}

describe('limits counted in memory', () => {
  const inMemory = (some: Partial<Record<LimitName, LimitRule>>) =>
    createLimits(rulesOf(some), undefined, '');
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a limit that is off counts and refuses nothing', async () => {
    const limits = inMemory({});
    await limits.delay('member', KEY, 60);
    await limits.clear('member', KEY);
    expect(await limits.countFailure('member', KEY)).toBe(0);
    expect(await limits.consume('member', KEY)).toBeUndefined();
    expect(await waitOf(limits.assertOpen('member', KEY))).toBe(0);
  });

  test('D13 the allowed number passes per window, with the remaining count; the next waits for the rest of it', async () => {
    const limits = inMemory({ register: { points: 2, seconds: 60, block: 0 } });
    expect(await limits.consume('register', KEY)).toEqual({
      ...{ limit: 2, remaining: 1, reset_seconds: 60 },
    });
    pass(9.5);
    expect(await limits.consume('register', KEY)).toEqual({
      ...{ limit: 2, remaining: 0, reset_seconds: 51 },
    });
    expect(await waitOf(limits.consume('register', KEY))).toBe(51);
    expect(await waitOf(limits.consume('register', 'another'))).toBe(0);
    pass(50.4995);
    expect(await waitOf(limits.consume('register', KEY))).toBe(1);
    pass(0.001);
    expect(await waitOf(limits.consume('register', KEY))).toBe(0);
  });

  test('§8, D14 past the limit the key is blocked, and further attempts do not extend the block', async () => {
    const limits = inMemory({ sensitive: { points: 2, seconds: 60, block: 300 } });
    await limits.consume('sensitive', KEY);
    await limits.consume('sensitive', KEY);
    pass(30);
    expect(await waitOf(limits.consume('sensitive', KEY))).toBe(300);
    pass(100);
    expect(await waitOf(limits.consume('sensitive', KEY))).toBe(200);
    expect(await waitOf(limits.assertOpen('sensitive', KEY))).toBe(200);
    pass(199.9);
    expect(await waitOf(limits.consume('sensitive', KEY))).toBe(1);
    pass(0.2);
    expect(await waitOf(limits.consume('sensitive', KEY))).toBe(0);
  });

  test('D14 of concurrent calls exactly the allowed number passes, and the others get the whole block', async () => {
    const limits = inMemory({ sensitive: { points: 2, seconds: 60, block: 300 } });
    const waits = await Promise.all(
      Array.from({ length: 6 }, () => waitOf(limits.consume('sensitive', KEY))),
    );
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 300, 300, 300, 300]);
  });

  test('D13 failures are counted without refusing, and block once there are enough', async () => {
    const limits = inMemory({ login_ip: { points: 2, seconds: 900, block: 1800 } });
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(0);
    expect(await limits.countFailure('login_ip', KEY)).toBe(1);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(0);
    expect(await limits.countFailure('login_ip', KEY)).toBe(2);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(1800);
    pass(900);
    // Somebody who was on the way already is counted, and does not make it longer.
    await limits.countFailure('login_ip', KEY);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(900);
    pass(900.1);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(0);
  });

  test('D13 without a block time the key is refused for the rest of the window', async () => {
    const limits = inMemory({ login_account: { points: 1, seconds: 900, block: 0 } });
    await limits.countFailure('login_account', KEY);
    pass(100);
    expect(await waitOf(limits.assertOpen('login_account', KEY))).toBe(800);
  });

  test('D13 a delay applies whatever the count, until it ends or is cleared', async () => {
    const limits = inMemory({ login_account: { points: 5, seconds: 900, block: 0 } });
    await limits.delay('login_account', KEY, 4);
    expect(await waitOf(limits.assertOpen('login_account', KEY))).toBe(4);
    expect(await waitOf(limits.consume('login_account', KEY))).toBe(4);
    pass(4.1);
    expect(await waitOf(limits.assertOpen('login_account', KEY))).toBe(0);
    await limits.delay('login_account', KEY, 4);
    await limits.clear('login_account', KEY);
    expect(await waitOf(limits.assertOpen('login_account', KEY))).toBe(0);
  });

  test('D13 a delay of a limit with a block is its own length, not that of the block', async () => {
    const limits = inMemory({ login_ip: { points: 5, seconds: 900, block: 1800 } });
    await limits.delay('login_ip', KEY, 4);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(4);
  });

  test('§4 clearing resets the counter and lifts a block, also one that has refused callers already', async () => {
    const limits = inMemory({ login_ip: { points: 2, seconds: 900, block: 1800 } });
    await limits.countFailure('login_ip', KEY);
    await limits.clear('login_ip', KEY);
    expect(await limits.countFailure('login_ip', KEY)).toBe(1);
    await limits.countFailure('login_ip', KEY);
    await limits.clear('login_ip', KEY);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(0);
    await limits.countFailure('login_ip', KEY);
    await limits.countFailure('login_ip', KEY);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(1800);
    expect(await limits.isOpen('login_ip', KEY)).toBe(false);
    await limits.clear('login_ip', KEY);
    expect(await limits.isOpen('login_ip', KEY)).toBe(true);
    expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBe(0);
  });

  test('a limit does not count what another counted', async () => {
    const rule = { points: 1, seconds: 60, block: 300 };
    const limits = inMemory({ register: rule, check_email: rule });
    await limits.consume('register', KEY);
    expect(await waitOf(limits.consume('register', KEY))).toBe(300);
    expect(await waitOf(limits.consume('check_email', KEY))).toBe(0);
  });
});

describe.skipIf(!hasBinary('redis-server'))('limits counted in Redis', async () => {
  const server = hasBinary('redis-server') ? await startRedis() : undefined;
  const process = (
    some: Partial<Record<LimitName, LimitRule>>,
    prefix: string,
    url = server?.url,
  ) => {
    const redis = openRedis(url ?? '', () => {});
    atEnd(() => redis.disconnect());
    const limits = createLimits(rulesOf(some), redis, prefix);
    return { limits, redis };
  };
  const ready = (redis: ReturnType<typeof openRedis>) =>
    vi.waitUntil(() => redis.status === 'ready', { timeout: 10_000 });
  const two = async (some: Partial<Record<LimitName, LimitRule>>, prefix: string) => {
    const both = [process(some, prefix), process(some, prefix)] as const;
    await Promise.all(both.map(({ redis }) => ready(redis)));
    return [both[0].limits, both[1].limits, both[0].redis] as const;
  };

  test('D14 all processes count together, each limit by itself and each site by itself', async () => {
    const rule = { points: 3, seconds: 60, block: 0 };
    const [one, other] = await two({ register: rule, check_email: rule }, 'count:');
    await one.consume('register', KEY);
    await other.consume('register', KEY);
    expect((await one.consume('register', KEY))?.remaining).toBe(0);
    expect(await waitOf(other.consume('register', KEY))).toBeGreaterThan(50);
    expect((await other.consume('check_email', KEY))?.remaining).toBe(2);
    const [elsewhere] = await two({ register: rule }, 'elsewhere:');
    expect((await elsewhere.consume('register', KEY))?.remaining).toBe(2);
  });

  test('§8, D14 a block set by one process applies in the others, and attempts there do not extend it', async () => {
    const [one, other, redis] = await two(
      { sensitive: { points: 1, seconds: 60, block: 300 } },
      'block:',
    );
    await one.consume('sensitive', KEY);
    expect(await waitOf(one.consume('sensitive', KEY))).toBeGreaterThan(290);
    await sleep(1100);
    expect(await waitOf(other.consume('sensitive', KEY))).toBeLessThanOrEqual(299);
    const [name = ''] = await redis.keys('block:*');
    expect(name).toBe(`block:limit:sensitive:${KEY}`);
    expect(await redis.pttl(name)).toBeLessThanOrEqual(298_900);
  });

  test('A32 what one process clears is clear in the others, whatever they counted themselves', async () => {
    const [one, other] = await two({ login_ip: { points: 2, seconds: 900, block: 0 } }, 'clear:');
    await one.countFailure('login_ip', KEY);
    expect(await one.countFailure('login_ip', KEY)).toBe(2);
    await other.clear('login_ip', KEY);
    expect(await waitOf(one.assertOpen('login_ip', KEY))).toBe(0);
  });

  test('D13 a delay and a block after failures apply in processes that counted nothing', async () => {
    const [one, other] = await two({ login_ip: { points: 1, seconds: 900, block: 1800 } }, 'see:');
    await one.delay('login_ip', 'a', 40);
    const wait = await waitOf(other.assertOpen('login_ip', 'a'));
    expect([wait > 20, wait <= 40]).toEqual([true, true]);
    await one.countFailure('login_ip', 'b');
    expect(await waitOf(other.assertOpen('login_ip', 'b'))).toBeGreaterThan(1700);
  });

  test('§4 a block that one process lifts is lifted in the others, which have cached it, and can be set again', async () => {
    const rule = { points: 1, seconds: 60, block: 300 };
    const [one, other] = await two({ sensitive: rule }, 'lift:');
    for (let round = 0; round < 2; round++) {
      await one.consume('sensitive', KEY);
      for (const limits of [one, other])
        expect(await waitOf(limits.consume('sensitive', KEY))).toBeGreaterThan(290);
      await other.clear('sensitive', KEY);
      expect(await waitOf(one.assertOpen('sensitive', KEY))).toBe(0);
      expect(await waitOf(one.consume('sensitive', KEY))).toBe(0);
      expect(await waitOf(other.consume('sensitive', KEY))).toBeGreaterThan(290);
      await one.clear('sensitive', KEY);
    }
  });

  test('§4 a block that is lifted while a process reads it is not cached there', async () => {
    const rule = { points: 1, seconds: 60, block: 300 };
    const [one, other] = await two({ sensitive: rule }, 'lift-race:');
    for (let round = 0; round < 30; round++) {
      const key = `${KEY}:${round}`;
      await one.consume('sensitive', key);
      await waitOf(one.consume('sensitive', key));
      await Promise.all([one.clear('sensitive', key), waitOf(other.assertOpen('sensitive', key))]);
      expect([round, await waitOf(other.assertOpen('sensitive', key))]).toEqual([round, 0]);
    }
  });

  test('C5 a Redis that comes back empty lifts no block that this process has set or seen', async () => {
    const rule = { points: 1, seconds: 60, block: 300 };
    const some = { sensitive: rule, login_ip: rule };
    const [one, other, redis] = await two(some, 'wiped:');
    await one.consume('sensitive', KEY);
    await waitOf(one.consume('sensitive', KEY));
    await one.countFailure('login_ip', KEY);
    for (const limits of [one, other]) {
      expect(await waitOf(limits.assertOpen('sensitive', KEY))).toBeGreaterThan(200);
      expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBeGreaterThan(200);
    }
    await redis.flushall();
    for (const limits of [one, other]) {
      expect(await waitOf(limits.assertOpen('sensitive', KEY))).toBeGreaterThan(200);
      expect(await waitOf(limits.consume('sensitive', KEY))).toBeGreaterThan(200);
      expect(await waitOf(limits.assertOpen('login_ip', KEY))).toBeGreaterThan(200);
      expect(await waitOf(limits.assertOpen('sensitive', 'another'))).toBe(0);
    }
  });

  test('C5 when Redis fails each process continues from its own count, and a block stays', async () => {
    const redis = await startRedis();
    const rule = { points: 3, seconds: 60, block: 300 };
    const here = process({ sensitive: rule, register: rule, uploads: rule }, 'away:', redis.url);
    await ready(here.redis);
    await here.limits.consume('sensitive', KEY);
    await here.limits.consume('sensitive', KEY);
    for (let count = 0; count < 4; count++) await waitOf(here.limits.consume('register', KEY));
    await here.limits.consume('uploads', KEY);
    await here.limits.clear('uploads', KEY);
    redis.signal('SIGKILL');
    await redis.gone;
    expect((await here.limits.consume('sensitive', KEY))?.remaining).toBe(0);
    expect(await waitOf(here.limits.consume('sensitive', KEY))).toBe(300);
    expect(await waitOf(here.limits.assertOpen('register', KEY))).toBeGreaterThan(290);
    expect((await here.limits.consume('uploads', KEY))?.remaining).toBe(2);
  });
});
