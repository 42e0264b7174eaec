import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../refusals.ts';
import { type Breaker, createBreaker } from '../breaker.ts';
import type { LimitName, LimitRule } from './rules.ts';

type LimitState = { limit: number; remaining: number; reset_seconds: number };

export type Limits = {
  /** Counts one try; refuses with `rate_limited` past the limit. Undefined where the limit is off. */
  consume(name: LimitName, key: string): Promise<LimitState | undefined>;
  /** Refuses while a block, a delay or an exhausted window stands, and counts nothing. */
  assertOpen(name: LimitName, key: string): Promise<void>;
  /** Counts one failure without refusing, and says how many there are by now. */
  countFailure(name: LimitName, key: string): Promise<number>;
  /** Makes the key wait, whatever it has used. */
  delay(name: LimitName, key: string, seconds: number): Promise<void>;
  /** Forgets what was counted, but not a block that is already running. */
  clear(name: LimitName, key: string): Promise<void>;
};

/** Blocks this process gave or heard of, so that losing Redis does not lift them. */
const MAX_REMEMBERED = 10_000;
/** More than anybody can count up to: a key that stands here is held, and its time to live is the wait. */
const HELD = 1_000_000_000;

/**
 * Counters in Redis where there is one (shared by all processes), else in memory. When Redis fails in
 * the middle, the same rule goes on in memory: a limit is never open.
 */
export function createLimits(
  rules: Record<LimitName, LimitRule | null>,
  redis: Redis | undefined,
  prefix: string,
): Limits {
  const limiters = new Map<string, Limiter>();
  const breaker = createBreaker();
  for (const [name, rule] of Object.entries(rules)) {
    if (rule) limiters.set(name, createLimiter(name, rule, redis && { redis, breaker }, prefix));
  }
  const blocked = rememberedBlocks();

  return {
    async consume(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return undefined;
      blocked.assertFree(name, key);
      const { points, block } = limiter.rule;
      const used = await count(limiter, key);
      if (used.consumedPoints <= points) {
        return {
          limit: points,
          remaining: points - used.consumedPoints,
          reset_seconds: Math.ceil(used.msBeforeNext / 1000),
        };
      }
      // Of any number of callers at once, one crosses the line.
      if (block > 0 && used.consumedPoints === points + 1) await hold(limiter, key, block);
      throw blocked.remember(name, key, waitOf(limiter, used));
    },

    async assertOpen(name, key) {
      blocked.assertFree(name, key);
      const limiter = limiters.get(name);
      const used = limiter && (await find(limiter, key));
      if (used && used.consumedPoints >= limiter.rule.points) {
        throw blocked.remember(name, key, waitOf(limiter, used));
      }
    },

    async countFailure(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return 0;
      const { points, block } = limiter.rule;
      const { consumedPoints } = await count(limiter, key);
      if (block > 0 && consumedPoints === points) await hold(limiter, key, block);
      return consumedPoints;
    },

    async delay(name, key, seconds) {
      const limiter = limiters.get(name);
      if (limiter) await hold(limiter, key, seconds);
    },

    async clear(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return;
      const used = await find(limiter, key);
      if (used && used.consumedPoints >= HELD) return;
      await limiter.memory.delete(key);
      await limiter.shared((redis) => redis.delete(key));
    },
  };
}

/** Redis counts for all processes; memory keeps this one's own share, to go on from when Redis goes away. */
type Limiter = {
  rule: LimitRule;
  memory: RateLimiterMemory;
  /** Undefined where there is no Redis, or none that answers: then memory goes on. */
  shared<T>(ask: (redis: RateLimiterRedis) => Promise<T>): Promise<T | undefined>;
};

function createLimiter(
  name: string,
  rule: LimitRule,
  store: { redis: Redis; breaker: Breaker } | undefined,
  prefix: string,
): Limiter {
  const options = {
    keyPrefix: `${prefix}limit:${name}`,
    points: rule.points,
    duration: rule.seconds,
  };
  const redis =
    store &&
    new RateLimiterRedis({ ...options, storeClient: store.redis, rejectIfRedisNotReady: true });
  return {
    rule,
    memory: new RateLimiterMemory(options),
    async shared(ask) {
      return redis && store.breaker(() => ask(redis)).catch(() => undefined);
    },
  };
}

async function count({ memory, shared }: Limiter, key: string): Promise<RateLimiterRes> {
  const own = await memory.penalty(key);
  return (await shared((redis) => redis.penalty(key))) ?? own;
}

async function find({ memory, shared }: Limiter, key: string): Promise<RateLimiterRes | null> {
  const own = await memory.get(key);
  const found = await shared((redis) => redis.get(key));
  return found === undefined ? own : found;
}

async function hold({ memory, shared }: Limiter, key: string, seconds: number): Promise<void> {
  await memory.set(key, HELD, seconds);
  await shared((redis) => redis.set(key, HELD, seconds));
}

/** Past the line but not held yet: whoever crossed it is setting the block at this moment. */
function waitOf({ rule }: Limiter, used: RateLimiterRes): number {
  const settingBlock = rule.block > 0 && used.consumedPoints < HELD;
  return settingBlock ? rule.block * 1000 : used.msBeforeNext;
}

function rememberedBlocks() {
  const until = new Map<string, number>();
  return {
    assertFree(name: string, key: string): void {
      const end = until.get(`${name}:${key}`);
      if (end === undefined) return;
      if (end > Date.now()) throw refusal(end - Date.now());
      until.delete(`${name}:${key}`);
    },
    remember(name: string, key: string, milliseconds: number): Refusal {
      if (until.size >= MAX_REMEMBERED) until.delete(until.keys().next().value as string);
      until.set(`${name}:${key}`, Date.now() + milliseconds);
      return refusal(milliseconds);
    },
  };
}

function refusal(milliseconds: number): Refusal {
  return new Refusal('rate_limited', { retry_after: Math.max(1, Math.ceil(milliseconds / 1000)) });
}
